"""Addresses: all-time tables."""

from __future__ import annotations

from django.urls import path

from tournaments.all_time import pages

urlpatterns = [
    path("clubs/<slug:slug>/all-time", pages.all_time, name="club-all-time"),
    path("clubs/<slug:slug>/all-time.csv", pages.all_time_csv, name="club-all-time-csv"),
]
