"""Addresses: rounds."""

from __future__ import annotations

from django.urls import path

from tournaments.rounds.pages import edits, pairing_explanations, round_drafts, round_locks, setups

urlpatterns = [
    path("events/<int:event_id>/pairings/<int:number>/explain", pairing_explanations.explain, name="event-explain"),
    path("events/<int:event_id>/pairings/<int:number>/setups", setups.setups, name="event-setups"),
    path("events/<int:event_id>/pairings/<int:number>/edit", edits.round_edit, name="event-round-edit"),
    path("events/<int:event_id>/pairings/<int:number>/unpublish", round_drafts.unpublish, name="event-round-unpublish"),
    path("events/<int:event_id>/pairings/<int:number>/lock", round_locks.lock, name="event-round-lock"),
    path("events/<int:event_id>/pairings/<int:number>/unlock", round_locks.unlock, name="event-round-unlock"),
    path("events/<int:event_id>/draft", round_drafts.draft, name="event-draft"),
    path("events/<int:event_id>/draft/<slug:action>", round_drafts.act, name="event-draft-action"),
]
