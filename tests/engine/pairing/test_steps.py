"""Explanations are bounded by a count of steps and of bytes, the same on any machine."""

from __future__ import annotations

from contextlib import suppress

import pytest

from gipf_engine.tournament import trf
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing import PairingError, system
from gipf_engine.tournament.pairing.dutch.engine import pair
from gipf_engine.tournament.pairing.dutch.exact import pair_exactly
from gipf_engine.tournament.pairing.steps import StepCounter, TooManySteps
from gipf_engine.tournament.pairing.swiss.bracket_graph import Reach
from gipf_engine.tournament.pairing.swiss.matching import heaviest_perfect_matching
from gipf_engine.tournament.pairing.swiss.pairing_field import pairing_field_of
from gipf_engine.tournament.replay import before_round
from testing.engine.pairing.hard_tables import KINDS, make_hard_table
from testing.marks import first, some
from testing.swiss_corpus import tournaments

DUTCH = system("swiss-dutch")
LIMIT = 100_000
A_ROW_AT_A_TIME = 120 * 120 * 8
"""The most that is counted at once for 120 players: their whole matrix, in weights of some thousand bits."""


def count_steps(table: CrossTable, limit: int | None = None) -> StepCounter:
    """What pairing and explaining the next round takes, or what was taken when the limit stopped it."""
    steps = StepCounter(limit)
    with suppress(PairingError, TooManySteps):
        len(DUTCH.pair(table, steps).reasons)
    return steps


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", first(1, range(3)))
def test_no_round_of_random_pairings_takes_more_steps_than_allowed(kind: str, seed: int) -> None:
    table = make_hard_table(120, 8, kind, seed)
    assert count_steps(table, LIMIT).taken <= LIMIT + A_ROW_AT_A_TIME
    assert count_steps(table).taken == count_steps(table).taken, "the count repeats"


def test_random_pairings_are_hard_and_stopped() -> None:
    """Without a limit this round takes over a million steps."""
    table = make_hard_table(120, 8, "random", 1)
    assert count_steps(table).taken > 10 * LIMIT
    with pytest.raises(TooManySteps, match="100000"):
        DUTCH.pair(table, StepCounter(LIMIT))
    with pytest.raises(TooManySteps):
        DUTCH.why_not(table, 1, 119, StepCounter(LIMIT))


def test_the_limit_changes_nothing_where_it_is_not_reached() -> None:
    table = make_hard_table(60, 6, "random", 1)
    free, bounded = DUTCH.pair(table), DUTCH.pair(table, StepCounter(25_000_000))
    assert (free.pairs, free.byes) == (bounded.pairs, bounded.byes)
    assert dict(free.reasons) == dict(bounded.reasons)
    assert DUTCH.why_not(table, 1, 30) == DUTCH.why_not(table, 1, 30, StepCounter(25_000_000))


def test_every_round_of_the_corpus_is_explained_within_a_hundredth_of_what_a_page_may_take() -> None:
    """920 rounds that engines made, of some 230 without `--all`: the hardest takes less than 250,000 steps."""
    most = 0
    for data in some(30, list(tournaments().values())):
        table = trf.read(data).table
        for number in range(1, table.rounds_played + 1):
            most = max(most, count_steps(before_round(table, number, table.first_colour)).taken)
    assert 0 < most < 250_000


def test_a_matrix_that_is_too_large_is_not_built() -> None:
    """60 players in one bracket: 1,800 weights of some hundred bits need more than 50,000 bytes."""
    table = make_hard_table(60, 4, "draws", 1)
    field = pairing_field_of(table, StepCounter(most_bytes=50_000))
    bracket = pair(table).brackets[0].bracket
    with pytest.raises(TooManySteps):
        pair_exactly(field, bracket, Reach.BRACKET)
    field.steps.most_bytes = None
    assert pair_exactly(field, bracket, Reach.BRACKET) is not None


def test_a_matching_counts_rows_of_its_matrix() -> None:
    """Two vertices: both rows are gone through twice to begin with, and then the two are a pair."""
    steps = StepCounter()
    assert heaviest_perfect_matching([[0, 5], [5, 0]], steps) == [1, 0]
    assert steps.taken == 2 * 2 * 2
