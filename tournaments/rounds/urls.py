"""Addresses: rounds."""

from __future__ import annotations

from django.urls import path

from tournaments.core.act_views import pages_by_name
from tournaments.rounds import pages
from tournaments.rounds.api import round_drafts, rounds
from tournaments.rounds.pages import ACTIONS, draft

ROUND = "events/<int:event_id>/pairings/<int:number>"

urlpatterns = [
    path("events/<int:event_id>/rounds/start", rounds.PairRound.as_page(), name="event-start-round"),
    path("events/<int:event_id>/rounds/forget", rounds.CancelRoundRequest.as_page(), name="event-forget-round"),
    path(f"{ROUND}/delete", rounds.TakeBackRound.as_page(), name="event-round-delete"),
    path(f"{ROUND}/deadline", rounds.SetDeadline.as_page(), name="event-deadline"),
    path(f"{ROUND}/explain", pages.explain, name="event-explain"),
    path(f"{ROUND}/setups", pages.setups, name="event-setups"),
    path(f"{ROUND}/edit", rounds.PlayOverTheBoard.as_page(), name="event-round-edit"),
    path(f"{ROUND}/unpublish", round_drafts.UnpublishRound.as_page(), name="event-round-unpublish"),
    path(f"{ROUND}/lock", rounds.LockRound.as_page(), name="event-round-lock"),
    path(f"{ROUND}/unlock", rounds.UnlockRound.as_page(), name="event-round-unlock"),
    path("events/<int:event_id>/draft", draft, name="event-draft"),
    path("events/<int:event_id>/draft/<slug:action>", pages_by_name(ACTIONS), name="event-draft-action"),
]
