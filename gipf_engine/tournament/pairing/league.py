"""Leagues: groups of neighbouring strength that each play a round robin at the same time.

The first group holds the best pairing numbers, the next group those after them, and so on. Groups are
as equal as they can be, larger ones first, or those that `Entrant.extras["group"]` names ("1" is the
highest). A group that has played all its rounds rests. Who moves up and down in the end is worked
out by `gipf_engine.tournament.standings.league`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import ByeKind, CrossTable
from gipf_engine.tournament.pairing.base import (
    ByeGiven,
    Option,
    Pair,
    PairingError,
    PairingSystem,
    RoundPairings,
    register,
)
from gipf_engine.tournament.pairing.round_robin import MINIMUM_ENTRANTS, scheduled_round
from gipf_engine.tournament.pairing.steps import StepCounter

GROUP = "group"


@register
class League(PairingSystem):
    """Several round robins side by side."""

    key = "league"
    place = 50
    name = _("League of groups")
    help = _("Groups by strength, each a round robin; the best move up and the last move down for the next season.")
    needs_results = False
    options = (
        Option("groups", _("Groups"), _("How many groups the field is cut into."), default=2, least=1, most=50),
        Option("double", _("Double"), _("All players meet each other twice."), default=False),
    )
    event_options: ClassVar[tuple[Option, ...]] = (
        Option("up", _("Promoted"), _("How many of each group move up for the next season."), default=1, most=50),
        Option("down", _("Relegated"), _("How many of each group move down for the next season."), default=1, most=50),
    )
    split_by = GROUP

    def __init__(self, groups: int = 2, double: bool = False) -> None:
        self.groups = groups
        self.cycles = 2 if double else 1

    def rounds(self, entrants: int) -> int | None:
        """Those of the largest group."""
        largest = -(-entrants // self.groups)
        return (largest + largest % 2 - 1) * self.cycles if largest >= MINIMUM_ENTRANTS else 0

    def pair(self, table: CrossTable, steps: StepCounter | None = None) -> RoundPairings:
        """The next round of every group, one group after the other.

        Raises `PairingError` for a group of one, and when all groups have played.
        """
        coming = table.rounds_played + 1
        pairs: list[Pair] = []
        resting: dict[int, Message] = {}
        for members in split(table, self.groups):
            size = len(members) + len(members) % 2
            if coming > (size - 1) * self.cycles:
                resting.update(dict.fromkeys(members, Message(_("Free: the group has played all its rounds."))))
                continue
            for white, black in scheduled_round(size, coming, self.cycles):
                if max(white, black) > len(members):
                    resting[members[min(white, black) - 1]] = Message(
                        _("Free: the group has an odd number of players.")
                    )
                else:
                    pairs.append(Pair(members[white - 1], members[black - 1]))
        if not pairs:
            raise PairingError(Message(_("All rounds of this league are paired.")))
        byes = tuple(ByeGiven(number, ByeKind.REST) for number in resting)
        return RoundPairings(coming, tuple(pairs), byes, {number: (message,) for number, message in resting.items()})

    def explain(self) -> Sequence[Message]:
        """How the rounds come about."""
        return (
            Message(_("The field is cut into groups by pairing number, the best in the first.")),
            Message(_("Each group is a round robin by the Berger tables.")),
            Message(_("The best of a group move up and the last move down; the organiser sets how many.")),
        )


def split(table: CrossTable, groups: int) -> tuple[tuple[int, ...], ...]:
    """The pairing numbers of each group, the highest group first. Raises `PairingError` for groups of one."""
    entrants = sorted(table.entrants, key=lambda entrant: entrant.number)
    named: dict[str, list[int]] = {}
    for entrant in entrants:
        named.setdefault(entrant.extras.get(GROUP, ""), []).append(entrant.number)
    if set(named) <= {""}:
        parts = partition([entrant.number for entrant in entrants], groups)
    else:
        parts = tuple(tuple(named[name]) for name in sorted(named, key=_group_order))
    if any(len(part) < MINIMUM_ENTRANTS for part in parts):
        raise PairingError(Message(_("Every group of a league needs at least two entrants.")))
    return parts


def _group_order(name: str) -> tuple[int, str]:
    """Numbers in their order, then names; more digits than any number of groups has are a name."""
    return (int(name), "") if name.isdecimal() and len(name) < 6 else (10**6, name)


def partition(numbers: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    """The numbers in `groups` parts of neighbours, as equal as they can be, larger ones first."""
    size, larger = divmod(len(numbers), groups)
    ends = [size * at + min(at, larger) for at in range(groups + 1)]
    return tuple(tuple(numbers[start:end]) for start, end in pairwise(ends))
