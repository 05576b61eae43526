"""Addresses: people."""

from __future__ import annotations

from django.urls import path

from players.core.pages import PERSON
from players.people import pages

urlpatterns = [
    path(f"{PERSON}/name", pages.rename, name="club-person-rename"),
    path(f"{PERSON}/merge", pages.merge, name="club-person-merge"),
    path(f"{PERSON}/unmerge", pages.unmerge, name="club-person-unmerge"),
]
