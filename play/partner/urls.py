"""Addresses: games against programs."""

from __future__ import annotations

from django.urls import path

from play.partner import house_player_pages, pages

urlpatterns = [
    path("play/computer", pages.computer, name="play-computer"),
    path("clubs/<slug:slug>/house-players", house_player_pages.house_players, name="club-house-players"),
    path(
        "clubs/<slug:slug>/house-players/<int:person_id>/remove",
        house_player_pages.remove,
        name="club-house-player-remove",
    ),
    path(
        "clubs/<slug:slug>/house-players/<int:person_id>/play",
        house_player_pages.play,
        name="club-house-player-play",
    ),
]
