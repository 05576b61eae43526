"""Addresses: manuals."""

from __future__ import annotations

from django.urls import path

from games.manuals import pages as rules

urlpatterns = [
    path("rules", rules.rules_list, name="rules-list"),
    path("rules/<slug:key>", rules.rules, name="rules"),
]
