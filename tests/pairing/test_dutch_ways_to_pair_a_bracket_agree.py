"""Candidates in order and the weighted matching prove their results in different ways: they must agree."""

from __future__ import annotations

from tests.swiss_corpus import tournaments
from tournaments import trf
from tournaments.pairing.dutch.bracket import Method
from tournaments.pairing.dutch.engine import pair_round
from tournaments.pairing.dutch.exact import Reach, pair_exactly
from tournaments.pairing.dutch.field import field_of
from tournaments.replay import before_round

LARGEST = 24  # players in a bracket and below it, to keep the test short
FILES = 60


def test_a_matching_over_everybody_finds_what_the_candidates_found() -> None:
    compared = 0
    for data in list(tournaments().values())[:FILES]:
        table = trf.read(data).table
        for number in range(1, table.rounds_played + 1):
            field = field_of(before_round(table, number, table.first_colour))
            for paired in pair_round(field).brackets:
                bracket, outcome = paired.bracket, paired.outcome
                below = bracket.following.bit_count() + bracket.rest.bit_count()
                if outcome.method is not Method.CANDIDATES or len(bracket.players) + below > LARGEST:
                    continue
                reach = Reach.BRACKET if bracket.gives_bye else Reach.ALL
                solution = pair_exactly(field, bracket, reach)
                assert solution is not None
                assert set(solution.outcome.pairs) == set(outcome.pairs)
                assert (solution.outcome.floaters, solution.outcome.bye) == (outcome.floaters, outcome.bye)
                compared += 1
    assert compared > 300
