"""Addresses: setup."""

from __future__ import annotations

from django.urls import path

from players.setup import pages

urlpatterns = [
    path("start", pages.start, name="start"),
    path("clubs/<slug:slug>/settings/remove-example", pages.remove_example, name="club-remove-example"),
]
