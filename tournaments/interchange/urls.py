"""Addresses: interchange."""

from __future__ import annotations

from django.urls import path

from tournaments.interchange.pages import files, importing

urlpatterns = [
    path("clubs/<slug:slug>/events/import", importing.event_import, name="event-import"),
    path("clubs/<slug:slug>/imports/<int:request_id>", importing.event_import_state, name="event-import-state"),
    path("events/<int:event_id>/standings.csv", files.standings_csv, name="event-standings-csv"),
    path("events/<int:event_id>/crosstable.csv", files.cross_table_csv, name="event-crosstable-csv"),
    path("events/<int:event_id>/signed.json", files.signed_results, name="event-signed"),
    path("events/<int:event_id>/event.json", files.event_json, name="event-json"),
    path("events/<int:event_id>/files", files.files, name="event-files"),
    path("events/<int:event_id>/files/<slug:kind>", files.event_file, name="event-file"),
]
