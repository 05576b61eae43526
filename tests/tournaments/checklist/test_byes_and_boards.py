"""Who is not paired, and on which board the others sit."""

from __future__ import annotations

from typing import Any

import pytest

from players.models import Account, Club
from testing.api.caller import Caller
from testing.clients import signed_in
from testing.factories import AccountFactory
from testing.tournaments.confirming import confirm_by_api
from testing.tournaments.factories import decide, entry, fresh, running, table, values
from testing.tournaments.hand_edits import swap_colours
from testing.tournaments.round_trips import NINE, exported, play_somehow
from tournaments.core.loader import EventData, PairingRow, load
from tournaments.core.mapping import cross_table, points_before
from tournaments.entries.services import byes
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db
FIVE = NINE[:5]
SWISS: dict[str, Any] = {"format": "swiss-dutch", "rounds_planned": 5, "tie_breaks": ("WON", "BH")}


def test_a23_a_player_asks_for_a_half_point_bye_and_it_is_told_as_one(club: Club, organiser: Account) -> None:
    event = running(club, organiser, FIVE, **SWISS)
    account = AccountFactory(person=entry(event, "Ben").members.get().person)
    asked = Caller(account).post(
        f"/events/{event.pk}/entries/{entry(event, 'Ben').pk}/byes", {"round": 1, "kind": "half"}
    )
    assert asked.status_code == 201, asked.content
    rounds.start_round(event.pk, organiser)
    decide(event, organiser, {("Ada", "Dan"): "1-0", ("Eve", "Cleo"): "1-0"})
    assert {name: points for _rank, name, points in table(event)}["Ben"] == 5
    assert "half-point bye" in signed_in(account).get(f"/events/{event.pk}/pairings/1").content.decode()
    line = next(line for line in exported(event, "trf26").decode().splitlines() if " Ben " in line)
    assert line.rstrip().endswith("0000 - H")


def test_a26_who_is_not_paired_gets_what_the_settings_say_and_has_not_played(club: Club, organiser: Account) -> None:
    """A bye of an odd field is worth a half here, as Ben's is; Cleo gets none. Nobody has won a game by any of them."""
    event = running(club, organiser, FIVE, **SWISS, scoring={"win": 10, "draw": 5, "loss": 0, "pairing_bye": 5})
    byes.request_bye(event.pk, organiser, entry(event, "Ben").pk, 1, "half")
    byes.request_bye(event.pk, organiser, entry(event, "Cleo").pk, 1, "zero")
    rounds.start_round(event.pk, organiser)
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    points = {name: points for _rank, name, points in table(event)}
    assert points == {"Ada": 10, "Ben": 5, "Eve": 5, "Cleo": 0, "Dan": 0}
    assert [values(event, name)[0] for name in ("Ada", "Ben", "Eve", "Cleo")] == ["1", "0", "0", "0"]
    rows, of_all = load(event), {entry(event, name).pk: worth for name, worth in points.items()}
    assert points_before(rows, 2) == of_all
    assert points_before(rows, 1) == dict.fromkeys(of_all, 0)


def _key(rows: EventData, pairing: PairingRow) -> tuple[int, ...]:
    """The higher score first, then the sum, then the number of who has it; a bye comes behind every board."""
    through, numbers = pairing.round - 1, [rows.by_id[each].number or 0 for each in pairing.entries]
    scores = [cross_table(rows).points(number, through=through) for number in numbers]
    best, number = max((score, -number) for score, number in zip(scores, numbers, strict=True))
    return (len(numbers), best, sum(scores), number)


@pytest.mark.parametrize("players", [8, 9])
def test_a32_boards_go_by_score_sum_and_number(club: Club, organiser: Account, players: int) -> None:
    event = running(club, organiser, NINE[:players], **SWISS)
    play_somehow(event, organiser, 4)
    rows = load(fresh(event))
    for round_ in rows.rounds:
        keys = [_key(rows, pairing) for pairing in round_.pairings]
        assert keys == sorted(keys, reverse=True), round_.number
        assert [pairing.board for pairing in round_.pairings] == list(range(1, len(keys) + 1))


def test_a13_two_change_places_and_the_other_one_begins(club: Club, organiser: Account) -> None:
    event = running(club, organiser, FIVE, rounds=1, **SWISS)
    caller = Caller(organiser)

    def seats() -> list[list[str]]:
        rows = load(fresh(event))
        return [[rows.by_id[each].name for each in pairing.entries] for pairing in rows.rounds[0].pairings]

    assert seats() == [["Ada", "Cleo"], ["Dan", "Ben"], ["Eve"]]
    draft = f"/events/{event.pk}/draft"
    caller.done(f"{draft}/begin", {"number": 1})
    caller.done(f"{draft}/steps", {"step": "swap", "one": 1})
    caller.done(f"{draft}/steps", {"step": "exchange", "one": 5, "other": 2})
    confirm_by_api(caller, f"{draft}/end", {"reason": "x"})
    assert seats() == [["Cleo", "Ada"], ["Dan", "Eve"], ["Ben"]]


def test_a17_the_page_of_a_round_tells_what_the_engine_would_pair(club: Club, organiser: Account) -> None:
    event = running(club, organiser, FIVE, rounds=1, **SWISS)
    caller, path = Caller(organiser), f"/events/{event.pk}/rounds/1"
    assert caller.read(path)["differences"] == []
    swap_colours(event.pk, organiser, load(event).rounds[0].pairings[0].id)
    assert caller.read(path)["differences"] == ["By the rules Ada has the first move against Cleo."]
