"""Addresses: interchange."""

from __future__ import annotations

from django.urls import path

from tournaments.interchange import pages

urlpatterns = [
    path("clubs/<slug:slug>/events/import", pages.event_import, name="event-import"),
    path("clubs/<slug:slug>/imports/<int:request_id>", pages.event_import_state, name="event-import-state"),
    path("events/<int:event_id>/standings.csv", pages.standings_csv, name="event-standings-csv"),
    path("events/<int:event_id>/crosstable.csv", pages.cross_table_csv, name="event-crosstable-csv"),
    path("events/<int:event_id>/signed.json", pages.signed_results, name="event-signed"),
    path("events/<int:event_id>/event.json", pages.event_json, name="event-json"),
    path("events/<int:event_id>/files", pages.files, name="event-files"),
    path("events/<int:event_id>/files/<slug:kind>", pages.event_file, name="event-file"),
]
