"""What the head of an event asks the subjects above it."""

from __future__ import annotations

from dataclasses import dataclass

from common.events import Question, ask
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Lead:
    """How far an event is, and who is first with how many points (tenths); `name` is "" where nobody is yet."""

    round: int
    rounds: int
    is_final: bool
    person: int | None = None
    name: str = ""
    points: int = 0


@dataclass(frozen=True)
class LeadOf(Question[Lead | None]):
    """How far is the event at `version`, and who leads? None where that would have to be computed first."""

    event: Event
    version: int


def lead_of(event: Event, version: int) -> Lead | None:
    """What every page of the event says of its lead; None before the start."""
    if event.state not in (Event.State.RUNNING, Event.State.CLOSED):
        return None
    return next((lead for lead in ask(LeadOf(event, version)) if lead is not None), None)
