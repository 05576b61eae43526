"""Whole-history rating: everybody's strength on every day that he played, fitted to all games at once.

Source: R. Coulom, "Whole-History Rating: A Bayesian Rating System for Players of Time-Varying Strength", Computers and
Games 2008 (https://www.remi-coulom.fr/WHR/WHR.pdf). Strength is a Wiener process, results follow the logistic curve of
Elo, and newcomers are taken to have drawn with an average player. The fit is the most likely of all histories. Each
player's history is fitted by Newton's method while the others stay; the one who was moved by that is fitted next.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from gipf_engine.ratings.base import WIN, Game, with_steps
from gipf_engine.ratings.whr import kernel
from gipf_engine.ratings.whr.kernel import NONE, Floats, Ints, Nodes, Players, Queue, Room, Rule, Sides

Row = Any  # Ints or Floats

FIRST_WIDTH = 2.0
"""The variance of a person who has only drawn once, natural: 1 / (2 · ¼)."""
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
    """A history of games that grows, and its fit. `drift`: points² of variance a day; `draws` of each newcomer.

    `first_move`: points by which the one who begins counts as stronger; `handicap_worth`: by which the one who has a
    handicap does for each step of it.
    """

    def __init__(
        self, drift: float, draws: float, scale: float, first_move: float = 0.0, handicap_worth: float = 0.0
    ) -> None:
        self.scale = scale
        self._lift, self._worth = first_move / scale, handicap_worth / scale
        self._rule = Rule(drift / scale**2, float(draws))
        self._numbers: dict[int, int] = {}
        self._node_count = self._side_count = 0
        self._zero = 0.0
        self._players = Players(_ints(), _ints(), _ints(), _floats(), _floats())
        self._nodes = Nodes(_ints(), _ints(), _ints(), _ints(), _floats())
        self._sides = Sides(_ints(), _ints(), _floats(), _floats(), _floats())

    def add(self, games: Iterable[Game], day: int, steps: Iterable[int] = ()) -> None:
        """Games of one day, not before any that are there. Nothing is fitted yet. `steps`: White's of a handicap."""
        lifted_games = (
            (white, black, score, self._lift + ahead * self._worth)
            for (white, black, score), ahead in with_steps(games, steps)
        )
        played = sorted(
            (white, black, score, lift) if white < black else (black, white, WIN - score, -lift)
            for white, black, score, lift in lifted_games
        )
        self._sides = Sides(*_room(self._sides, self._side_count + 2 * len(played)))
        sides = self._sides
        for one, two, score, lifted in played:
            for person, own, above in ((one, score, lifted), (two, WIN - score, -lifted)):
                side, node = self._side_count, self._node_of(person, day)
                _put(sides, side, (node, self._nodes.first_side[node], own / WIN, 0.0, above))
                self._nodes.first_side[node] = side
                self._side_count += 1

    def _node_of(self, person: int, day: int) -> int:
        """The person's node of that day; a new one begins where the one before it is."""
        number, node = self._numbers.get(person), self._node_count
        if number is None:
            number = self._numbers[person] = len(self._numbers)
            self._players = Players(*_room(self._players, number + 1))
            _put(self._players, number, (node, NONE, 0, FIRST_WIDTH, 0.0))
        players, last = self._players, int(self._players.last_node[number])
        if last != NONE and self._nodes.day[last] == day:
            return last
        self._nodes = Nodes(*_room(self._nodes, node + 1))
        rating = self._nodes.rating[last] if last != NONE else self._zero
        _put(self._nodes, node, (number, last, day, NONE, rating))
        players.last_node[number] = node
        players.nodes[number] += 1
        self._node_count += 1
        return node

    def fit(self, persons: Iterable[int], tolerance: float = TOLERANCE) -> int:
        """Fit these persons' histories, and all that are moved by it. How many times a history was fitted."""
        people = len(self._numbers)
        seeds = sorted({self._numbers[person] for person in persons})
        queue = Queue(np.zeros(people, np.int64), np.zeros(people, np.bool_), np.array([0, len(seeds)]))
        queue.order[: len(seeds)] = seeds
        queue.is_waiting[seeds] = True
        rows = (self._players, self._nodes, self._sides)
        self._zero, fits = kernel.settle(queue, *rows, self._zero, self._rule, tolerance / self.scale, MOST_FITS)
        return fits

    def fit_all(self, tolerance: float = TOLERANCE) -> int:
        """Fit everybody."""
        return self.fit(self._numbers, tolerance)

    def latest(self, person: int) -> Moment | None:
        """The strength of a person on the last day that he played; None for a person who has not."""
        number = self._numbers.get(person)
        if number is None:
            return None
        return self._moment(int(self._players.last_node[number]), float(self._players.width[number]))

    def curve(self, person: int) -> list[Moment]:
        """The strength of a person on each day that he played, as known by all games that are there."""
        number = self._numbers.get(person)
        if number is None:
            return []
        mine = np.empty(self._players.nodes[number], dtype=np.int64)
        count = kernel.list_nodes(int(self._players.last_node[number]), self._nodes.previous, mine)
        room = Room(mine, *(np.empty(count) for _ in range(4)))
        kernel.differentiate(count, self._nodes, self._sides, self._zero, self._rule, room)
        found = np.empty(count)
        kernel.variances(count, room.curve, room.tie, found)
        return [self._moment(int(node), float(variance)) for node, variance in zip(mine, found, strict=True)]

    def dump(self) -> bytes:
        """Everything that `restore` needs: some 5 to 10 bytes a game."""
        counts = (len(self._numbers), self._node_count, self._side_count)
        tables = zip(counts, (self._players, self._nodes, self._sides), strict=True)
        rows = [np.array([*counts, *self._numbers], dtype=np.int64), np.array([self._zero])]
        rows += [row[:count] for count, table in tables for row in table]
        return zlib.compress(b"".join(row.astype(row.dtype.newbyteorder("<")).tobytes() for row in rows), 1)

    def restore(self, dumped: bytes) -> None:
        """Take up where another history was dumped. For a fresh one of the same rule."""
        data, at = zlib.decompress(dumped), 0

        def read(kind: type, count: int) -> Row:
            nonlocal at
            row: Row = np.frombuffer(data, np.dtype(kind).newbyteorder("<"), count, at).astype(kind)
            at += row.nbytes
            return row

        people, self._node_count, self._side_count = map(int, read(np.int64, 3))
        self._numbers = {int(person): number for number, person in enumerate(read(np.int64, people))}
        self._zero = float(read(np.float64, 1)[0])
        self._players = Players(*(read(row.dtype.type, people) for row in self._players))
        self._nodes = Nodes(*(read(row.dtype.type, self._node_count) for row in self._nodes))
        self._sides = Sides(*(read(row.dtype.type, self._side_count) for row in self._sides))

    def _moment(self, node: int, variance: float) -> Moment:
        rating = self.scale * (float(self._nodes.rating[node]) - self._zero)
        return Moment(int(self._nodes.day[node]), rating, self.scale * variance**0.5)


def _ints() -> Ints:
    return np.empty(0, dtype=np.int64)


def _floats() -> Floats:
    return np.empty(0)


def _room(rows: Iterable[Row], size: int) -> Iterator[Row]:
    """Each of `rows`, made longer where it has no room for `size` numbers; rows grow by doubling."""
    for row in rows:
        if size <= len(row):
            yield row
            continue
        longer = np.empty(max(size, 2 * len(row), 64), dtype=row.dtype)
        longer[: len(row)] = row
        yield longer


def _put(rows: Iterable[Row], place: int, numbers: Iterable[float]) -> None:
    for row, number in zip(rows, numbers, strict=True):
        row[place] = number
