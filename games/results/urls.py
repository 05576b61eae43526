"""Addresses: results."""

from __future__ import annotations

from django.urls import path

from games.results.pages import results, score

urlpatterns = [
    path("games/<int:game_id>/score", score.hand_in, name="game-score"),
    path("games/<int:game_id>/result", results.result, name="game-result"),
    path("games/<int:game_id>/reported", results.reported, name="game-reported"),
    path("games/<int:game_id>/handicap", results.handicap, name="game-handicap"),
    path("games/<int:game_id>/rated-result", results.rated_result, name="game-rated-result"),
]
