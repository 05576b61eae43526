"""Addresses: games against programs."""

from __future__ import annotations

from django.urls import path

from play.partner import pages

urlpatterns = [
    path("play/computer", pages.computer, name="play-computer"),
]
