"""Addresses: rounds."""

from __future__ import annotations

from django.urls import path

from tournaments.core.act_urls import page_urls
from tournaments.rounds import api, pages

ROUND = "events/<int:event_id>/pairings/<int:number>"

urlpatterns = [
    path("events/<int:event_id>/draft/check", pages.check_layout, name="event-draft-check"),
    *page_urls(api, pages),
    path(f"{ROUND}/explain", pages.explain, name="event-explain"),
    path(f"{ROUND}/setups", pages.setups, name="event-setups"),
    path("events/<int:event_id>/draft", pages.draft, name="event-draft"),
]
