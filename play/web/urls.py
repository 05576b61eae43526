"""Addresses of games of two, and of solitaires."""

from __future__ import annotations

from django.urls import path

from play.web.views import chat, days, fair_play, games, lobby, moderation, practice, reminders, settings

urlpatterns = [
    path("play", lobby.lobby, name="play"),
    path("play/new", lobby.new, name="play-new"),
    path("play/challenges/<int:challenge_id>/take", lobby.take, name="play-take"),
    path("play/challenges/<int:challenge_id>/close", lobby.close, name="play-close"),
    path("play/links/<slug:token>", lobby.link, name="play-link"),
    path("fair-play", fair_play.fair_play, name="fair-play"),
    path("play/settings", settings.settings, name="play-settings"),
    path("play/calendar", reminders.new_calendar, name="play-calendar"),
    path("play/calendar/<slug:secret>.ics", reminders.deadlines, name="play-deadlines"),
    path("play/vacations", settings.book, name="play-vacations"),
    path("play/vacations/<int:vacation_id>/cancel", settings.cancel, name="play-vacation-cancel"),
    path("play/<int:game_id>", games.game, name="play-game"),
    path("play/<int:game_id>/state", games.state, name="play-state"),
    path("play/<int:game_id>/steps", games.steps, name="play-steps"),
    path("play/<int:game_id>/seen", games.seen, name="play-seen"),
    path("play/<int:game_id>/here", games.here, name="play-here"),
    path("play/<int:game_id>/confirm", games.confirm, name="play-confirm"),
    path("play/<int:game_id>/chat", chat.chat, name="play-chat"),
    path("play/<int:game_id>/chat/<str:token>", chat.seen, name="play-chat-seen"),
    path("play/<int:game_id>/report", moderation.report, name="play-report"),
    path("play/blocks/<int:person_id>", chat.block, name="play-block"),
    path("moderation", moderation.reports, name="moderation"),
    path("moderation/reports/<int:report_id>", moderation.one_report, name="moderation-report"),
    path("moderation/sanctions/<int:sanction_id>/lift", moderation.lift, name="moderation-lift"),
    path("play/<int:game_id>/<slug:action>", games.step, name="play-step"),
    path("practice", practice.practice, name="practice"),
    path("practice/statistics", practice.statistics, name="practice-statistics"),
    path("practice/table", practice.table, name="practice-table"),
    path("practice/table/<slug:action>", practice.step, name="practice-step"),
    path("practice/<int:attempt_id>", practice.attempt, name="practice-attempt"),
    path("practice/<int:attempt_id>/<slug:action>", practice.attempt_step, name="practice-attempt-step"),
    path("day", days.day, name="day"),
    path("day/begin", days.begin, name="day-begin"),
    path("day/resign", days.resign, name="day-resign"),
    path("days", days.days, name="days"),
    path("days/<slug:text>", days.past, name="day-past"),
    path("days/<slug:text>/draw.json", days.draw, name="day-draw"),
    path("days/<slug:text>/lines/<int:attempt_id>", days.line, name="day-line"),
]
