"""Addresses: lessons."""

from __future__ import annotations

from django.urls import path

from play.lessons import pages

urlpatterns = [
    path("learn", pages.courses, name="learn"),
    path("learn/<slug:game>", pages.course, name="course"),
    path("learn/<slug:game>/<slug:key>", pages.lesson, name="lesson"),
    path("learn/<slug:game>/<slug:key>/state", pages.state, name="lesson-state"),
    path("learn/<slug:game>/<slug:key>/steps", pages.steps, name="lesson-steps"),
]
