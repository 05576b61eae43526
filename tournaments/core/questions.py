"""What the head of an event asks the subjects above it."""

from __future__ import annotations

from dataclasses import dataclass

from common.events import Question, ask
from tournaments.models import Event

MOST_NAMED = 2


@dataclass(frozen=True, slots=True)
class Lead:
    """How far an event is, and who is first with how many points (tenths); `name` is "" where no one is yet.

    `tied` are the others who share the first place: persons and names, in the order of the table.
    """

    round: int
    rounds: int
    is_final: bool
    person: int | None = None
    name: str = ""
    points: int = 0
    tied: tuple[tuple[int, str], ...] = ()

    @property
    def named(self) -> list[tuple[int | None, str]]:
        """The first of those who lead, as many as a line names."""
        return [(self.person, self.name), *self.tied][:MOST_NAMED]

    @property
    def unnamed(self) -> int:
        """How many more share the first place."""
        return 1 + len(self.tied) - len(self.named)


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
