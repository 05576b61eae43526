"""Addresses: people."""

from __future__ import annotations

from django.urls import path

from players.core.pages import PERSON
from players.people.pages import merging, names

urlpatterns = [
    path(f"{PERSON}/name", names.rename, name="club-person-rename"),
    path(f"{PERSON}/merge", merging.merge, name="club-person-merge"),
    path(f"{PERSON}/unmerge", merging.unmerge, name="club-person-unmerge"),
]
