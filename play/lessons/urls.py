"""Addresses: lessons."""

from __future__ import annotations

from django.urls import path

from play.lessons import example_boards, pages

urlpatterns = [
    path("learn", pages.courses, name="learn"),
    path("learn/<slug:game>", pages.course, name="course"),
    path("learn/<slug:game>/<slug:key>", pages.lesson, name="lesson"),
    path("learn/<slug:game>/<slug:key>/state", pages.state, name="lesson-state"),
    path("learn/<slug:game>/<slug:key>/steps", pages.steps, name="lesson-steps"),
    path("rules/<slug:key>/boards/<slug:picture>", example_boards.board, name="rules-board"),
    path("rules/<slug:key>/boards/<slug:picture>/state", example_boards.state, name="rules-board-state"),
    path("rules/<slug:key>/boards/<slug:picture>/steps", example_boards.steps, name="rules-board-steps"),
]
