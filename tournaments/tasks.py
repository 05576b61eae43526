"""Work that workers do for tournaments."""

from __future__ import annotations

from jobs.services import handler
from tournaments.services.asking import PAIR, make_round_asked_for


@handler(PAIR)
def pair(subject: str) -> None:
    """Make a round that takes long. `subject` is the event's scope and the round's number, "event:12:3"."""
    _event, event_id, number = subject.split(":")
    make_round_asked_for(int(event_id), int(number))
