"""Addresses: watching."""

from __future__ import annotations

from django.urls import path

from play.watching import pages, spectators

urlpatterns = [
    path("watch", pages.watch, name="watch"),
    path("watch/best", pages.best, name="watch-best"),
    path("play/<int:game_id>/watchers", pages.watchers, name="play-watchers"),
    path("play/<int:game_id>/spectators", spectators.spectators, name="play-spectators"),
    path("play/<int:game_id>/spectators/seen", spectators.seen, name="play-spectators-seen"),
]
