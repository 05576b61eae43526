"""A public round beside what it is to become: which places stay, which change, and whether they may."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.pairing import RoundPairings
from gipf_engine.tournament.pairing.base import ByeGiven, Pair
from tournaments.core.errors import EventRefused
from tournaments.core.loader import EventData, RoundRow
from tournaments.core.sides import Place, boards_of_places, decided_matches, places_of
from tournaments.rounds.services.rounds import has_report, need_unlocked


@dataclass
class RoundChange:
    """Which places of a round stay, which are turned round, which leave, and what comes in their place."""

    staying: list[Place] = field(default_factory=list)
    turned: list[Place] = field(default_factory=list)
    freed: list[Place] = field(default_factory=list)
    freed_byes: list[Place] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    byes: list[ByeGiven] = field(default_factory=list)

    @property
    def leaving(self) -> list[Place]:
        """The boards or matches that are not any more as they were."""
        return [*self.turned, *self.freed]

    @classmethod
    def of(cls, rows: EventData, round_: RoundRow, wanted: RoundPairings) -> RoundChange:
        """What makes `wanted` of a public round."""
        pairs = {(pair.white, pair.black): pair for pair in wanted.pairs}
        byes = {(bye.number, bye.kind.value): bye for bye in wanted.byes}
        found = cls()
        for place in places_of(rows, round_):
            if place.kind:
                kept = byes.pop((place.seat[0], place.kind), None)
                (found.staying if kept else found.freed_byes).append(place)
            elif pairs.pop((place.seat[0], place.seat[1]), None):
                found.staying.append(place)
            elif pairs.pop((place.seat[1], place.seat[0]), None):
                found.turned.append(place)
            else:
                found.freed.append(place)
        found.pairs, found.byes = list(pairs.values()), list(byes.values())
        return found


def check_unplayed(rows: EventData, number: int, wanted: RoundPairings) -> None:
    """EventRefused where the public round is locked, or a place that would change has a result or a report of one.

    A match of teams has one as soon as one of its boards has, and where it was forfeited.
    """
    round_ = rows.rounds[number - 1]
    need_unlocked(round_)
    leaving = RoundChange.of(rows, round_, wanted).leaving
    boards = boards_of_places(round_, leaving)
    stopping = (
        *decided_matches(leaving, boards),
        *(
            Message(_("board %(board)d has a result"), {"board": pairing.board})
            for pairing in boards
            if pairing.has_result
        ),
    ) or has_report(rows, replace(round_, pairings=boards))
    if stopping:
        raise EventRefused(Message(_("The pairing cannot change: %(reasons)s."), {"reasons": stopping}), stopping)
