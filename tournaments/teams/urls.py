"""Addresses: teams."""

from __future__ import annotations

from django.urls import path

from tournaments.core.act_urls import EVENT, page_urls
from tournaments.teams import api, pages

urlpatterns = [
    *page_urls(api),
    path(f"{EVENT}/teams", pages.teams, name="event-teams"),
    path(f"{EVENT}/teams/<int:team_id>", pages.team, name="event-team"),
]
