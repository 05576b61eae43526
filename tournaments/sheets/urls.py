"""Addresses: sheets."""

from __future__ import annotations

from django.urls import path

from tournaments.sheets import embeds, pages, share_pages

urlpatterns = [
    path("embed/events/<int:event_id>/standings", embeds.embedded_standings, name="embed-standings"),
    path("embed/events/<int:event_id>/boards", embeds.embedded_boards, name="embed-boards"),
    path("events/<int:event_id>/share/standings.png", share_pages.standings_picture, name="event-share"),
    path("events/<int:event_id>/share/round-<int:number>.png", share_pages.boards_picture, name="event-share-round"),
    path("events/<int:event_id>/screen", pages.screen, name="event-screen"),
    path("events/<int:event_id>/screen/boards", pages.board_screen, name="event-board-screen"),
    path("events/<int:event_id>/print", pages.index, name="event-print"),
    path("events/<int:event_id>/print/<slug:sheet>", pages.sheet, name="event-sheet"),
    path("events/<int:event_id>/print/<slug:sheet>.pdf", pages.pdf, name="event-sheet-pdf"),
]
