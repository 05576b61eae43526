"""Whether people play a game or programs, which have lists of their own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.models import Game
from players.models import Person


class SplitGames(NamedTuple):
    """Games between people, those between programs, and (`mixed`) those of a person against a program."""

    people: list[Game]
    programs: list[Game]
    mixed: list[Game]


def split_by_players(games: Iterable[Game]) -> SplitGames:
    """The games by who plays them. One query where there are any."""
    games = list(games)
    seats = {seat for game in games for seat in (game.white_id, game.black_id)}
    known = set(Person.staged.filter(is_program=True, pk__in=seats).values_list("pk", flat=True)) if games else set()
    found = SplitGames([], [], [])
    for game in games:
        by_programs = (game.white_id in known) + (game.black_id in known)
        (found.people, found.mixed, found.programs)[by_programs].append(game)
    return found
