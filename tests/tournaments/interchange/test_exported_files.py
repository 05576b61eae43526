"""What is exported, the own checker finds right: every board and every place, in every format."""

from __future__ import annotations

import pytest
from pytest import Subtests

from gipf_engine.tournament.trf import read
from gipf_engine.tournament.trf_check import check_file
from players.models import Account, Club
from testing.tournaments.factories import entry
from testing.tournaments.round_trips import Held, exported, play_somehow
from tournaments.core.formats import pairs_freely
from tournaments.entries.services import byes

pytestmark = pytest.mark.django_db

PLAYED = [
    Held("swiss-dutch", {}, 9, 4, {"rounds_planned": 4}),
    Held("swiss-dutch", {"baku": True}, 9, 4, {"rounds_planned": 5}),
    Held("swiss-dutch", {"colour_free": True}, 8, 3, {"rounds_planned": 5}),
    *(
        Held(key, {"baku": baku}, 9, 4, {"rounds_planned": 5})
        for key in ("dubov", "burstein")
        for baku in (False, True)
    ),
    Held("burstein", {"colour_free": True}, 8, 4, {"rounds_planned": 5}),
    Held("dubov", {"colour_free": True}, 8, 3, {"rounds_planned": 5}),
    Held("round-robin", {}, 5, 5, {}),
    Held("double-round-robin", {"swapped": False}, 4, 6, {}),
    Held("double-round-robin", {}, 4, 6, {}),
    Held("knock-out", {"third_place": True}, 6, 3, {}),
    Held("knock-out", {}, 9, 4, {}),
    Held("league", {"groups": 2}, 9, 5, {}),
    Held("league", {"groups": 2, "double": True}, 8, 6, {}),
    Held("scheveningen", {}, 7, 4, {}),
    Held("double-scheveningen", {}, 6, 6, {}),
]


@pytest.mark.parametrize("held", PLAYED, ids=str)
def test_every_board_and_place_of_an_exported_event_is_right(
    club: Club, organiser: Account, held: Held, subtests: Subtests
) -> None:
    event = held.started(club, organiser)
    if pairs_freely(held.format):
        byes.request_bye(event.pk, organiser, entry(event, "Ben").pk, 1, "half")
        byes.request_bye(event.pk, organiser, entry(event, "Cleo").pk, 2, "zero")
    play_somehow(event, organiser, held.rounds)
    for kind in ("trf26", "trf16"):
        with subtests.test(kind):
            found = check_file(read(exported(event, kind)))
            assert [str(each) for each in found.differences] == []
            assert (found.rounds, found.ranked) == (held.rounds, True)
