"""Why a round of the Dutch system was paired as it was, as data.

The natural pairing of a bracket is its first candidate: moved-down players against the highest
residents, then the upper half of the rest against the lower half, in order.
"""

from __future__ import annotations

from gipf_engine.tournament.crosstable import Colour, CrossTable
from gipf_engine.tournament.pairing.dutch.colour_clash import clash
from gipf_engine.tournament.pairing.dutch.criteria import Criterion, bracket_values
from gipf_engine.tournament.pairing.dutch.engine import Round, pair
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.board_order import colour_of_the_lot, seat_in
from gipf_engine.tournament.pairing.swiss.bracket import Bracket, BracketPairing
from gipf_engine.tournament.pairing.swiss.player_state import UP
from gipf_engine.tournament.pairing.swiss.quality import Seat, Values
from gipf_engine.tournament.pairing.swiss.reasons import AbsoluteCriteria, BracketReason, Explainer, Natural


def explain(table: CrossTable, steps: StepCounter | None = None) -> tuple[BracketReason, ...]:
    """The reasons of the round after `table.rounds_played`, bracket by bracket from the top. Raises like `paired`."""
    return explain_round(pair(table, steps), colour_of_the_lot(table))


def explain_round(result: Round, first_colour: Colour) -> tuple[BracketReason, ...]:
    """The reasons of a round that is paired already."""
    return _DutchExplainer(result.field, seat_in(result.field, first_colour)).explain(result)


class _DutchExplainer(Explainer):
    names = AbsoluteCriteria(
        met=Criterion.C1,
        bye=Criterion.C2,
        same_colour=Criterion.C3,
        completion=Criterion.C4,
        following=Criterion.C8,
    )

    def find_natural(self, bracket: Bracket, outcome: BracketPairing) -> Natural:
        """The first candidate with as many pairs, and as many of them with movers, as the bracket allows."""
        movers = set(bracket.movers)
        paired_movers = sum(one in movers for one, _two in outcome.pairs)
        with_movers = tuple(zip(bracket.movers[:paired_movers], bracket.residents, strict=False))
        rest = bracket.residents[paired_movers:]
        half = len(outcome.pairs) - paired_movers
        halves = tuple(zip(rest[:half], rest[half : 2 * half], strict=True))
        return Natural((*with_movers, *halves), (*bracket.movers[paired_movers:], *rest[2 * half :]))

    def measure(self, bracket: Bracket, seats: list[Seat], left: tuple[int, ...], bye: int | None) -> Values:
        """C6 to C21 but for C8, then pairs that the event avoids."""
        players = self.field.players
        values = bracket_values(
            [players[one] for one in bracket.residents],
            seats,
            [players[one] for one in left],
            None if bye is None else players[bye],
        )
        if self.field.avoided:
            values[Criterion.AVOIDED] = self.count_avoided(seats)
        return values

    def miss_colours(self, one: int, two: int) -> bool:
        """C10 to C13."""
        return any(clash(self.field.players[one], self.field.players[two]))

    def repeats_upfloat(self, upper: int, wanted: int) -> bool:
        """C15, C17, C19 and C21."""
        one, two = self.field.players[upper], self.field.players[wanted]
        return one.score > two.score and UP in two.floats
