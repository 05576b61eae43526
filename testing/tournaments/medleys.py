"""Medleys made by services: events of several games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from players.models import Account, Club
from testing.tournaments.factories import FOUR, fresh, running, with_players
from tournaments.core.loader import GameRow, PairingRow, load
from tournaments.entries.services.entries import enter_person
from tournaments.events.services.lifecycle import start_event
from tournaments.models import Event
from tournaments.rounds.services.rounds import start_round

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


@dataclass(frozen=True, slots=True)
class MedleyWorld:
    """A medley whose round 1 waits for the choice of one player, in this game (id)."""

    event: Event
    game: int


def medley_world(club: Club, organiser: Account, chooser: Account) -> MedleyWorld:
    """A medley of two unrated players, of whom the account's person has the higher number and so chooses."""
    event = with_players(
        *(club, organiser, ("Mia Medley",)),
        format="swiss-dutch",
        rounds_planned=1,
        medley=THREE_GAMES,
        medley_order="choice",
    )
    enter_person(event.pk, organiser, person_id=chooser.person_id)
    start_event(event.pk, organiser)
    start_round(event.pk, organiser)
    _pairing, game = first_board(event)
    assert game.chooser is not None
    return MedleyWorld(fresh(event), game.id)
