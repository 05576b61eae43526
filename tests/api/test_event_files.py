"""Files out and in, players kept apart, days of rounds, long pairings and why two did not meet: by the API."""

from __future__ import annotations

from typing import Any

import pytest

from common.jobs.services import run_due
from players.models import Account, Club, Person
from testing.api.caller import Caller, error
from testing.tournaments.confirming import confirm_by_api
from testing.tournaments.factories import entry, fresh, play, running, swiss_after_round_1
from tournaments.models import Event
from tournaments.standings.queries.standings import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return swiss_after_round_1(club, organiser)


@pytest.fixture
def caller(organiser: Account) -> Caller:
    return Caller(organiser)


@pytest.mark.parametrize("kind", ["json", "trf16", "trf26"])
def test_a_file_goes_out_and_comes_in_as_it_was(event: Event, caller: Caller, kind: str) -> None:
    first = caller.read(f"/events/{event.pk}/file?kind={kind}")["file"]
    taken = caller.done("/events/import", {"club": "rotterdam", "file": first})
    assert (taken["repairs"], taken["rounds"], taken["games"]) == ([], 1, 2)
    assert {player["name"]: player["person_id"] for player in taken["players"]} == {
        name: Person.objects.get(name=name).pk for name in ("Ada", "Ben", "Cleo", "Dan")
    }
    assert caller.read(f"/events/{taken['event']['id']}/file?kind={kind}")["file"] == first


def test_a_check_says_what_would_come_of_a_file_and_stores_nothing(event: Event, caller: Caller) -> None:
    file = caller.read(f"/events/{event.pk}/file?kind=trf26")["file"].replace("062 4", "062 5")
    taken = caller.done("/events/import", {"club": "rotterdam", "file": file, "check": True})
    assert taken["event"] is None and taken["repairs"] == ["line 5: the number was replaced: there are 4: 062 5"]
    assert Event.objects.count() == 1


def test_who_everybody_is_can_be_said(event: Event, caller: Caller) -> None:
    file = caller.read(f"/events/{event.pk}/file?kind=trf26")["file"]
    body: dict[str, Any] = {"club": "rotterdam", "file": file, "name": "Again", "rules": "gipf-basic", "rated": False}
    body["people"] = [{"ref": 1, "person_id": None}]
    made = caller.done("/events/import", body)["event"]
    assert (made["name"], made["rules"], made["rated"]) == ("Again", "gipf-basic", False)
    assert Person.objects.filter(name="Ada").count() == 2
    nobody = caller.post("/events/import", body | {"people": [{"ref": 1, "person_id": 10**9}]})
    assert nobody.status_code == 404
    assert caller.post("/events/import", body | {"people": [{"ref": 99, "person_id": 1}]}).status_code == 404
    assert Event.objects.count() == 2


def test_a_file_that_cannot_be_taken_is_refused_with_every_line(event: Event, caller: Caller) -> None:
    file = caller.read(f"/events/{event.pk}/file?kind=trf26")["file"].replace(" w 1", " q 1")
    answer = caller.post("/events/import", {"club": "rotterdam", "file": file})
    assert answer.status_code == 400
    reasons = error(answer)["fields"]["file"]
    assert reasons and all(each.startswith("line ") for each in reasons)
    assert Event.objects.count() == 1


def test_files_are_for_those_who_run_the_event(event: Event, stranger: Account, arbiter_to_be: Account) -> None:
    for account in (stranger, arbiter_to_be):
        assert Caller(account).get(f"/events/{event.pk}/file").status_code == 403
    assert Caller().get(f"/events/{event.pk}/file").status_code == 401


def test_two_games_a_round_are_refused_by_trf_with_the_reason(club: Club, organiser: Account, caller: Caller) -> None:
    event = running(club, organiser, format="swiss-dutch", rounds_planned=2, games_per_round=2)
    answer = caller.get(f"/events/{event.pk}/file?kind=trf26")
    assert answer.status_code == 409
    assert error(answer)["blockers"] == ["TRF has no place for rounds of two games: export JSON."]
    assert caller.get(f"/events/{event.pk}/file?kind=json").status_code == 200


def test_players_are_kept_apart_and_let_meet(event: Event, caller: Caller, stranger: Account) -> None:
    two = [entry(event, name).pk for name in ("Ada", "Ben")]
    group = confirm_by_api(caller, f"/events/{event.pk}/apart", {"entries": two, "first_round": 2})
    assert (group["entries"], group["first_round"], group["last_round"]) == (two, 2, None)
    assert [each["id"] for each in caller.read(f"/events/{event.pk}/apart")["results"]] == [group["id"]]
    assert Caller(stranger).get(f"/events/{event.pk}/apart").status_code == 403
    boards = caller.done(f"/events/{event.pk}/rounds", {"number": 2})["boards"]
    met = [{board[side]["entry"]["player"]["name"] for side in ("white", "black")} for board in boards]
    assert {"Ada", "Ben"} not in met
    asked = caller.delete(f"/events/{event.pk}/apart/{group['id']}")
    assert asked.status_code == 409
    caller.done(f"/events/{event.pk}/apart/{group['id']}?confirm={error(asked)['confirm']}", method="DELETE")
    assert caller.read(f"/events/{event.pk}/apart")["results"] == []


def test_that_players_may_meet_is_confirmed_in_the_body_too(event: Event, caller: Caller) -> None:
    two = [entry(event, name).pk for name in ("Ada", "Ben")]
    group = confirm_by_api(caller, f"/events/{event.pk}/apart", {"entries": two, "first_round": 2})
    asked = caller.delete(f"/events/{event.pk}/apart/{group['id']}")
    assert asked.status_code == 409 and caller.read(f"/events/{event.pk}/apart")["results"] != []
    caller.done(f"/events/{event.pk}/apart/{group['id']}", {"confirm": [error(asked)["confirm"]]}, method="DELETE")
    assert caller.read(f"/events/{event.pk}/apart")["results"] == []


def test_a_round_has_a_day_by_which_it_is_played(event: Event, caller: Caller) -> None:
    made = caller.done(f"/events/{event.pk}/rounds", {"number": 2, "deadline": "2199-01-01"})
    assert made["deadline"] == "2199-01-01"
    path = f"/events/{event.pk}/rounds/2"
    changed = caller.done(path, {"deadline": None, "version": made["version"]}, method="PATCH")
    assert changed["deadline"] is None
    late = caller.patch(path, {"deadline": None, "version": made["version"]})
    assert late.status_code == 409
    assert caller.patch(path, {"deadline": "1999-01-01"}).status_code == 400


def test_why_two_did_not_meet_is_told_to_everybody(event: Event, caller: Caller) -> None:
    caller.done(f"/events/{event.pk}/rounds", {"number": 2})
    told = Caller().read(f"/events/{event.pk}/rounds/2/why/1/3")
    answer = "Ada and Cleo may not meet: they met in round 1."
    assert told == {"answer": answer, "explained": True, "imported": False}
    assert Caller().get(f"/events/{event.pk}/rounds/2/why/1/9").status_code == 404


def test_a_long_pairing_is_accepted_and_made_by_a_worker(event: Event, caller: Caller, settings: Any) -> None:
    settings.ROUND_STEPS_ON_A_PAGE = 0
    answer = caller.post(f"/events/{event.pk}/rounds", {"number": 2})
    assert (answer.status_code, answer.json()) == (202, {"wanted": 2})
    assert caller.read(f"/events/{event.pk}/rounds")["count"] == 1
    run_due()
    assert caller.read(f"/events/{event.pk}/rounds")["count"] == 2


def test_leagues_say_group_and_move(club: Club, organiser: Account) -> None:
    """Two groups of two; in each the better number wins, so that 2 goes down and 3 up."""
    event = running(club, organiser, format="league", format_options={"groups": 2})
    play(event, organiser, {("Ada", "Ben"): "1-0", ("Cleo", "Dan"): "1-0"})
    rows = Caller().read(f"/events/{event.pk}/standings")["rows"]
    assert [(row["entry"]["number"], row["group"], row["rank"], row["move"]) for row in rows] == [
        (1, 1, 1, ""),
        (2, 1, 2, "down"),
        (3, 2, 1, "up"),
        (4, 2, 2, ""),
    ]
    assert standings(fresh(event)).is_final
