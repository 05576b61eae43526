"""Why not A against B in a round of the Dutch system?"""

from __future__ import annotations

from collections.abc import Callable

from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing.dutch.criteria import criteria, first_difference
from gipf_engine.tournament.pairing.dutch.engine import Round, pair, pair_round
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.board_order import assign_colours_and_boards
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField, pairing_field_of
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
        difference = _compare(table, actual, pair_round(field))
        assert difference is not None, "the forced round has a pair that the actual one has not"
        return difference

    return find_why_not(table, field, one, two, compare)


class PairAgain:
    """The round of a table paired otherwise, for reasons (`swiss.avoided_messages`)."""

    def __init__(self, table: CrossTable, steps: StepCounter) -> None:
        self.table, self.steps = table, steps

    def pair_again(self, change: Callable[[PairingField], None]) -> Round:
        """The round of a field that is changed before. Raises `NoLegalPairingError`."""
        field = pairing_field_of(self.table, self.steps)
        change(field)
        return pair_round(field)

    def find_difference(self, ours: Round, theirs: Round) -> Difference | None:
        """Where two rounds part, by C1 to C21 and what is avoided."""
        return _compare(self.table, ours, theirs)


def _compare(table: CrossTable, actual: Round, other: Round) -> Difference | None:
    return first_difference(
        criteria(table, assign_colours_and_boards(table, actual)),
        criteria(table, assign_colours_and_boards(table, other)),
    )
