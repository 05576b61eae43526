"""Addresses: sheets."""

from __future__ import annotations

from django.urls import path

from tournaments.sheets import pages

urlpatterns = [
    path("events/<int:event_id>/screen", pages.screen, name="event-screen"),
    path("events/<int:event_id>/print", pages.index, name="event-print"),
    path("events/<int:event_id>/print/<slug:sheet>", pages.sheet, name="event-sheet"),
    path("events/<int:event_id>/print/<slug:sheet>.pdf", pages.pdf, name="event-sheet-pdf"),
]
