"""Addresses: collection."""

from __future__ import annotations

from django.urls import path

from games.collection.pages import archives, collection

urlpatterns = [
    path("games", collection.search, name="games"),
    path("games/records.txt", collection.export, name="games-records"),
    path("games/archives/<int:archive_id>.zip", archives.download, name="games-archive"),
]
