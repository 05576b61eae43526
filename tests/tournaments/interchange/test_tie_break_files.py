"""Tie-break games of a knock-out leave with a file of the event and come back."""

from __future__ import annotations

import pytest

from players.models import Account, Club
from testing.tournaments.factories import fresh
from testing.tournaments.round_trips import exported, taken_in
from tests.tournaments.rounds.test_tie_break_games import DRAW, drawn, enter, whites
from tournaments.core.loader import load
from tournaments.rounds.services.tie_break_games import start_tie_break_games

pytestmark = pytest.mark.django_db


def test_a_file_of_the_event_brings_tie_break_games_back(club: Club, organiser: Account) -> None:
    """Exported as JSON and imported: the same legs, colours and results."""
    event = drawn(club, organiser)
    start_tie_break_games(event.pk, organiser, 1, 1)
    enter(event, organiser, 1, ["1-0", DRAW], first=2)
    copy = taken_in(exported(event, "json"), club, organiser)
    there, back = (load(fresh(each)).rounds[0].pairings[0].games for each in (event, copy))
    assert [(game.leg, game.code, game.rated) for game in back] == [(game.leg, game.code, game.rated) for game in there]
    assert whites(copy) == whites(event)
