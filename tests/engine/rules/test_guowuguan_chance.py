"""How often chance wins: shares that were found with other deals and another program, 100,000 games each.

`python -m bench.guowuguan` plays 20,000 games of each variant; here are as many as a test has time for.
"""

from math import sqrt

import pytest

from tests.engine.rules.guowuguan_data import random_game

GAMES, OF = 500, 100_000


@pytest.mark.parametrize(
    ("variant", "share"), [("gwg", 0.0478), ("simplified", 0.476), ("okuan", 0.0217), ("tongwuguan", 0.0095)]
)
def test_a_random_player_wins_as_often_as_another_program_found(variant, share):
    won = 0
    for number in range(GAMES):
        *_earlier, last = random_game(f"guowuguan-{variant}", number)
        won += last.outcome.result == "won"
    error = sqrt(share * (1 - share) * (1 / GAMES + 1 / OF))
    assert abs(won / GAMES - share) < 3 * error
