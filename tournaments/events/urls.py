"""Addresses: events."""

from __future__ import annotations

from django.urls import path

from tournaments.events.pages import club, event_form, journal, lifecycle, person, public

urlpatterns = [
    path("clubs/<slug:slug>", club.club, name="club"),
    path("clubs/<slug:slug>/events", club.events, name="club-events"),
    path("clubs/<slug:slug>/events/new", event_form.event_new, name="event-new"),
    path("people/<int:person_id>", person.person, name="person"),
    path("people/<int:person_id>/against/<int:other_id>", person.head_to_head, name="head-to-head"),
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
    path("events/<int:event_id>/undo/<int:version>", journal.undo, name="event-undo"),
    path("events/<int:event_id>/edit", event_form.event_edit, name="event-edit"),
    path("events/<int:event_id>/delete", event_form.event_delete, name="event-delete"),
    path("events/<int:event_id>/steps/<slug:action>", lifecycle.step, name="event-step"),
    path("events/<int:event_id>/start", lifecycle.start, name="event-start"),
    path("events/<int:event_id>/rounds/start", lifecycle.start_round, name="event-start-round"),
    path("events/<int:event_id>/pairings/<int:number>/delete", lifecycle.round_delete, name="event-round-delete"),
    path("events/<int:event_id>/pairings/<int:number>/deadline", lifecycle.deadline, name="event-deadline"),
    path("events/<int:event_id>/rounds/forget", lifecycle.forget_round, name="event-forget-round"),
    path("events/<int:event_id>/close", lifecycle.close, name="event-close"),
    path("events/<int:event_id>/reopen", lifecycle.reopen, name="event-reopen"),
]
