"""The ways out of the house for a whole event, by the names of the formats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from engine.tournament.trf import Dialect
from tournaments.domain.loader import EventData
from tournaments.import_export import json_exporter, trf_exporter

FILES: Mapping[str, Callable[[EventData], bytes]] = {
    "trf26": partial(trf_exporter.serialize, dialect=Dialect.TRF26),
    "trf16": partial(trf_exporter.serialize, dialect=Dialect.TRF16),
    "json": json_exporter.serialize,
}
"""Each makes the bytes of a file, or raises FileRefused."""
