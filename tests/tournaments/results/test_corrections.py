"""How often the correction of an old result is confirmed, where the last round was paired and not played."""

from __future__ import annotations

import pytest

from players.models import Account, Club
from tests.tournaments.checklist.test_corrections import after_rounds, correct, game_in, other_result
from tournaments.core.errors import ConfirmationNeeded
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.mark.parametrize(("played", "level"), [(2, 3), (3, 4)])
def test_a_round_that_nobody_has_played_makes_no_result_older(
    club: Club, organiser: Account, played: int, level: int
) -> None:
    """Of `played` rounds a result of round 1 is corrected, while one more is paired."""
    event = after_rounds(club, organiser, played)
    rounds.start_round(event.pk, organiser)
    made = game_in(event, 1)
    with pytest.raises(ConfirmationNeeded) as needed:
        correct(made, organiser, other_result(made))
    assert [int(caution.level) for caution in needed.value.cautions] == [level]
    assert str(needed.value.cautions[0].message).startswith(f"rounds 2 to {played + 1} were paired with")
