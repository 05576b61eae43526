"""Addresses: events."""

from __future__ import annotations

from django.urls import path

from tournaments.core.act_urls import page_urls
from tournaments.events import api
from tournaments.events.pages import embeds, event_form, journal, public

urlpatterns = [
    *page_urls(api),
    path("clubs/<slug:slug>", public.club, name="club"),
    path("embed/clubs/<slug:slug>", embeds.embedded_club, name="embed-club"),
    path("clubs/<slug:slug>/events", public.events, name="club-events"),
    path("clubs/<slug:slug>/events/new", event_form.event_new, name="event-new"),
    path(
        "clubs/<slug:slug>/templates/<int:template_id>/delete", event_form.template_delete, name="event-template-delete"
    ),
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
    path("events/<int:event_id>/edit", event_form.event_edit, name="event-edit"),
]
