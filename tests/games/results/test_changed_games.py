"""Who is told of changed games, and in which order."""

from __future__ import annotations

import pytest

from common import events
from games.core.events import ArrangedGamesChanged, EventBoardsChanged, GamesChanged
from games.models import Game
from games.results.services.stated import tell_of_changed
from players.models import Club

pytestmark = pytest.mark.core

Told = list[tuple[str, list[Game]]]


def told_of(*games: Game) -> Told:
    """Who is told when these have changed: kinds of events in their order, each with its games."""
    told: Told = []

    def note(event: ArrangedGamesChanged | GamesChanged | EventBoardsChanged) -> None:
        told.append((type(event).__name__, list(event.games)))

    before = events.connected()
    events.connect(each.handled_by(note) for each in (ArrangedGamesChanged, GamesChanged, EventBoardsChanged))
    try:
        tell_of_changed(games)
    finally:
        events.connect(before)
    return told


def test_arranged_games_are_judged_before_lists_are_asked_for() -> None:
    game = Game(pk=1, online=True)
    assert told_of(game) == [("ArrangedGamesChanged", [game]), ("GamesChanged", [game])]


def test_boards_of_an_event_follow_after_that() -> None:
    club = Club(pk=1)
    here, elsewhere = Game(pk=1, club=club, online=True), Game(pk=2, club=club)
    assert told_of(here, elsewhere) == [("GamesChanged", [here, elsewhere]), ("EventBoardsChanged", [here])]
