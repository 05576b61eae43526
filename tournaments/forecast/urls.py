"""Addresses: forecast."""

from __future__ import annotations

from django.urls import path

from tournaments.forecast import pages

urlpatterns = [path("events/<int:event_id>/forecast", pages.forecast, name="event-forecast")]
