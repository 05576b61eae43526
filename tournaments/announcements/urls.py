"""Addresses: announcements."""

from __future__ import annotations

from django.urls import path

from tournaments.announcements import api
from tournaments.announcements.pages import announcements
from tournaments.core.act_urls import EVENT, page_urls

urlpatterns = [
    *page_urls(api),
    path(f"{EVENT}/announcements", announcements, name="event-announcements"),
]
