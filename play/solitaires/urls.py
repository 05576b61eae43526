"""Addresses: solitaires."""

from __future__ import annotations

from django.urls import path

from play.solitaires import pages

urlpatterns = [
    path("practice", pages.practice, name="practice"),
    path("practice/statistics", pages.statistics, name="practice-statistics"),
    path("practice/table", pages.table, name="practice-table"),
    path("practice/table/<slug:action>", pages.step, name="practice-step"),
    path("practice/<int:attempt_id>", pages.attempt, name="practice-attempt"),
    path("practice/<int:attempt_id>/<slug:action>", pages.attempt_step, name="practice-attempt-step"),
    path("day", pages.day, name="day"),
    path("day/begin", pages.begin, name="day-begin"),
    path("day/resign", pages.resign, name="day-resign"),
    path("days", pages.days, name="days"),
    path("days/<slug:text>", pages.past, name="day-past"),
    path("days/<slug:text>/draw.json", pages.draw, name="day-draw"),
    path("days/<slug:text>/lines/<int:attempt_id>", pages.line, name="day-line"),
]
