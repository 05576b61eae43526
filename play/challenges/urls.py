"""Addresses: challenges."""

from __future__ import annotations

from django.urls import path

from play.challenges import pages as lobby

urlpatterns = [
    path("play", lobby.lobby, name="play"),
    path("play/new", lobby.new, name="play-new"),
    path("play/challenges/<int:challenge_id>/take", lobby.take, name="play-take"),
    path("play/challenges/<int:challenge_id>/close", lobby.close, name="play-close"),
    path("play/links/<slug:token>", lobby.link, name="play-link"),
]
