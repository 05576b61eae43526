"""The results of a round in one request: all of them or none, with what is wrong told row by row."""

from __future__ import annotations

import pytest

from common.journal.models import JournalEntry
from games.models import Claim, Game
from players.models import Account, Club
from tests.api.conftest import Caller, error
from tests.factories import player_in
from tests.tables import rows_of_all_tables
from tests.tournaments.factories import running
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def event_of_four(club: Club, organiser: Account) -> tuple[Event, str, list[int]]:
    """An event with a round of two boards: its address, and its games."""
    event = running(club, organiser, ("Ada", "Ben", "Cas", "Dia"), rounds=1)
    games = Game.objects.filter(occasion__key=event.scope).order_by("pk").values_list("pk", flat=True)
    return event, f"/events/{event.pk}/rounds/1/results", list(games)


def test_all_results_of_a_round_are_decided_at_once(club: Club, organiser: Account) -> None:
    event, address, (first, second) = event_of_four(club, organiser)
    rows = [{"game": second, "result": "0-1", "version": 0}, {"game": first, "result": "1-0", "reason": "seen"}]
    told = Caller(organiser).done(address, {"results": rows})
    assert told == {
        "results": [
            {"game": second, "result": "0-1", "version": 1},
            {"game": first, "result": "1-0", "version": 1},
        ]
    }
    assert dict(Game.objects.values_list("pk", "result")) == {first: "1-0", second: "0-1"}
    claims = Claim.objects.order_by("pk").values_list("game", "role", "source", "account")
    assert list(claims) == [(second, "arbiter", "api", organiser.pk), (first, "arbiter", "api", organiser.pk)]
    entries = JournalEntry.objects.filter(scope__key=event.scope, action="claim-result")
    assert {entry.data["game"] for entry in entries} == {first, second}


def test_one_row_that_is_refused_stops_all_of_them(club: Club, organiser: Account) -> None:
    _event, address, (first, second) = event_of_four(club, organiser)
    caller = Caller(organiser)
    before = rows_of_all_tables()
    answer = caller.post(address, {"results": [{"game": first, "result": "1-0"}, {"game": second, "result": "void"}]})
    assert (answer.status_code, error(answer)["code"]) == (422, "rows-refused")
    (row,) = error(answer)["rows"]
    assert (row["row"], row["status"], row["code"]) == (1, 400, "invalid")
    assert row["fields"] == {"reason": ["Say why: a void game counts for nobody."]}
    assert rows_of_all_tables() == before


def test_rows_of_no_game_of_the_round_and_of_one_game_twice_are_named(club: Club, organiser: Account) -> None:
    _event, address, (first, _second) = event_of_four(club, organiser)
    other = event_of_four(club, organiser)[2][0]
    caller = Caller(organiser)
    before = rows_of_all_tables()
    rows = [{"game": game, "result": "1-0"} for game in (first, other, first)]
    told = error(caller.post(address, {"results": rows}))
    assert [(row["row"], list(row["fields"])) for row in told["rows"]] == [(1, ["game"]), (2, ["game"])]
    assert rows_of_all_tables() == before


def test_a_decision_from_an_older_page_stops_all_of_them(club: Club, organiser: Account) -> None:
    _event, address, (first, second) = event_of_four(club, organiser)
    caller = Caller(organiser)
    caller.done(f"/games/{first}/results", {"result": "1-0", "version": 0})
    rows = [{"game": second, "result": "1-0"}, {"game": first, "result": "0-1", "version": 0, "reason": "seen"}]
    told = error(caller.post(address, {"results": rows}))
    assert [(row["row"], list(row["fields"])) for row in told["rows"]] == [(1, ["version"])]
    assert dict(Game.objects.values_list("pk", "result")) == {first: "1-0", second: "pending"}


def test_shapes_are_told_row_by_row(club: Club, organiser: Account) -> None:
    _event, address, (first, _second) = event_of_four(club, organiser)
    rows = [{"game": first, "result": "1-0"}, {"game": first, "reslut": "1-0"}]
    answer = Caller(organiser).post(address, {"results": rows})
    assert (answer.status_code, error(answer)["fields"]) == (
        400,
        {"results": {"1": {"reslut": ["There is no field reslut. Did you mean result?"]}}},
    )


def test_only_who_runs_the_round_decides_it(club: Club, organiser: Account, stranger: Account) -> None:
    _event, address, (first, _second) = event_of_four(club, organiser)
    for account in (stranger, player_in(club, name="Pia")):
        assert Caller(account).post(address, {"results": [{"game": first, "result": "1-0"}]}).status_code == 403
    assert not Claim.objects.exists()


def test_a_round_that_is_not_paired_has_no_results(club: Club, organiser: Account) -> None:
    event, _address, (first, _second) = event_of_four(club, organiser)
    answer = Caller(organiser).post(
        f"/events/{event.pk}/rounds/2/results", {"results": [{"game": first, "result": "1-0"}]}
    )
    assert (answer.status_code, error(answer)["code"]) == (409, "refused")
