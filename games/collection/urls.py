"""Addresses: collection."""

from __future__ import annotations

from django.urls import path

from games.collection import pages

urlpatterns = [
    path("games", pages.search, name="games"),
    path("games/records.txt", pages.export, name="games-records"),
    path("games/archives/<int:archive_id>.zip", pages.download, name="games-archive"),
]
