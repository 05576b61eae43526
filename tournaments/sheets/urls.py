"""Addresses: sheets."""

from __future__ import annotations

from django.urls import path

from tournaments.sheets.pages import screen, sheets

urlpatterns = [
    path("events/<int:event_id>/screen", screen.screen, name="event-screen"),
    path("events/<int:event_id>/print", sheets.index, name="event-print"),
    path("events/<int:event_id>/print/<slug:sheet>", sheets.sheet, name="event-sheet"),
    path("events/<int:event_id>/print/<slug:sheet>.pdf", sheets.pdf, name="event-sheet-pdf"),
]
