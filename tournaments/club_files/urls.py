"""Addresses: the file of a club."""

from __future__ import annotations

from django.urls import path

from tournaments.club_files import pages

urlpatterns = [
    path("clubs/<slug:slug>/export", pages.export_page, name="club-export"),
    path("clubs/<slug:slug>/export.zip", pages.download, name="club-export-file"),
]
