"""A bracket by weighted matching: always right, and used where candidates in order did not do.

C8 is the system's own digit; C5, C6 and C7 stand above it (`swiss.bracket_graph`), and below it how many pairs are
made that the event avoids, then, for each player in
the order of opposition, how low the opponent is (C.04.4.2, article 4.3). Who floats has the lowest of all, 0.
"""

from __future__ import annotations

from gipf_engine.tournament.pairing.burstein.opposition import BursteinField
from gipf_engine.tournament.pairing.swiss.bracket import Bracket
from gipf_engine.tournament.pairing.swiss.bracket_graph import (
    BracketGraph,
    Digits,
    Order,
    Reach,
    Solution,
    solution_of,
)


def pair_exactly(burstein: BursteinField, bracket: Bracket, reach: Reach) -> Solution | None:
    """The best pairing of `bracket`, if all that is out of `reach` can be paired; None if there is none."""
    found = _Graph(burstein.field, bracket, reach).solve(_FoldOrder(burstein, bracket), {})
    return None if found is None else solution_of(burstein.field, bracket, found)


class _Graph(BracketGraph):
    """The graph of a bracket with the criteria of C.04.4.2."""

    def make_digits(self, vertices: int) -> Digits:
        """C8, then pairs that the event avoids."""
        return Digits(self.field, self.bracket, vertices, ("avoided", "c8"))

    def pair_cost(self, higher: int, lower: int) -> int:
        """Whether one of the two misses a preference, then whether the pair is avoided."""
        one, two = self.field.players[higher].preference, self.field.players[lower].preference
        avoided = self.digits.one("avoided") if self.field.avoids(higher, lower) else 0
        return avoided + (self.digits.one("c8") if one is not None and one is two else 0)


class _FoldOrder(Order):
    def __init__(self, burstein: BursteinField, bracket: Bracket) -> None:
        ranked = sorted(bracket.players, key=lambda one: burstein.rank[one])
        self.number = {one: number for number, one in enumerate(ranked, 1)}
        digit = (len(ranked) + 1).bit_length()
        self.unit = {one: 1 << digit * (len(ranked) - number) for one, number in self.number.items()}
        self.width = digit * len(ranked) + 1

    def cost(self, one: int, two: int) -> int:
        """Less, the lower the opponent of the higher of the two."""
        first, second = self.number.get(one), self.number.get(two)
        if first is None or second is None:
            return 0
        return -self.unit[one] * second if first < second else -self.unit[two] * first
