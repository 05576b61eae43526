"""Addresses: results."""

from __future__ import annotations

from django.urls import path

from tournaments.results.pages import desk, seat_links

urlpatterns = [
    path("events/<int:event_id>/desk", desk.desk, name="event-desk"),
    path("events/<int:event_id>/desk/news", desk.news, name="event-news"),
    path("events/<int:event_id>/results/<int:game_id>", desk.result, name="event-result"),
    path("events/<int:event_id>/results/<int:game_id>/revoke-link", seat_links.revoke, name="seat-link-revoke"),
    path("events/<int:event_id>/pairings/<int:number>/slips", seat_links.slips, name="event-slips"),
    path("report/<str:token>", seat_links.report, name="seat-link"),
    path("events/<int:event_id>/results/<int:game_id>/undo", desk.undo_result, name="event-result-undo"),
]
