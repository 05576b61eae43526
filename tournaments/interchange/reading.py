"""The one way into the house for a file, whatever its format."""

from __future__ import annotations

from tournaments.interchange import event_in, trf_in
from tournaments.interchange.incoming import Incoming
from tournaments.interchange.trf_in import Wishes

__all__ = ["Wishes", "taken"]


def taken(data: bytes, wishes: Wishes) -> Incoming:
    """The event in a file: an event file or TRF. Raises FileRefused."""
    if event_in.looks_like_one(data):
        return event_in.taken(data, wishes.name)
    return trf_in.taken(data, wishes)
