"""Addresses: results."""

from __future__ import annotations

from django.urls import path

from tournaments.core.act_urls import page_urls
from tournaments.results import api, pages

urlpatterns = [
    *page_urls(api),
    path("events/<int:event_id>/desk", pages.desk, name="event-desk"),
    path("events/<int:event_id>/desk/news", pages.news, name="event-news"),
    path("events/<int:event_id>/results/<int:game_id>", pages.result, name="event-result"),
    path("events/<int:event_id>/results/<int:game_id>/revoke-link", pages.revoke, name="seat-link-revoke"),
    path("events/<int:event_id>/pairings/<int:number>/slips", pages.slips, name="event-slips"),
    path("events/<int:event_id>/results/<int:game_id>/call", pages.call, name="event-call"),
    path("report/<str:token>", pages.report, name="seat-link"),
    path("report/<str:token>/call", pages.call_by_seat_link, name="seat-link-call"),
    path("events/<int:event_id>/results/<int:game_id>/undo", pages.undo_result, name="event-result-undo"),
]
