"""What many tests of games share."""

from __future__ import annotations

import pytest

from games.models import Game
from players.models import Club
from testing.factories import GameFactory


@pytest.fixture
def game(club: Club) -> Game:
    """A game of the club without a result."""
    return GameFactory(club=club)
