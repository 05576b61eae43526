"""Addresses: consent of guardians."""

from __future__ import annotations

from django.urls import path

from players.guardians import pages

urlpatterns = [
    path("clubs/<slug:slug>/guardians", pages.club_guardians, name="club-guardians"),
    path("clubs/<slug:slug>/guardians/ask", pages.ask, name="club-guardians-ask"),
    path("guardian/<str:secret>", pages.guardian, name="guardian"),
]
