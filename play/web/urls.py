"""Addresses of solitaires."""

from __future__ import annotations

from django.urls import path

from play.web.views import practice

urlpatterns = [
    path("practice", practice.practice, name="practice"),
    path("practice/table", practice.table, name="practice-table"),
    path("practice/table/<slug:action>", practice.step, name="practice-step"),
]
