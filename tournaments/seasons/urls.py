"""Addresses: leagues and their seasons."""

from __future__ import annotations

from django.urls import path

from tournaments.core.act_urls import page_urls
from tournaments.seasons import api, pages

LEAGUE = api.LeagueAPIView.address

urlpatterns = [
    *page_urls(api),
    path(LEAGUE, pages.league, name="league"),
    path(f"{LEAGUE}/seasons/<int:number>", pages.league_season, name="league-season"),
]
