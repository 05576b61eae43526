"""Addresses: solitaires."""

from __future__ import annotations

from django.urls import path

from play.solitaires.pages import days, practice

urlpatterns = [
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
