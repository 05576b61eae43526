"""Walks at random over the services of every format: never an error, and after each step all that must hold does."""

from __future__ import annotations

import pytest

from players.models import Account, Club
from testing.marks import WHOLE
from tests.tournaments.stateful import HELD, Walk

pytestmark = pytest.mark.postgresql

STEPS = 24 if WHOLE else 12


@pytest.mark.parametrize("seed", range(len(HELD)))
def test_a_walk_over_the_services_of_an_event(club: Club, organiser: Account, seed: int) -> None:
    """One walk for each way to hold an event; `Walk(club, organiser, seed)` with another seed is another walk."""
    walk = Walk(club, organiser, seed)
    for _number in range(STEPS):
        walk.step()
        walk.check()
    walk.check_pages()
    walk.check_files()
