"""What ranks an event in which everybody plays the same deals alone: points by comparison, deals won, what was counted.

`compare_plays` gives the points: on each deal one for everybody who did worse, half a point for everybody who did as
well (the match points of duplicate bridge).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import ClassVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Cell, CrossTable, DealPlay, Solo
from gipf_engine.tournament.standings.base import register
from gipf_engine.tournament.standings.own_results import Count
from gipf_engine.tournament.standings.score_history import ScoreHistory, ScoreLine

BEATEN, EQUAL = 10, 5
"""Tenths of a point for a person who did worse, and for a person who did as well."""


def match_points(keys: Sequence[tuple[int, ...]]) -> list[int]:
    """The points of each on one deal, in tenths. Who did not play it, with the key (), has none.

    >>> match_points([(1, 5), (1, 3), (0, 4), ()])
    [30, 20, 10, 0]
    """
    worst_first = sorted(keys)
    found = []
    for key in keys:
        beaten = bisect_left(worst_first, key)
        equals = bisect_right(worst_first, key) - beaten - 1
        found.append(BEATEN * beaten + EQUAL * equals if key else 0)
    return found


def shared_ranks(keys: Iterable[tuple[int, ...]]) -> dict[tuple[int, ...], int]:
    """The rank of each key, the highest first. Equals share one.

    >>> shared_ranks([(0, 4), (1, 5), (1, 5)])
    {(1, 5): 1, (0, 4): 3}
    """
    equals = Counter(keys)
    found, rank = {}, 1
    for key in sorted(equals, reverse=True):
        found[key] = rank
        rank += equals[key]
    return found


def compare_plays(table: CrossTable) -> CrossTable:
    """The table with the points of all deals recalculated among those who are in it."""
    cells = [list(entrant.cells) for entrant in table.entrants]
    if not any(isinstance(cell, Solo) for own in cells for cell in own):
        return table
    for round_ in range(table.rounds_played):
        _compare_round(cells, round_)
    entrants = (replace(entrant, cells=tuple(own)) for entrant, own in zip(table.entrants, cells, strict=True))
    return replace(table, entrants=tuple(entrants))


def _compare_round(cells: Sequence[list[Cell]], round_: int) -> None:
    solos = {at: cell for at, own in enumerate(cells) if round_ < len(own) and isinstance(cell := own[round_], Solo)}
    if not all(cell.plays for cell in solos.values()) or not solos:
        return
    deals = zip(*(cell.plays for cell in solos.values()), strict=True)
    compared = zip(*(_compare_deal(plays) for plays in deals), strict=True)
    for at, plays in zip(solos, compared, strict=True):
        cells[at][round_] = Solo(tuple(plays))


def _compare_deal(plays: Iterable[DealPlay]) -> list[DealPlay]:
    own = list(plays)
    points = match_points([play.key for play in own])
    return [replace(play, points=each) for play, each in zip(own, points, strict=True)]


class _DealCount(Count):
    """What the rules count under `counted`, added up over all deals."""

    counted: ClassVar[str]

    def count_round(self, history: ScoreHistory, line: ScoreLine) -> int:
        """Over the deals of the round that were played."""
        return sum(play.counts.get(self.counted, 0) for play in line.plays if play.counts is not None)

    def label(self, history: ScoreHistory, line: ScoreLine) -> Message:
        """The count of each deal."""
        counts = [0 if play.counts is None else play.counts.get(self.counted, 0) for play in line.plays]
        return Message("%(counts)s", {"counts": [str(count) for count in counts]})


@register
class DealsWon(_DealCount):
    """DW: deals of a solitaire that were won."""

    key = "DW"
    name = _("Deals won")
    help = _("Deals won, when all players play the same deals.")
    counted = "won"


@register
class GatesPassed(_DealCount):
    """DG: gates passed on all deals."""

    key = "DG"
    name = _("Gates passed")
    help = _("Gates passed on all deals, when all players play the same deals.")
    counted = "gates"


@register
class GeneralsCut(_DealCount):
    """DC: generals cut on all deals."""

    key = "DC"
    name = _("Generals cut")
    help = _("Generals cut on all deals, when all players play the same deals.")
    counted = "generals"
