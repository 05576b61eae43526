"""The seeds of those who advance: by place, or so that players of one group meet as late as they can."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from itertools import groupby

from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.pairing.knock_out import seed_entrants
from gipf_engine.tournament.qualifying import Qualified


class StageSeeding(StrEnum):
    """How a stage numbers those who came from the one before."""

    PLACE = "place"
    CROSS = "cross"


SEEDING_NAMES: dict[StageSeeding, str] = {
    StageSeeding.PLACE: _("By place"),
    StageSeeding.CROSS: _("Crossed, so that players of a group do not meet first"),
}


def seed(qualified: Sequence[Qualified], how: StageSeeding) -> tuple[Qualified, ...]:
    """Those who advance, seed 1 first.

    Winners of groups come first, then the seconds, and so on; within a place by their share of the points, then by the
    number of the group. Crossed, seeds of one place change among each other: as few players of a group as can be meet
    in the first round of a knock-out, then in the second, and so on; of equal ways the one nearest to that order.
    """
    in_order = sorted(qualified, key=lambda each: (each.place, -each.share, each.group))
    if how is StageSeeding.PLACE:
        return tuple(in_order)
    seeded: list[Qualified] = []
    for _place, tier in groupby(in_order, key=lambda each: each.place):
        members = list(tier)
        costs = [
            [_cost(each, at, len(seeded) + step, seeded, len(in_order)) for step in range(len(members))]
            for at, each in enumerate(members, len(seeded))
        ]
        seats = assign(costs)
        seeded.extend(members[seats.index(step)] for step in range(len(members)))
    return tuple(seeded)


def first_meeting(one: int, two: int, entrants: int) -> int:
    """In which round of a knock-out of so many entrants two seeds meet, if both get there."""
    seats = _seats_of_seeds(1 << max((entrants - 1).bit_length(), 1))
    return (seats[one] ^ seats[two]).bit_length()


@cache
def _seats_of_seeds(size: int) -> dict[int, int]:
    return {number: seat for seat, number in enumerate(seed_entrants(size))}


def _cost(each: Qualified, natural: int, seat: int, seeded: Sequence[Qualified], entrants: int) -> int:
    """What it costs to give a player the seed `seat` + 1: meetings within the group, early ones most; then moving."""
    rounds = max((entrants - 1).bit_length(), 1)
    early = sum(
        int(entrants ** (rounds - first_meeting(seat + 1, at + 1, entrants))) - 1
        for at, other in enumerate(seeded)
        if other.group == each.group
    )
    return early * entrants**2 + (seat - natural) ** 2


def assign(costs: Sequence[Sequence[int]]) -> list[int]:
    """The column for each row of a square so that the costs are least together (the Hungarian method)."""
    size = len(costs)
    row_price, column_price, row_of = [0] * (size + 1), [0] * (size + 1), [0] * (size + 1)
    for row in range(1, size + 1):
        row_of[0] = row
        came_from = _grow_tree(costs, row_price, column_price, row_of)
        column = came_from.pop()
        while column:
            row_of[column] = row_of[came_from[column]]
            column = came_from[column]
    columns = [0] * size
    for column in range(1, size + 1):
        columns[row_of[column] - 1] = column - 1
    return columns


def _grow_tree(
    costs: Sequence[Sequence[int]], row_price: list[int], column_price: list[int], row_of: Sequence[int]
) -> list[int]:
    """Change prices until the row at column 0 reaches a free column: where each column came from, and that column."""
    size = len(costs)
    slack: list[int | None] = [None] * (size + 1)
    came_from, used, column = [0] * (size + 1), [False] * (size + 1), 0
    while row_of[column]:
        used[column] = True
        row, here = row_of[column], column
        open_columns = [each for each in range(1, size + 1) if not used[each]]
        for each in open_columns:
            gap = costs[row - 1][each - 1] - row_price[row] - column_price[each]
            known = slack[each]
            if known is None or gap < known:
                slack[each], came_from[each] = gap, here
        step, column = min((gap, each) for each, gap in enumerate(slack) if gap is not None and not used[each])
        for each in range(size + 1):
            left = slack[each]
            if used[each]:
                row_price[row_of[each]] += step
                column_price[each] -= step
            elif left is not None:
                slack[each] = left - step
    return [*came_from, column]
