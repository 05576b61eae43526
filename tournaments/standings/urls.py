"""Addresses: standings."""

from __future__ import annotations

from django.urls import path

from tournaments.core.act_urls import page_urls
from tournaments.standings import api, pages

urlpatterns = [
    *page_urls(api),
    path("events/<int:event_id>/what-if", pages.what_if, name="event-what-if"),
    path("events/<int:event_id>/categories", pages.categories, name="event-categories"),
    path("events/<int:event_id>/categories.csv", pages.categories_csv, name="event-categories-csv"),
    path("events/<int:event_id>/prizes", pages.prizes, name="event-prizes"),
    path("events/<int:event_id>/prizes.csv", pages.prizes_csv, name="event-prizes-csv"),
]
