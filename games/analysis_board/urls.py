"""Addresses: the analysis board."""

from __future__ import annotations

from django.urls import path

from games.analysis_board import laying, pages

urlpatterns = [
    path("studies/<slug:study_slug>/analysis", pages.of_study, name="study-analysis"),
    path("analysis", pages.boards, name="analysis-boards"),
    path("analysis/<slug:rules>", pages.board, name="analysis-board"),
    path("analysis/<slug:rules>/state", pages.state, name="analysis-state"),
    path("analysis/<slug:rules>/steps", pages.steps, name="analysis-steps"),
    path("analysis/<slug:rules>/look", pages.look, name="analysis-look"),
    path("analysis/<slug:rules>/study", pages.study, name="analysis-study"),
    path("analysis/<slug:rules>/set-up", laying.set_up, name="analysis-set-up"),
]
