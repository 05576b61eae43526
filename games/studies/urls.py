"""Addresses: studies."""

from __future__ import annotations

from django.urls import path

from games.studies import embeds, files
from games.studies.pages import editing, settings, show

_TURN = "studies/<slug:study_slug>/chapters/<int:chapter>/turns/<int:turn>"

urlpatterns = [
    path("embed/studies/<slug:study_slug>", embeds.embedded_study, name="embed-study"),
    path("studies", show.studies, name="studies"),
    path("studies/new", settings.new, name="study-new"),
    path("studies/<slug:study_slug>", show.study, name="study"),
    path("studies/<slug:study_slug>/settings", settings.edit, name="study-settings"),
    path("studies/<slug:study_slug>/copy", settings.copy, name="study-copy"),
    path("studies/<slug:study_slug>/delete", settings.delete, name="study-delete"),
    path("studies/<slug:study_slug>/chapters/new", settings.new_chapter, name="study-chapter-new"),
    path("studies/<slug:study_slug>/chapters/<int:chapter>", settings.chapter, name="study-chapter"),
    path("studies/<slug:study_slug>/study.txt", files.as_text, name="study-text"),
    path("studies/<slug:study_slug>/study.json", files.as_json, name="study-json"),
    path("studies/<slug:study_slug>/chapters/<int:chapter>/line", show.line, name="study-line"),
    path(f"{_TURN}/play", editing.play, name="study-play"),
    path(f"{_TURN}/state", editing.state, name="study-state"),
    path(f"{_TURN}/steps", editing.steps, name="study-steps"),
    path(f"{_TURN}/note", editing.annotate, name="study-annotate"),
    path(f"{_TURN}/line", editing.change_line, name="study-change-line"),
    path(f"{_TURN}/board.svg", files.picture, name="study-picture"),
    path(f"{_TURN}/code.svg", files.code, name="study-code"),
    path(f"{_TURN}/board.png", files.png, name="study-png"),
]
