"""Addresses: histories."""

from __future__ import annotations

from django.urls import path

from games.histories import pages as histories

urlpatterns = [
    path("clubs/<slug:slug>/histories", histories.import_games, name="history-import"),
    path("clubs/<slug:slug>/histories/<int:history_id>", histories.history, name="history"),
    path("past-events/<int:past_id>", histories.event, name="past-event"),
]
