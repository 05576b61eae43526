"""Where the menu of an event's desk offers an act or a page, and what that depends on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from django.utils.functional import Promise

from tournaments.core.loader import EventData, RoundRow
from tournaments.core.queries.events import EventHead
from tournaments.models import Event


class Group(IntEnum):
    """The parts of the menu, in their order."""

    ROUND = 1
    PLAYERS = 2
    PAPER = 3
    EVENT = 4


@dataclass(frozen=True, slots=True)
class DeskState:
    """What the menu depends on. `round` is the one that the desk shows; `has_draft`: arbiters alone see another."""

    head: EventHead
    rows: EventData
    round: RoundRow | None
    has_draft: bool = False

    @property
    def last(self) -> RoundRow | None:
        """The last round that is paired."""
        return self.rows.rounds[-1] if self.rows.rounds else None

    @property
    def is_running(self) -> bool:
        return self.is_in(Event.State.RUNNING)

    def is_in(self, *states: str) -> bool:
        """Whether the event is in one of these states."""
        return self.head.event.state in states


def shown_round(desk: DeskState) -> RoundRow | None:
    """The round that the desk shows."""
    return desk.round


def last_round(desk: DeskState) -> RoundRow | None:
    """The last round that is paired."""
    return desk.last


@dataclass(frozen=True, slots=True)
class AtDesk:
    """Where the menu of the desk has something, and how it is called there.

    `label` may name the "%(number)s" of the round that it is about, which is `of`. `consequence` says what is lost
    or changed for players where that is hard to take back: such things stand apart in their group.
    """

    group: Group
    label: str | Promise
    when: Callable[[DeskState], bool]
    of: Callable[[DeskState], RoundRow | None] = shown_round
    consequence: str | Promise = ""
