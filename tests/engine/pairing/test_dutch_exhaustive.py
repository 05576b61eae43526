"""On small fields every legal round is tried: ours is the best by the criteria, and of the best the first candidate."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.generator import GeneratorOptions, generate
from gipf_engine.tournament.pairing import PairingError, system
from gipf_engine.tournament.pairing.dutch.criteria import Criterion, RoundQuality, criteria, first_difference
from gipf_engine.tournament.replay import before_round
from testing.marks import first
from tests.engine.pairing.rule_text import all_rounds, candidate_order
from tests.engine.pairing.small_events import avoiding

DUTCH = system("swiss-dutch")
SEEDS = range(60)


def events(seed: int) -> Iterator[CrossTable]:
    """A random small event before each of its rounds, and before one more."""
    random = Random(seed)
    players = random.randint(4, 8)
    made = generate(GeneratorOptions(players=players, rounds=min(players, 6)), random, DUTCH)
    for number in range(1, made.table.rounds_played + 1):
        yield before_round(made.table, number, made.table.first_colour)
    yield made.table


@pytest.mark.slow
@pytest.mark.parametrize("seed", first(20, SEEDS))
def test_no_legal_round_is_better_and_none_as_good_comes_earlier(seed: int) -> None:
    for table in events(seed):
        rivals = [criteria(table, made) for made in all_rounds(table)]
        try:
            ours = criteria(table, DUTCH.pair(table))
        except PairingError:
            assert rivals == []
            continue
        assert ours.violations == ()
        for rival in rivals:
            assert_not_better(ours, rival)


def test_avoided_pairs_are_the_fewest_among_equals() -> None:
    """Of the rounds that are as good by C1 to C21, ours makes the fewest of them, and of these it comes first."""
    changed = kept = 0
    for seed in range(16):
        for plain in events(seed):
            table = avoiding(plain, seed)
            try:
                made, before = DUTCH.pair(table), DUTCH.pair(plain)
            except PairingError:
                continue
            ours = criteria(table, made)
            for rival in all_rounds(table):
                assert_not_better(ours, criteria(table, rival))
            by_rules = first_difference(criteria(plain, made), criteria(plain, before))
            assert by_rules is None or by_rules.criterion is None  # no criterion of the rules was hurt for it
            changed += by_rules is not None
            kept += any(bracket.values[Criterion.AVOIDED] > (0,) for bracket in ours.brackets)
    assert changed > 5 and kept > 5  # some could be avoided, others not


def assert_not_better(ours: RoundQuality, rival: RoundQuality) -> None:
    difference = first_difference(ours, rival)
    if difference is None:
        return
    if difference.criterion is not None:
        assert difference.ours < difference.theirs, difference
        return
    mine, other = (
        next(bracket for bracket in quality.brackets if bracket.score == difference.score) for quality in (ours, rival)
    )
    assert candidate_order(mine) < candidate_order(other)
