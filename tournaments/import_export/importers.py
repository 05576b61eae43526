"""The one way into the house for a file, whatever its format."""

from __future__ import annotations

from tournaments.import_export import json_importer, trf_importer
from tournaments.import_export.imported_event import ImportedEvent
from tournaments.import_export.trf_importer import ImportOptions

__all__ = ["ImportOptions", "parse"]


def parse(data: bytes, wishes: ImportOptions) -> ImportedEvent:
    """The event in a file: an event file or TRF. Raises FileRefused."""
    if json_importer.is_event_json(data):
        return json_importer.parse(data, wishes.name)
    return trf_importer.parse(data, wishes)
