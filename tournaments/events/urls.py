"""Addresses: events."""

from __future__ import annotations

from django.urls import path
from django.views.decorators.cache import never_cache

from tournaments.core.act_views import pages_by_name
from tournaments.events.api import events
from tournaments.events.api.journal import Undo
from tournaments.events.pages import event_form, journal, public

urlpatterns = [
    path("clubs/<slug:slug>", public.club, name="club"),
    path("clubs/<slug:slug>/events", public.events, name="club-events"),
    path("clubs/<slug:slug>/events/new", event_form.event_new, name="event-new"),
    path("people/<int:person_id>", public.person, name="person"),
    path("people/<int:person_id>/against/<int:other_id>", public.head_to_head, name="head-to-head"),
    path("events/<int:event_id>", public.event, name="event"),
    path("events/<int:event_id>/pairings", public.pairings, name="event-pairings"),
    path("events/<int:event_id>/pairings/<int:number>", public.event_round, name="event-round"),
    path("events/<int:event_id>/pairings/<int:number>/boards", public.boards, name="event-boards"),
    path("events/<int:event_id>/players", public.players, name="event-players"),
    path("events/<int:event_id>/games", public.games, name="event-games"),
    path("events/<int:event_id>/crosstable", public.crosstable, name="event-crosstable"),
    path("events/<int:event_id>/info", public.info, name="event-info"),
    path("events/<int:event_id>/state", public.state, name="event-state"),
    path("events/<int:event_id>/journal", journal.journal, name="event-journal"),
    path("events/<int:event_id>/journal.csv", journal.journal_csv, name="event-journal-csv"),
    path("events/<int:event_id>/journal.json", journal.journal_json, name="event-journal-json"),
    path("events/<int:event_id>/undo/<int:version>", never_cache(Undo.as_page()), name="event-undo"),
    path("events/<int:event_id>/edit", event_form.event_edit, name="event-edit"),
    path("events/<int:event_id>/delete", events.DeleteEvent.as_page(), name="event-delete"),
    path("events/<int:event_id>/steps/<slug:action>", pages_by_name(events.STEPS), name="event-step"),
    path("events/<int:event_id>/start", events.StartEvent.as_page(), name="event-start"),
    path("events/<int:event_id>/close", events.CloseEvent.as_page(), name="event-close"),
    path("events/<int:event_id>/reopen", events.ReopenEvent.as_page(), name="event-reopen"),
]
