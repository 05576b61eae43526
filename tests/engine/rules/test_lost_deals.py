"""Plays of one deal that were not won: who gave up sooner is never ahead of who went on."""

import pytest

from gipf_engine.rules import rules_for
from gipf_engine.tournament.standings.deals import match_points
from tests.engine.rules.guowuguan_data import VARIANTS


def counts(won, gates, generals, rounds, moves):
    return {"won": won, "gates": gates, "generals": generals, "rounds": rounds, "moves": moves}


@pytest.mark.parametrize("variant", VARIANTS)
def test_losing_sooner_earns_no_more_than_losing_later_with_equal_gates(variant):
    key = rules_for(f"guowuguan-{variant}").solo_key
    sooner, later = counts(0, 2, 2, 1, 3), counts(0, 2, 2, 9, 40)
    assert match_points([key(sooner), key(later)]) == [5, 5]
    assert match_points([key(counts(0, 3, 2, 12, 50)), key(sooner)]) == [10, 0]


def test_of_won_deals_fewer_rounds_and_then_fewer_moves_count():
    key = rules_for("guowuguan-gwg").solo_key
    plays = [counts(1, 5, 6, 9, 40), counts(1, 5, 6, 10, 30), counts(1, 5, 6, 10, 31), counts(0, 5, 5, 1, 1)]
    assert match_points([key(play) for play in plays]) == [30, 20, 10, 0]
