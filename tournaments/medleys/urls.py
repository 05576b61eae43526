"""Addresses: medleys."""

from __future__ import annotations

from django.urls import path

from tournaments.core.act_urls import EVENT, page_urls
from tournaments.medleys import api, pages

urlpatterns = [
    *page_urls(api),
    path(f"{EVENT}/standings/<slug:rules>", pages.standings_of_game, name="event-standings-game"),
]
