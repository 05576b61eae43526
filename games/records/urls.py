"""Addresses: records."""

from __future__ import annotations

from django.urls import path

from games.records import pages

urlpatterns = [
    path("records/new/<str:key>", pages.hand_in_file, name="record-file-new"),
    path("records/<int:file_id>", pages.record_file, name="record-file"),
    path("games/<int:game_id>/record", pages.hand_in, name="game-record"),
    path("games/<int:game_id>/record.txt", pages.download, name="game-record-text"),
    path("games/<int:game_id>/record.json", pages.document, name="game-record-json"),
]
