"""Addresses: comparison."""

from __future__ import annotations

from django.urls import path

from ratings.comparison import pages

urlpatterns = [
    path("games/<int:game_id>/what-if", pages.game_what_if, name="game-what-if"),
    path("ratings/<int:pool_id>/compare", pages.compare_players, name="rating-compare"),
    path("ratings/<int:pool_id>/distribution", pages.pool_distribution, name="rating-distribution"),
]
