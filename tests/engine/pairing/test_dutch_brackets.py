"""Candidates in order and the weighted matching prove their results in different ways: they must agree."""

from __future__ import annotations

from gipf_engine.tournament import trf
from gipf_engine.tournament.pairing.dutch.engine import pair_round
from gipf_engine.tournament.pairing.dutch.exact import pair_exactly
from gipf_engine.tournament.pairing.swiss.bracket import Method
from gipf_engine.tournament.pairing.swiss.bracket_graph import Reach
from gipf_engine.tournament.pairing.swiss.pairing_field import pairing_field_of
from gipf_engine.tournament.replay import before_round
from testing.swiss_corpus import tournaments

LARGEST = 24  # players in a bracket and below it, to keep the test short
FILES = 60


def test_a_matching_over_everybody_finds_what_the_candidates_found() -> None:
    compared = 0
    for data in list(tournaments().values())[:FILES]:
        table = trf.read(data).table
        for number in range(1, table.rounds_played + 1):
            field = pairing_field_of(before_round(table, number, table.first_colour))
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
