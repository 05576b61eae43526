"""Addresses: table."""

from __future__ import annotations

from django.urls import path

from play.table.pages import chat, conditional_turns, games, notes, positions, reminders, settings

urlpatterns = [
    path("play/settings", settings.settings, name="play-settings"),
    path("play/calendar", reminders.new_calendar, name="play-calendar"),
    path("play/calendar/<slug:secret>.ics", reminders.deadlines, name="play-deadlines"),
    path("play/vacations", settings.book, name="play-vacations"),
    path("play/vacations/<int:vacation_id>/cancel", settings.cancel, name="play-vacation-cancel"),
    path("play/<int:game_id>", games.game, name="play-game"),
    path("play/<int:game_id>/state", games.state, name="play-state"),
    path("play/<int:game_id>/steps", games.steps, name="play-steps"),
    path("play/<int:game_id>/seen", games.seen, name="play-seen"),
    path("play/<int:game_id>/positions", positions.positions, name="play-positions"),
    path("play/<int:game_id>/note", notes.note, name="play-note"),
    path("play/<int:game_id>/conditional-turns", conditional_turns.store, name="play-conditional"),
    path(
        "play/<int:game_id>/conditional-turns/<int:line_id>/delete",
        conditional_turns.delete,
        name="play-conditional-delete",
    ),
    path("play/<int:game_id>/here", games.here, name="play-here"),
    path("play/<int:game_id>/confirm", games.confirm, name="play-confirm"),
    path("play/<int:game_id>/chat", chat.chat, name="play-chat"),
    path("play/<int:game_id>/chat/<str:token>", chat.seen, name="play-chat-seen"),
    path("play/blocks/<int:person_id>", chat.block, name="play-block"),
    path("play/<int:game_id>/<slug:action>", games.step, name="play-step"),
]
