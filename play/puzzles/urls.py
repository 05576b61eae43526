"""Addresses: puzzles."""

from __future__ import annotations

from django.urls import path

from play.puzzles import pages

urlpatterns = [
    path("puzzles", pages.puzzles, name="puzzles"),
    path("puzzles/day", pages.of_day, name="puzzle-of-day"),
    path("puzzles/<int:puzzle_key>", pages.puzzle, name="puzzle"),
    path("puzzles/<int:puzzle_key>/state", pages.state, name="puzzle-state"),
    path("puzzles/<int:puzzle_key>/steps", pages.steps, name="puzzle-steps"),
    path("puzzles/<slug:rules>/next", pages.draw, name="puzzle-next"),
]
