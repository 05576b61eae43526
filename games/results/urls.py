"""Addresses: results."""

from __future__ import annotations

from django.urls import path

from games.results import pages

urlpatterns = [
    path("games/<int:game_id>/score", pages.hand_in, name="game-score"),
    path("games/<int:game_id>/result", pages.result, name="game-result"),
    path("games/<int:game_id>/reported", pages.reported, name="game-reported"),
    path("games/<int:game_id>/handicap", pages.handicap, name="game-handicap"),
    path("games/<int:game_id>/rated-result", pages.rated_result, name="game-rated-result"),
]
