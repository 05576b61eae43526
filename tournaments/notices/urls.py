"""Addresses: notices."""

from __future__ import annotations

from django.urls import path

from tournaments.notices import many_events, pages

urlpatterns = [
    path("clubs/<slug:slug>/news", pages.club_page, name="club-news"),
    path("clubs/<slug:slug>/news.atom", pages.club_feed, name="club-feed"),
    path("clubs/<slug:slug>/events.ics", many_events.club_calendar, name="club-calendar"),
    path("events.ics", many_events.server_calendar, name="events-calendar"),
    path("events.atom", many_events.server_feed, name="events-feed"),
    path("events/<int:event_id>/feed.atom", pages.feed, name="event-feed"),
    path("events/<int:event_id>/calendar.ics", pages.calendar, name="event-calendar"),
    path("events/<int:event_id>/webhooks", pages.webhooks, name="event-webhooks"),
    path("events/<int:event_id>/webhooks/<int:webhook_id>", pages.act, name="event-webhook"),
]
