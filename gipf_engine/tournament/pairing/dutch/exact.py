"""A bracket by weighted matching: always right, and used where candidates in order did not do.

Every criterion is a digit of one large integer (the weight of a pair), the first criterion the most
significant, and below them the digits that put candidates of equal quality in their order
(C.04.3, articles 3.6 to 4.4). The heaviest perfect matching is then the pairing. How far below the
bracket the graph reaches is the caller's choice (`Reach`): what is left out is assumed to be
pairable, and the caller proves that afterwards or asks again with a longer reach.

Pairs of two downfloaters are edges of weight 0, so that the graph is complete.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import IntEnum

from gipf_engine.tournament.pairing.dutch.colour_clash import clash
from gipf_engine.tournament.pairing.swiss.bracket import Bracket, BracketPairing, Method
from gipf_engine.tournament.pairing.swiss.matching import heaviest_of_doubled
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField, members
from gipf_engine.tournament.pairing.swiss.player_state import DOWN, UP

POINTER_BYTES = 40
"""What a pair of players takes beside the bits of its weight: two places in a list, and Python's own."""


class Reach(IntEnum):
    """What a graph holds: the bracket, the next scoregroup too (C8), or everybody left (C4)."""

    BRACKET = 0
    FOLLOWING = 1
    ALL = 2


@dataclass(frozen=True, slots=True)
class Solution:
    """A bracket's pairing, and who is left for what is out of reach (positions as a bit set)."""

    outcome: BracketPairing
    left_over: int


def pair_exactly(field: PairingField, bracket: Bracket, reach: Reach) -> Solution | None:
    """The best pairing of `bracket`, if all that is out of `reach` can be paired; None if there is none."""
    graph = _Graph(field, bracket, reach)
    fixed: dict[int, int] = {}
    remaining_pairs = len(bracket.residents) // 2
    if bracket.movers:
        found = graph.solve(_MoverOrder(bracket), fixed)
        if found is None:
            return None
        fixed = {mover: found.mates.get(mover, -1) for mover in bracket.movers}
        remaining_pairs = found.resident_pairs(bracket)
    found = graph.solve(_resident_order(bracket, fixed, remaining_pairs), fixed)
    if found is not None and found.resident_pairs(bracket) != remaining_pairs:
        found = graph.solve(_resident_order(bracket, fixed, found.resident_pairs(bracket)), fixed)
    return None if found is None else Solution(_outcome(field, bracket, found.mates), found.left_over)


@dataclass(frozen=True, slots=True)
class _Found:
    """Mates of the bracket's players, and all vertices whose partner is out of reach."""

    mates: dict[int, int]
    left_over: int

    def resident_pairs(self, bracket: Bracket) -> int:
        residents = set(bracket.residents)
        return sum(self.mates.get(resident, -1) in residents for resident in residents) // 2


def _resident_order(bracket: Bracket, fixed: dict[int, int], pairs: int) -> _Order:
    """The order of candidates in what movers leave of the residents, of whom `pairs` pairs are made."""
    taken = set(fixed.values())
    return _ResidentOrder([one for one in bracket.residents if one not in taken], pairs)


def _outcome(field: PairingField, bracket: Bracket, mates: dict[int, int]) -> BracketPairing:
    pairs = tuple((one, mates[one]) for one in bracket.players if one < mates.get(one, -1) != field.bye)
    floaters = tuple(one for one in bracket.players if one not in mates)
    bye = next((one for one in bracket.players if one in mates and mates[one] == field.bye), None)
    return BracketPairing(pairs, floaters, bye, Method.MATCHING)


class _Digits:
    """Where each criterion's digit stands in a weight, most significant first.

    A digit must hold any sum over a matching, positive or negative, without touching its neighbour.
    `levels` are the scores above the residents', highest first; criteria about scores have one digit
    for each of them.
    """

    def __init__(self, field: PairingField, bracket: Bracket, vertices: int) -> None:
        scores = sorted({field.players[mover].score for mover in bracket.movers}, reverse=True)
        self.level = {score: level for level, score in enumerate(scores)}
        self.width = (2 * vertices).bit_length() + 1
        if bracket.gives_bye:
            self.width = max(self.width, (2 * max(player.unplayed for player in field.players) + 1).bit_length() + 1)
        self.at = 0
        layout: list[tuple[str, int]] = [("c21", len(scores)), ("c20", len(scores)), ("c19", len(scores))]
        layout += [("c18", len(scores))]
        layout += [(name, 1) for name in ("c17", "c16", "c15", "c14", "c13", "c12", "c11", "c10", "c9")]
        layout += [("c8_scores", len(scores) + 1), ("c8", 1), ("c7", len(scores)), ("c6", 1), ("legal", 1)]
        self.place = {name: self._reserve(digits) for name, digits in layout}

    def _reserve(self, digits: int) -> int:
        at, self.at = self.at, self.at + digits * self.width
        return at

    def one(self, name: str) -> int:
        """The unit of a criterion with one digit."""
        return 1 << self.place[name]

    def at_score(self, name: str, score: int) -> int:
        """The unit of a criterion about scores, for `score`; lower scores than the movers' share the last digit."""
        extra = 1 if name == "c8_scores" else 0
        level = self.level.get(score, len(self.level))
        return 1 << (self.place[name] + (len(self.level) + extra - 1 - level) * self.width)


class _Graph:
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
        # Who is out of reach must be met by floaters; where nobody is, every pair must be legal.
        self.strict = bracket.gives_bye or reach is Reach.ALL
        if len(self.vertices) % 2:
            self.vertices.append(-1)
        field.steps.take(len(self.vertices) ** 2)
        self.inside = set(bracket.players)
        self.digits = _Digits(field, bracket, len(self.vertices))
        self.merit = {position: self._merit(position) for position in bracket.players}
        self.quality = self._qualities()

    def _merit(self, position: int) -> int:
        """What pairing a player inside the bracket is worth whoever the opponent: C7, C14, C16, C18, C20."""
        digits, player = self.digits, self.field.players[position]
        last, before = (way == DOWN for way in player.floats)
        if position in self.bracket.residents:
            return last * digits.one("c14") + before * digits.one("c16")
        merit = digits.at_score("c7", player.score)
        return merit + last * digits.at_score("c18", player.score) + before * digits.at_score("c20", player.score)

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
            return legal - field.players[higher].unplayed * digits.one("c9")
        if lower in self.inside:
            if self._is_mover(lower):
                return 0
            return legal + digits.one("c6") + self.merit[higher] + self.merit[lower] - self._cost(higher, lower)
        if self.bracket.following >> lower & 1:
            by_score = digits.at_score("c8_scores", field.players[higher].score) if higher in self.inside else 0
            return legal + digits.one("c8") + by_score
        return legal

    def _is_mover(self, position: int) -> bool:
        movers = self.bracket.movers
        return bool(movers) and position <= movers[-1]

    def _cost(self, higher: int, lower: int) -> int:
        """What a pair inside the bracket violates: C10 to C13, C15, C17, C19, C21."""
        digits, one, two = self.digits, self.field.players[higher], self.field.players[lower]
        cost = 0
        for name, violated in zip(("c10", "c11", "c12", "c13"), clash(one, two), strict=True):
            if violated:
                cost += digits.one(name)
        if one.score > two.score:
            for way, plain, by_score in zip(two.floats, ("c15", "c17"), ("c19", "c21"), strict=True):
                if way == UP:
                    cost += digits.one(plain) + digits.at_score(by_score, one.score)
        return cost

    def solve(self, order: _Order, fixed: dict[int, int]) -> _Found | None:
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
        return _Found(mates, left_over)

    def _doubled_weights(self, quality: list[list[int]], order: _Order) -> list[list[int]]:
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


class _Order(ABC):
    """Digits below all criteria: how late in the order of candidates a pair puts a matching."""

    width: int

    @abstractmethod
    def cost(self, one: int, two: int) -> int:
        """The pair's part of the sum by which candidates of equal quality are ordered; less is earlier."""


class _MoverOrder(_Order):
    def __init__(self, bracket: Bracket) -> None:
        self.mover = {mover: place for place, mover in enumerate(reversed(bracket.movers))}
        self.resident = {resident: place for place, resident in enumerate(bracket.residents)}
        digit = len(bracket.residents).bit_length()
        self.opponent_unit = [1 << digit * place for place in range(len(self.mover))]
        low = digit * len(self.mover)
        self.paired_unit = [1 << low + place for place in range(len(self.mover))]
        self.width = low + len(self.mover) + 1

    def cost(self, one: int, two: int) -> int:
        mover, resident = (one, two) if one in self.mover else (two, one)
        if mover not in self.mover or resident not in self.resident:
            return 0
        place = self.mover[mover]
        return self.opponent_unit[place] * self.resident[resident] - self.paired_unit[place]


class _ResidentOrder(_Order):
    """Exchanges, then transpositions, of a homogeneous bracket or a remainder.

    In order of weight: how many pairs have an upper player from S2; the sum of the upper players'
    numbers; which of S1 became lower players, the lowest first; which of S2 became upper players,
    the highest first; the opponents of the upper players from the top.
    """

    def __init__(self, residents: list[int], pairs: int) -> None:
        self.place = {resident: place for place, resident in enumerate(residents)}
        size = len(residents)
        digit = size.bit_length()
        self.upper_cost = [0] * size
        self.opponent_unit = [1 << digit * (size - 1 - place) for place in range(size)]
        low = digit * size
        for place in range(size):
            if place < pairs:
                self.upper_cost[place] += 1 << low + (size - pairs) + place
            else:
                self.upper_cost[place] -= 1 << low + size - 1 - place
        low += size
        sums = (size * size + 1).bit_length()
        for place in range(size):
            self.upper_cost[place] += place << low
            self.upper_cost[place] += int(place >= pairs) << low + sums
        self.width = low + sums + size.bit_length() + 2

    def cost(self, one: int, two: int) -> int:
        upper, lower = self.place.get(one), self.place.get(two)
        if upper is None or lower is None:
            return 0
        if upper > lower:
            upper, lower = lower, upper
        return self.upper_cost[upper] + self.opponent_unit[upper] * lower
