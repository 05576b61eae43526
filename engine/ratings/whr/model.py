"""Whole-history rating: everybody's strength on every day that he played, fitted to all games at once.

Source: R. Coulom, "Whole-History Rating: A Bayesian Rating System for Players of Time-Varying Strength", Computers and
Games 2008 (https://www.remi-coulom.fr/WHR/WHR.pdf). Strength is a Wiener process, results follow the logistic curve of
Elo, and newcomers are taken to have drawn with an average player. The fit is the most likely of all histories. Each
player's history is fitted by Newton's method while the others stay; whoever was moved by that is fitted next.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from engine.ratings.base import WIN, Game
from engine.ratings.whr import kernel
from engine.ratings.whr.kernel import NONE, Floats, Ints

T = TypeVar("T", Ints, Floats)

FIRST_WIDTH = 2.0
"""The variance of somebody who has only drawn once, natural: 1 / (2 · ¼)."""
TOLERANCE = 0.001
"""Points by which a rating may differ from its best fit, others' ratings given."""
MOST_FITS = 50_000_000


@dataclass(frozen=True, slots=True)
class Moment:
    """A player's strength on a day that he played. In points; the average player of newcomers' draws is at 0."""

    day: int
    rating: float
    deviation: float


class WholeHistory:
    """A history of games that grows, and its fit. `drift`: points² of variance a day; `draws` of each newcomer."""

    def __init__(self, drift: float, draws: float, scale: float) -> None:
        self.scale = scale
        self._drift, self._draws = drift / scale**2, draws
        self._numbers: dict[int, int] = {}
        self._nodes = self._sides = 0
        self._last_node, self._player, self._previous, self._day, self._first_side = (_ints() for _ in range(5))
        self._side_node, self._side_next = _ints(), _ints()
        self._days = _ints()
        self._rating, self._side_score, self._width, self._owed = (np.empty(0) for _ in range(4))

    def add(self, games: Iterable[Game], day: int) -> None:
        """Games of one day, not before any that are there. Nothing is fitted yet."""
        played = sorted(
            (white, black, score) if white < black else (black, white, WIN - score) for white, black, score in games
        )
        for one, two, score in played:
            sides = self._sides
            self._side_node, self._side_next = (_room(row, sides + 2) for row in (self._side_node, self._side_next))
            self._side_score = _room(self._side_score, sides + 2)
            for side, person, own in ((sides, one, score), (sides + 1, two, WIN - score)):
                node = self._node_of(person, day)
                self._side_node[side], self._side_score[side] = node, own / WIN
                self._side_next[side], self._first_side[node] = self._first_side[node], side
            self._sides += 2

    def _node_of(self, person: int, day: int) -> int:
        """The person's node of that day; a new one begins where the one before it is."""
        number = self._numbers.get(person)
        if number is None:
            number = self._numbers[person] = len(self._numbers)
            self._last_node, self._days = (_room(row, number + 1) for row in (self._last_node, self._days))
            self._width, self._owed = (_room(row, number + 1) for row in (self._width, self._owed))
            self._last_node[number], self._days[number] = NONE, 0
            self._width[number], self._owed[number] = FIRST_WIDTH, 0.0
        last, node = int(self._last_node[number]), self._nodes
        if last != NONE and self._day[last] == day:
            return last
        self._player, self._previous, self._day, self._first_side = (
            _room(row, node + 1) for row in (self._player, self._previous, self._day, self._first_side)
        )
        self._rating = _room(self._rating, node + 1)
        self._player[node], self._previous[node], self._day[node], self._first_side[node] = number, last, day, NONE
        self._rating[node] = self._rating[last] if last != NONE else 0.0
        self._last_node[number] = node
        self._days[number] += 1
        self._nodes += 1
        return node

    def fit(self, persons: Iterable[int], tolerance: float = TOLERANCE) -> int:
        """Fit these persons' histories, and all that are moved by it. How many times a history was fitted."""
        players = len(self._numbers)
        queue, is_queued = np.zeros(max(players, 1), dtype=np.int64), np.zeros(players, dtype=np.bool_)
        seeds = sorted({self._numbers[person] for person in persons})
        queue[: len(seeds)] = seeds
        is_queued[seeds] = True
        narrow, longest = tolerance / self.scale, int(self._days[:players].max(initial=1))
        return kernel.settle(
            queue,
            len(seeds),
            is_queued,
            self._owed,
            self._width,
            self._last_node,
            self._player,
            self._previous,
            self._day,
            self._rating,
            self._first_side,
            self._side_node,
            self._side_score,
            self._side_next,
            self._drift,
            self._draws,
            narrow,
            longest,
            MOST_FITS,
        )

    def fit_all(self, tolerance: float = TOLERANCE) -> int:
        """Fit everybody."""
        return self.fit(self._numbers, tolerance)

    def latest(self, person: int) -> Moment | None:
        """The strength of a person on the last day that he played; None for somebody who has not."""
        number = self._numbers.get(person)
        if number is None:
            return None
        node = self._last_node[number]
        deviation = self.scale * float(self._width[number]) ** 0.5
        return Moment(int(self._day[node]), self.scale * float(self._rating[node]), deviation)

    def curve(self, person: int) -> list[Moment]:
        """The strength of a person on each day that he played, as known by all games that are there."""
        number = self._numbers.get(person)
        if number is None:
            return []
        nodes = np.empty(self._days[number], dtype=np.int64)
        count = kernel.list_nodes(int(self._last_node[number]), self._previous, nodes)
        slope, curve, tie, found = (np.empty(count) for _ in range(4))
        sides = (self._first_side, self._side_node, self._side_score, self._side_next)
        kernel.differentiate(
            *(count, nodes, self._day, self._rating, *sides, self._drift, self._draws, slope, curve, tie)
        )
        kernel.variances(count, curve, tie, found)
        return [
            Moment(int(self._day[node]), self.scale * float(self._rating[node]), self.scale * float(variance) ** 0.5)
            for node, variance in zip(nodes, found, strict=True)
        ]


def _ints() -> Ints:
    return np.empty(0, dtype=np.int64)


def _room(row: T, size: int) -> T:
    """The same row with room for so many numbers; it grows by doubling."""
    if size <= len(row):
        return row
    longer = np.empty(max(size, 2 * len(row), 64), dtype=row.dtype)
    longer[: len(row)] = row
    return longer
