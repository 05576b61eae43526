"""Addresses: leagues and their seasons."""

from __future__ import annotations

from django.urls import path

from tournaments.seasons import pages

LEAGUE = "leagues/<int:league_id>"

urlpatterns = [
    path("clubs/<slug:slug>/leagues/new", pages.league_new, name="league-new"),
    path(LEAGUE, pages.league, name="league"),
    path(f"{LEAGUE}/seasons/<int:number>", pages.league_season, name="league-season"),
    path(f"{LEAGUE}/edit", pages.league_edit, name="league-edit"),
    path(f"{LEAGUE}/end", pages.league_end, name="league-end"),
    path(f"{LEAGUE}/delete", pages.league_delete, name="league-delete"),
    path(f"{LEAGUE}/divisions", pages.league_division_add, name="league-division-add"),
    path(f"{LEAGUE}/divisions/<int:event_id>/remove", pages.league_division_remove, name="league-division-remove"),
    path(f"{LEAGUE}/moves", pages.league_move, name="league-move"),
    path(f"{LEAGUE}/moves/<int:person_id>/remove", pages.league_move_back, name="league-move-back"),
]
