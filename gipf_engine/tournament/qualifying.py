"""Advancing players from a stage of an event to the next one: the first of each group, and the best of the rest.

Groups are what is ranked by itself: a Swiss is one group, a league has several. Where players share a rank across the
border, no one of them advances until a play-off or a withdrawal parts them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

Playoffs = Sequence[Mapping[int, int]]
"""What play-offs said, the oldest first: ranks by key. They part those whom their stage left equal, and no one else."""
LAST = 10**9
"""The rank of those who were not in a play-off, behind all who were."""


class Way(StrEnum):
    """How a player advances."""

    PLACE = "place"  # among the first of the own group
    REST = "rest"  # among the best of those whom their places did not take


@dataclass(frozen=True, slots=True)
class Placed:
    """How a stage ended for a player: `rank` in the own group, shared by those whom nothing separates.

    `points` of the `most` that could be had compare groups that are not of one size. Who is not `available` has
    withdrawn, and the next in order advances.
    """

    key: int
    rank: int
    points: int
    most: int
    available: bool = True

    @property
    def share(self) -> Fraction:
        """Which part of all points it was."""
        return Fraction(self.points, self.most) if self.most else Fraction(0)


@dataclass(frozen=True, slots=True)
class Qualified:
    """A player who advances. `group` counts from 1; `place` is that in the group, play-offs counted.

    `moved_up`: only because others withdrew.
    """

    key: int
    group: int
    place: int
    share: Fraction
    way: Way
    moved_up: bool = False


@dataclass(frozen=True, slots=True)
class Border:
    """Players whom nothing separates, of whom only `seats` advance. `group` is None among the best of the rest."""

    keys: tuple[int, ...]
    seats: int
    group: int | None


@dataclass(frozen=True, slots=True)
class Qualification:
    """Advancing players, group by group and then the best of the rest; and what has to be decided first."""

    qualified: tuple[Qualified, ...]
    borders: tuple[Border, ...]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A player in the order of the group. Equal `order`: nothing separates them."""

    placed: Placed
    group: int
    place: int
    order: tuple[int, ...]


def qualify(groups: Sequence[Sequence[Placed]], first: int, rest: int = 0, playoffs: Playoffs = ()) -> Qualification:
    """The `first` of each group, and of all others the `rest` best: by place, then by their share of the points.

    The best of the rest are not looked for before every group is decided.
    """
    found = _qualify(groups, first, rest, playoffs)
    if all(placed.available for group in groups for placed in group):
        return found
    whole = _qualify([[replace(placed, available=True) for placed in group] for group in groups], first, rest, playoffs)
    expected = {each.key for each in whole.qualified} | {key for border in whole.borders for key in border.keys}
    qualified = tuple(replace(each, moved_up=each.key not in expected) for each in found.qualified)
    return replace(found, qualified=qualified)


def _qualify(groups: Sequence[Sequence[Placed]], first: int, rest: int, playoffs: Playoffs) -> Qualification:
    chosen: list[Qualified] = []
    borders: list[Border] = []
    left: list[_Candidate] = []
    for number, group in enumerate(groups, 1):
        able = [each for each in _candidates_in_order(group, number, playoffs) if each.placed.available]
        taken, tied, others = _cut(able, first, [each.order for each in able])
        chosen.extend(_qualified(each, Way.PLACE) for each in taken)
        borders.extend(_borders(tied, first - len(taken), number))
        left.extend(others)
    if rest and not borders:
        ranked = sorted(left, key=lambda each: _order_of_rest(each, playoffs))
        taken, tied, _others = _cut(ranked, rest, [_order_of_rest(each, playoffs) for each in ranked])
        chosen.extend(_qualified(each, Way.REST) for each in taken)
        borders.extend(_borders(tied, rest - len(taken), None))
    return Qualification(tuple(chosen), tuple(borders))


def _candidates_in_order(group: Sequence[Placed], number: int, playoffs: Playoffs) -> Iterator[_Candidate]:
    """A group by rank and then by play-offs; equals in the order in which they came."""
    orders = [(placed.rank, *_playoff_ranks(placed, playoffs)) for placed in group]
    for order, placed in sorted(zip(orders, group, strict=True), key=lambda each: each[0]):
        yield _Candidate(placed, number, 1 + sum(other < order for other in orders), order)


def _playoff_ranks(placed: Placed, playoffs: Playoffs) -> tuple[int, ...]:
    return tuple(ranks.get(placed.key, LAST) for ranks in playoffs)


def _order_of_rest(each: _Candidate, playoffs: Playoffs) -> tuple[Fraction | int, ...]:
    return each.place, -each.placed.share, *_playoff_ranks(each.placed, playoffs)


def _cut(
    ranked: Sequence[_Candidate], wanted: int, orders: Sequence[tuple[Fraction | int, ...]]
) -> tuple[Sequence[_Candidate], Sequence[_Candidate], Sequence[_Candidate]]:
    """Those before the border, those who are equal across it, and all others."""
    if wanted <= 0 or wanted >= len(ranked) or orders[wanted - 1] != orders[wanted]:
        return ranked[: max(wanted, 0)], (), ranked[max(wanted, 0) :]
    start = orders.index(orders[wanted])
    end = start + orders.count(orders[wanted])
    return ranked[:start], ranked[start:end], ranked[end:]


def _qualified(each: _Candidate, way: Way) -> Qualified:
    return Qualified(each.placed.key, each.group, each.place, each.placed.share, way)


def _borders(tied: Sequence[_Candidate], seats: int, group: int | None) -> Iterator[Border]:
    if tied:
        yield Border(tuple(each.placed.key for each in tied), seats, group)
