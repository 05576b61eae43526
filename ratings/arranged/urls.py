"""Addresses: arranged."""

from __future__ import annotations

from django.urls import path

from ratings.arranged import pages as arranged_views

urlpatterns = [
    path("games/<int:game_id>/counting", arranged_views.game_counting, name="game-counting"),
    path("server/rated-games", arranged_views.rated_games, name="rated-games"),
]
