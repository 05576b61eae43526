"""Why a round of the Burstein system was paired as it was, as data.

The natural pairing of a bracket is its first candidate: in the order of opposition the first meets the last, the
second the last but one, and so on; who floats comes from the middle.
"""

from __future__ import annotations

from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.pairing.burstein.colours import allocate_in
from gipf_engine.tournament.pairing.burstein.criteria import Criterion, measure, misses_a_colour
from gipf_engine.tournament.pairing.burstein.engine import Round
from gipf_engine.tournament.pairing.burstein.opposition import BursteinField
from gipf_engine.tournament.pairing.swiss.board_order import seat_in
from gipf_engine.tournament.pairing.swiss.bracket import Bracket, BracketPairing
from gipf_engine.tournament.pairing.swiss.quality import Seat, Values
from gipf_engine.tournament.pairing.swiss.reasons import AbsoluteCriteria, BracketReason, Explainer, Natural


def explain_round(burstein: BursteinField, result: Round, first_colour: Colour) -> tuple[BracketReason, ...]:
    """The reasons of a round that is paired already, bracket by bracket from the top."""
    return _BursteinExplainer(burstein, first_colour).explain(result)


class _BursteinExplainer(Explainer):
    names = AbsoluteCriteria(
        met=Criterion.C1,
        bye=Criterion.C2,
        same_colour=Criterion.C3,
        completion=Criterion.C4,
        following=Criterion.C7,
    )

    def __init__(self, burstein: BursteinField, first_colour: Colour) -> None:
        super().__init__(burstein.field, seat_in(burstein.field, first_colour, allocate_in(burstein)))
        self.rank = burstein.rank
        self.place = {player.number: one for one, player in enumerate(burstein.field.players)}

    def find_natural(self, bracket: Bracket, outcome: BracketPairing) -> Natural:
        """First against last, with as many pairs as the outcome."""
        ranked = sorted(bracket.players, key=lambda one: self.rank[one])
        half = len(outcome.pairs)
        pairs = tuple(zip(ranked[:half], reversed(ranked), strict=False))
        return Natural(pairs, tuple(ranked[half : len(ranked) - half]))

    def measure(self, bracket: Bracket, seats: list[Seat], left: tuple[int, ...], bye: int | None) -> Values:
        """C5, C6 and C8."""
        pairs = [(self.place[seat.upper.number], self.place[seat.lower.number]) for seat in seats]
        return measure(self.field, pairs, left)

    def miss_colours(self, one: int, two: int) -> bool:
        """C8."""
        return misses_a_colour(self.field, one, two)

    def orient(self, pair: tuple[int, int]) -> tuple[int, int]:
        """By opposition."""
        one, two = sorted(pair, key=lambda each: self.rank[each])
        return one, two

    def chooses_first(self, one: int, two: int) -> bool:
        """By opposition."""
        return self.rank[one] < self.rank[two]
