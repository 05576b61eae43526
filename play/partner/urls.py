"""Addresses: games against programs."""

from __future__ import annotations

from django.urls import path

from play.partner.pages import computer, house_players

urlpatterns = [
    path("play/computer", computer.computer, name="play-computer"),
    path("clubs/<slug:slug>/house-players", house_players.house_players, name="club-house-players"),
    path(
        "clubs/<slug:slug>/house-players/<int:person_id>/remove",
        house_players.remove,
        name="club-house-player-remove",
    ),
    path(
        "clubs/<slug:slug>/house-players/<int:person_id>/play",
        house_players.play,
        name="club-house-player-play",
    ),
]
