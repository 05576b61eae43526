"""Addresses: challenges."""

from __future__ import annotations

from django.urls import path

from play.challenges import pages as lobby
from play.challenges import quick_pages as quick

urlpatterns = [
    path("play", lobby.lobby, name="play"),
    path("play/quick", quick.quick, name="play-quick"),
    path("play/quick/here", quick.here, name="play-quick-here"),
    path("play/quick/stop", quick.stop, name="play-quick-stop"),
    path("play/favourites", quick.favourite, name="play-favourites"),
    path("play/new", lobby.new, name="play-new"),
    path("play/challenges/<int:challenge_id>/take", lobby.take, name="play-take"),
    path("play/challenges/<int:challenge_id>/close", lobby.close, name="play-close"),
    path("play/links/<slug:token>", lobby.link, name="play-link"),
]
