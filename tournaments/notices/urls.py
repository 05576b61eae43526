"""Addresses: notices."""

from __future__ import annotations

from django.urls import path

from tournaments.notices.pages import subscriptions, webhooks

urlpatterns = [
    path("events/<int:event_id>/feed.atom", subscriptions.feed, name="event-feed"),
    path("events/<int:event_id>/calendar.ics", subscriptions.calendar, name="event-calendar"),
    path("events/<int:event_id>/webhooks", webhooks.webhooks, name="event-webhooks"),
    path("events/<int:event_id>/webhooks/<int:webhook_id>", webhooks.act, name="event-webhook"),
]
