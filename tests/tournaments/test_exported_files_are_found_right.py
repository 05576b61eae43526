"""What the house exports its own checker finds right: every board and every place, in every format."""

from __future__ import annotations

from typing import Any

import pytest

from players.models import Account, Club
from tests.tournaments.making import entry, running
from tests.tournaments.test_events_travel_as_files import NINE, exported, play_somehow
from tournaments import services
from tournaments.files import checked
from tournaments.formats import pairs_freely
from tournaments.trf import read

pytestmark = pytest.mark.django_db

PLAYED: list[tuple[str, dict[str, int], int, int, dict[str, Any]]] = [
    ("swiss-dutch", {}, 9, 4, {"rounds_planned": 4}),
    ("swiss-dutch", {"baku": True}, 9, 4, {"rounds_planned": 5}),
    ("swiss-dutch", {"colour_free": True}, 8, 3, {"rounds_planned": 5}),
    ("round-robin", {}, 5, 5, {}),
    ("double-round-robin", {"swapped": False}, 4, 6, {}),
    ("double-round-robin", {}, 4, 6, {}),
    ("knock-out", {"third_place": True}, 6, 3, {}),
    ("knock-out", {}, 9, 4, {}),
    ("league", {"groups": 2}, 9, 5, {}),
    ("league", {"groups": 2, "double": True}, 8, 6, {}),
    ("scheveningen", {}, 7, 4, {}),
    ("double-scheveningen", {}, 6, 6, {}),
]


@pytest.mark.parametrize("kind", ["trf26", "trf16"])
@pytest.mark.parametrize(("key", "options", "players", "rounds", "more"), PLAYED)
def test_every_board_and_place_of_an_exported_event_is_right(
    club: Club,
    organiser: Account,
    kind: str,
    key: str,
    options: dict[str, int],
    players: int,
    rounds: int,
    more: dict[str, Any],
) -> None:
    event = running(club, organiser, NINE[:players], format=key, format_options=options, **more)
    if pairs_freely(key):
        services.request_bye(event.pk, organiser, entry(event, "Ben").pk, 1, "half")
        services.request_bye(event.pk, organiser, entry(event, "Cleo").pk, 2, "zero")
    play_somehow(event, organiser, rounds)
    found = checked(read(exported(event, kind)))
    assert [str(each) for each in found.differences] == []
    assert (found.rounds, found.ranked) == (rounds, True)
