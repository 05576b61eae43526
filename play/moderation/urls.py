"""Addresses: moderation."""

from __future__ import annotations

from django.urls import path

from play.moderation import pages as moderation

urlpatterns = [
    path("play/<int:game_id>/report", moderation.report, name="play-report"),
    path("play/<int:game_id>/spectators/report", moderation.report_line, name="play-spectators-report"),
    path("moderation", moderation.reports, name="moderation"),
    path("moderation/reports/<int:report_id>", moderation.one_report, name="moderation-report"),
    path("moderation/sanctions/<int:sanction_id>/lift", moderation.lift, name="moderation-lift"),
]
