"""Addresses: records."""

from __future__ import annotations

from django.urls import path

from games.records.pages import record, record_files

urlpatterns = [
    path("records/new/<str:key>", record_files.hand_in, name="record-file-new"),
    path("records/<int:file_id>", record_files.show, name="record-file"),
    path("games/<int:game_id>/record", record.hand_in, name="game-record"),
    path("games/<int:game_id>/record.txt", record.download, name="game-record-text"),
    path("games/<int:game_id>/record.json", record.document, name="game-record-json"),
]
