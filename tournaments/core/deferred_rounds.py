"""The job that pairs a round for which a page has no time: what it is called, and how far it is."""

from __future__ import annotations

from tournaments.models import Event

PAIR = "pair"
"""The kind of job. Its subject is the event's scope and the round's number: "event:12:3"."""

READ, PAIRED, STORED = 1, 2, 3
"""How far a round is, of STORED."""


def subject_of(event: Event, number: int) -> str:
    """The subject of the job that makes a round."""
    return f"{event.scope}:{number}"
