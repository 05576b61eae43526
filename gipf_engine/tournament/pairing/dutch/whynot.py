"""Why not A against B in a round of the Dutch system?"""

from __future__ import annotations

from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing.dutch.criteria import criteria, first_difference
from gipf_engine.tournament.pairing.dutch.engine import pair, pair_round
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.board_order import assign_colours_and_boards
from gipf_engine.tournament.pairing.swiss.pairing_field import pairing_field_of
from gipf_engine.tournament.pairing.swiss.quality import Difference
from gipf_engine.tournament.pairing.swiss.whynot import WhyNot, find_why_not, force_pair


def why_not(table: CrossTable, one: int, two: int, steps: StepCounter | None = None) -> WhyNot:
    """Why the pairing numbers `one` and `two` do not meet in the round after `table.rounds_played`.

    Raises like `find_why_not`, and `TooManySteps` beyond the limit of `steps`.
    """
    field = pairing_field_of(table, steps)

    def compare(first: int, second: int) -> Difference | None:
        actual = pair(table, field.steps)
        if any({first, second} == set(each) for each in actual.pairs):
            return None
        force_pair(field, first, second)
        forced = pair_round(field)
        difference = first_difference(
            criteria(table, assign_colours_and_boards(table, actual)),
            criteria(table, assign_colours_and_boards(table, forced)),
        )
        assert difference is not None, "the forced round has a pair that the actual one has not"
        return difference

    return find_why_not(table, field, one, two, compare)
