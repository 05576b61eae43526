"""A bracket by weighted matching: always right, and used where candidates in order did not do.

The criteria are digits of one large integer per pair (`swiss.bracket_graph`), C9 to C21 here; below them stands how
many pairs are made that the event avoids, and below that the digits that put candidates of equal quality in their
order (C.04.3, articles 3.6 to 4.4).
"""

from __future__ import annotations

from gipf_engine.tournament.pairing.dutch.colour_clash import clash
from gipf_engine.tournament.pairing.swiss.bracket import Bracket
from gipf_engine.tournament.pairing.swiss.bracket_graph import (
    BracketGraph,
    Digits,
    Order,
    Reach,
    Solution,
    solution_of,
)
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField
from gipf_engine.tournament.pairing.swiss.player_state import DOWN, UP

LEAST_FIRST = ("avoided", "c21", "c20", "c19", "c18", "c17", "c16", "c15", "c14", "c13", "c12", "c11", "c10", "c9")
BY_SCORE = frozenset({"c21", "c20", "c19", "c18"})


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
    return None if found is None else solution_of(field, bracket, found)


def _resident_order(bracket: Bracket, fixed: dict[int, int], pairs: int) -> Order:
    """The order of candidates in what movers leave of the residents, of whom `pairs` pairs are made."""
    taken = set(fixed.values())
    return _ResidentOrder([one for one in bracket.residents if one not in taken], pairs)


class _Graph(BracketGraph):
    """The graph of a bracket with the criteria of C.04.3."""

    def make_digits(self, vertices: int) -> Digits:
        """C9 to C21; C6, C7 and C8 stand above them."""
        return Digits(self.field, self.bracket, vertices, LEAST_FIRST, BY_SCORE)

    def player_merit(self, position: int, *, is_mover: bool) -> int:
        """What C14, C16, C18 and C20 give for pairing a player."""
        digits, player = self.digits, self.field.players[position]
        last, before = (way == DOWN for way in player.floats)
        if not is_mover:
            return last * digits.one("c14") + before * digits.one("c16")
        return last * digits.at_score("c18", player.score) + before * digits.at_score("c20", player.score)

    def pair_cost(self, higher: int, lower: int) -> int:
        """What a pair inside the bracket violates: C10 to C13, C15, C17, C19, C21, then whether it is avoided."""
        digits, one, two = self.digits, self.field.players[higher], self.field.players[lower]
        cost = digits.one("avoided") if self.field.avoids(higher, lower) else 0
        for name, violated in zip(("c10", "c11", "c12", "c13"), clash(one, two), strict=True):
            if violated:
                cost += digits.one(name)
        if one.score > two.score:
            for way, plain, by_score in zip(two.floats, ("c15", "c17"), ("c19", "c21"), strict=True):
                if way == UP:
                    cost += digits.one(plain) + digits.at_score(by_score, one.score)
        return cost

    def bye_cost(self, position: int) -> int:
        """C9."""
        return self.field.players[position].unplayed * self.digits.one("c9")


class _MoverOrder(Order):
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


class _ResidentOrder(Order):
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
