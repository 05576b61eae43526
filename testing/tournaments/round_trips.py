"""Events that leave as files and come back: how they are held and played, written and taken in."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.models import Game
from games.results.services.results import claim_result
from players.models import Account, Club
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import fresh, running
from tournaments.core.loader import load
from tournaments.interchange.formats import importers
from tournaments.interchange.formats.exporters import EXPORTERS
from tournaments.interchange.formats.imported_event import known_people, matches
from tournaments.interchange.formats.importers import ImportOptions
from tournaments.interchange.services import importing
from tournaments.models import Event
from tournaments.rounds.services import rounds as rounds_services

NINE = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy")
CODES = ("1-0", "0-1", "+-", "1/2-1/2", "--", "1/2-0", "0-0")
WISHES = ImportOptions(time_zone="Europe/Amsterdam", today=datetime.date(2026, 3, 1))

WHOLE = [key for key in EXPORTERS if key != "trf16-finished"]
"""The files that hold a whole event; that of finished rounds leaves out what is being played."""


@dataclass(frozen=True)
class Held:
    """A way to hold an event: the first `players` of NINE in a format with its options, and the rounds to play."""

    format: str
    options: Mapping[str, int]
    players: int
    rounds: int
    more: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.format}-{self.players}-{self.rounds}"

    def started(self, club: Club, organiser: Account) -> Event:
        """The event before its first round."""
        return running(
            club, organiser, NINE[: self.players], format=self.format, format_options=self.options, **self.more
        )


def exported(event: Event, kind: str) -> bytes:
    return EXPORTERS[kind].serialize(load(fresh(event)))


def taken_in(data: bytes, club: Club, account: Account) -> Event:
    """The event in a file that needs no repair, a name of a member being that member."""
    incoming = importers.parse(data, WISHES)
    assert [str(repair) for repair in incoming.repairs] == []
    return confirmed(importing.import_event, club.pk, account, incoming, known_people(matches(incoming, club)))


def play_somehow(event: Event, arbiter: Account, rounds: int) -> None:
    """Rounds with results of every kind, by the places of the games: ids depend on what else a process has tested."""
    for number in range(rounds):
        rounds_services.start_round(event.pk, arbiter, despite_open=True, played_on=datetime.date(2026, 3, 7 + number))
        codes = CODES[:3] if event.format == "knock-out" else CODES
        pending = Game.objects.filter(parent_scope__key=event.scope, result="pending").order_by("pk")
        for at, game in enumerate(pending, number + 1):
            claim_result(game.pk, arbiter, codes[at % len(codes)], source="desk")
