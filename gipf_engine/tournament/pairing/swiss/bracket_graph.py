"""A bracket as a graph whose heaviest perfect matching is its pairing.

Every criterion is a digit of one large integer (the weight of a pair), the first criterion the most significant, and
below them the digits that put candidates of equal quality in their order. A system says what a pair costs it and what
it is worth to pair a player at all; how many pairs there are, whose scores float and what the next bracket makes of
the floaters is the same for all that pair downwards. How far below the bracket the graph reaches is the caller's choice
(`Reach`): what is left out is assumed to be pairable, and the caller proves that afterwards or asks again with a
longer reach.

Pairs of two downfloaters are edges of weight 0, so that the graph is complete.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from gipf_engine.tournament.pairing.swiss.bracket import Bracket, BracketPairing, Method
from gipf_engine.tournament.pairing.swiss.matching import heaviest_of_doubled
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField, members

POINTER_BYTES = 40
"""What a pair of players takes beside the bits of its weight: two places in a list, and Python's own."""


class Reach(IntEnum):
    """What a graph holds: the bracket, the next scoregroup too, or everybody left."""

    BRACKET = 0
    FOLLOWING = 1
    ALL = 2


@dataclass(frozen=True, slots=True)
class Solution:
    """A bracket's pairing, and who is left for what is out of reach (positions as a bit set)."""

    outcome: BracketPairing
    left_over: int


@dataclass(frozen=True, slots=True)
class Found:
    """Mates of the bracket's players, and all vertices whose partner is out of reach."""

    mates: dict[int, int]
    left_over: int

    def resident_pairs(self, bracket: Bracket) -> int:
        """How many residents meet each other, by pairs."""
        residents = set(bracket.residents)
        return sum(self.mates.get(resident, -1) in residents for resident in residents) // 2


def solution_of(field: PairingField, bracket: Bracket, found: Found) -> Solution:
    """What was found as the bracket's pairing."""
    mates = found.mates
    pairs = tuple((one, mates[one]) for one in bracket.players if one < mates.get(one, -1) != field.bye)
    floaters = tuple(one for one in bracket.players if one not in mates)
    bye = next((one for one in bracket.players if one in mates and mates[one] == field.bye), None)
    return Solution(BracketPairing(pairs, floaters, bye, Method.MATCHING), found.left_over)


class Digits:
    """Where each criterion's digit stands in a weight, most significant first.

    A digit must hold any sum over a matching, positive or negative, without touching its neighbour.
    `levels` are the scores above the residents', highest first; criteria about scores have one digit
    for each of them, and "next_scores" one more for lower scores. `least_first` names the system's own criteria, those
    about scores in `by_score`; above them stand "next_scores", "next", "scores", "pairs" and "legal".
    """

    def __init__(
        self,
        field: PairingField,
        bracket: Bracket,
        vertices: int,
        least_first: Sequence[str],
        by_score: frozenset[str] = frozenset(),
    ) -> None:
        scores = sorted({field.players[mover].score for mover in bracket.movers}, reverse=True)
        self.level = {score: level for level, score in enumerate(scores)}
        self.width = (2 * vertices).bit_length() + 1
        if bracket.gives_bye:
            self.width = max(self.width, (2 * max(player.unplayed for player in field.players) + 1).bit_length() + 1)
        self.at = 0
        layout = [(name, len(scores) if name in by_score else 1) for name in least_first]
        layout += [("next_scores", len(scores) + 1), ("next", 1), ("scores", len(scores)), ("pairs", 1), ("legal", 1)]
        self.place = {name: self._reserve(digits) for name, digits in layout}

    def _reserve(self, digits: int) -> int:
        at, self.at = self.at, self.at + digits * self.width
        return at

    def one(self, name: str) -> int:
        """The unit of a criterion with one digit."""
        return 1 << self.place[name]

    def at_score(self, name: str, score: int) -> int:
        """The unit of a criterion about scores, for `score`; lower scores than the movers' share the last digit."""
        extra = 1 if name == "next_scores" else 0
        level = self.level.get(score, len(self.level))
        return 1 << (self.place[name] + (len(self.level) + extra - 1 - level) * self.width)


class BracketGraph(ABC):
    """The graph of a bracket: vertices are positions, and -1 stands in where their number is odd."""

    def __init__(self, field: PairingField, bracket: Bracket, reach: Reach) -> None:
        self.field, self.bracket, self.reach = field, bracket, reach
        self.vertices = list(bracket.players)
        if reach >= Reach.FOLLOWING:
            self.vertices += members(bracket.following)
        if reach >= Reach.ALL:
            self.vertices += members(bracket.rest)
        if bracket.gives_bye:
            assert field.bye is not None
            self.vertices.append(field.bye)
        # Who is out of reach must be met by floaters; where no one is, every pair must be legal.
        self.strict = bracket.gives_bye or reach is Reach.ALL
        if len(self.vertices) % 2:
            self.vertices.append(-1)
        field.steps.take(len(self.vertices) ** 2)
        self.inside = set(bracket.players)
        self.digits = self.make_digits(len(self.vertices))
        self.merit = {position: self._whole_merit(position) for position in bracket.players}
        self.quality = self._qualities()

    @abstractmethod
    def make_digits(self, vertices: int) -> Digits:
        """The digits of the system's criteria."""

    def player_merit(self, position: int, *, is_mover: bool) -> int:
        """What the system's own criteria give for pairing a player inside the bracket, whatever the opponent."""
        return 0

    @abstractmethod
    def pair_cost(self, higher: int, lower: int) -> int:
        """What a pair inside the bracket costs by the system's own criteria."""

    def bye_cost(self, position: int) -> int:
        """What it costs to give a player the bye, where the bracket gives it."""
        return 0

    def _whole_merit(self, position: int) -> int:
        if position in self.bracket.residents:
            return self.player_merit(position, is_mover=False)
        merit = self.player_merit(position, is_mover=True)
        return merit + self.digits.at_score("scores", self.field.players[position].score)

    def _qualities(self) -> list[list[int]]:
        """The criteria's part of every weight, as a matrix over `vertices`."""
        size = len(self.vertices)
        matrix = [[0] * size for _vertex in range(size)]
        for row, one in enumerate(self.vertices):
            for column in range(row):
                two = self.vertices[column]
                matrix[row][column] = matrix[column][row] = self._quality(two, one)
        return matrix

    def _quality(self, higher: int, lower: int) -> int:
        """The worth of a pair by the criteria; `higher` comes first in the order of vertices."""
        field, digits = self.field, self.digits
        if lower < 0 or higher < 0 or not field.allowed[higher] >> lower & 1:
            return 0
        legal = digits.one("legal") if self.strict else 0
        if lower == field.bye:
            if not self.bracket.gives_bye:
                return legal
            return legal - self.bye_cost(higher)
        if lower in self.inside:
            if self._is_mover(lower):
                return 0
            return legal + digits.one("pairs") + self.merit[higher] + self.merit[lower] - self.pair_cost(higher, lower)
        if self.bracket.following >> lower & 1:
            by_score = digits.at_score("next_scores", field.players[higher].score) if higher in self.inside else 0
            return legal + digits.one("next") + by_score
        return legal

    def _is_mover(self, position: int) -> bool:
        movers = self.bracket.movers
        return bool(movers) and position <= movers[-1]

    def solve(self, order: Order, fixed: dict[int, int]) -> Found | None:
        """The heaviest matching; None if it needs an illegal pair.

        `fixed` gives movers their opponents, or -1 to a mover who must float.
        """
        quality = self._with_fixed(fixed) if fixed else self.quality
        mates: dict[int, int] = {}
        left_over = 0
        for row, column in enumerate(heaviest_of_doubled(self._doubled_weights(quality, order), self.field.steps)):
            one, two = self.vertices[row], self.vertices[column]
            if not quality[row][column]:
                if self.strict:
                    return None
                left_over |= 1 << one if one >= 0 else 0
            elif one in self.inside and (two in self.inside or (self.bracket.gives_bye and two == self.field.bye)):
                mates[one] = two
        return Found(mates, left_over)

    def _doubled_weights(self, quality: list[list[int]], order: Order) -> list[list[int]]:
        """Twice the weight of each pair; both halves of the matrix hold the same numbers, of thousands of bits each."""
        size, vertices = len(self.vertices), self.vertices
        self.field.steps.need_bytes(size * size // 2 * ((self.digits.at + order.width) // 8 + POINTER_BYTES))
        matrix = [[0] * size for _vertex in range(size)]
        for row, one in enumerate(vertices):
            values = quality[row]
            for column in range(row):
                if value := values[column]:
                    weight = ((value << order.width) - order.cost(one, vertices[column])) << 1
                    matrix[row][column] = matrix[column][row] = weight
        return matrix

    def _with_fixed(self, fixed: dict[int, int]) -> list[list[int]]:
        """The qualities without the pairs inside the bracket that `fixed` rules out."""
        matrix = [list(row) for row in self.quality]
        opponents = {opponent: mover for mover, opponent in fixed.items() if opponent >= 0}
        where = {vertex: row for row, vertex in enumerate(self.vertices)}
        for one in self.bracket.players:
            for two in self.bracket.residents:
                partner = fixed.get(one, opponents.get(one))
                other = opponents.get(two)
                if (partner is not None and partner != two) or (other is not None and other != one):
                    matrix[where[one]][where[two]] = matrix[where[two]][where[one]] = 0
        return matrix


class Order(ABC):
    """Digits below all criteria: how late in the order of candidates a pair puts a matching."""

    width: int

    @abstractmethod
    def cost(self, one: int, two: int) -> int:
        """The pair's part of the sum by which candidates of equal quality are ordered; less is earlier."""
