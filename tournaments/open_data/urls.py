"""Addresses: open data."""

from __future__ import annotations

from django.urls import path

from tournaments.open_data import pages

urlpatterns = [
    path("open-data", pages.months, name="open-data"),
    path("open-data/<slug:month>/games.ndjson.gz", pages.download, name="open-data-games"),
    path("open-data/<slug:month>/names.json", pages.download_names, name="open-data-names"),
]
