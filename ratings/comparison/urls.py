"""Addresses: comparison."""

from __future__ import annotations

from django.urls import path

from ratings.comparison.pages import players as comparison_views
from ratings.comparison.pages import what_if

urlpatterns = [
    path("games/<int:game_id>/what-if", what_if.game_what_if, name="game-what-if"),
    path("ratings/<int:pool_id>/compare", comparison_views.compare_players, name="rating-compare"),
    path("ratings/<int:pool_id>/distribution", comparison_views.pool_distribution, name="rating-distribution"),
]
