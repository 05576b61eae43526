"""Medleys made by services: events of several games."""

from __future__ import annotations

from typing import Any

from players.models import Account, Club
from testing.tournaments.factories import FOUR, fresh, running
from tournaments.core.loader import GameRow, PairingRow, load
from tournaments.models import Event

GIPF, YINSH, LYNGK = THREE_GAMES = ("gipf-basic", "yinsh-normal", "lyngk-main")
"""One without draws, one with them, one that chance lays out."""


def medley(club: Club, organiser: Account, order: str, **changes: Any) -> Event:
    """A started Swiss of three games, of four unrated players unless told otherwise; no round is paired."""
    usual: dict[str, Any] = {"format": "swiss-dutch", "rounds_planned": 3, "medley": THREE_GAMES}
    names = changes.pop("names", FOUR)
    return running(club, organiser, names, **usual | {"medley_order": order} | changes)


def games_of_rounds(event: Event) -> list[list[str]]:
    """By round the rule set of each board, leg by leg."""
    return [
        [game.rules for pairing in round_.pairings for game in pairing.games] for round_ in load(fresh(event)).rounds
    ]


def first_board(event: Event) -> tuple[PairingRow, GameRow]:
    """The first board of the last round, and its first game."""
    pairing = load(fresh(event)).rounds[-1].pairings[0]
    return pairing, pairing.games[0]
