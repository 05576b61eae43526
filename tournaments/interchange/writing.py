"""The ways out of the house for a whole event, by the names of the formats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from tournaments.interchange import event_file, trf_out
from tournaments.rows import EventRows
from tournaments.trf import Dialect

FILES: Mapping[str, Callable[[EventRows], bytes]] = {
    "trf26": partial(trf_out.written, dialect=Dialect.TRF26),
    "trf16": partial(trf_out.written, dialect=Dialect.TRF16),
    "json": event_file.written,
}
"""Each makes the bytes of a file, or raises FileRefused."""
