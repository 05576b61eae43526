"""Addresses: analysis."""

from __future__ import annotations

from django.urls import path

from games.analysis import pages

urlpatterns = [
    path("games/<int:game_id>/analysis/<int:number>/<int:ply>", pages.analysis, name="game-analysis"),
]
