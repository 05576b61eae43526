"""Two who act at once, one after the other as the database has them: the loser gets 409 and what holds now."""

from __future__ import annotations

import pytest

from games.models import Claim
from players.models import Account, Club
from testing.api.api_fixture import game_of
from testing.api.caller import Caller, error
from testing.factories import administrator, player_in
from testing.tournaments.confirming import confirm_by_api
from testing.tournaments.factories import plan, running, with_players
from tournaments.entries.services.entries import enter_myself
from tournaments.events.services.events import edit_event
from tournaments.models import Event, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return running(club, organiser, ("Ada", "Ben", "Cleo", "Dan"), rounds=1)


def test_of_two_who_start_the_same_round_one_is_told_so(event: Event, organiser: Account) -> None:
    first, second = Caller(organiser), Caller(administrator())
    assert first.post(f"/events/{event.pk}/rounds", {"number": 2, "despite_open": True}).status_code == 201
    late = second.post(f"/events/{event.pk}/rounds", {"number": 2, "despite_open": True})
    assert (late.status_code, error(late)["code"]) == (409, "stale")
    assert error(late)["version"] == second.read(f"/events/{event.pk}")["version"]
    assert Round.objects.filter(event=event).count() == 2


def test_a_round_is_started_only_on_the_version_that_was_seen(event: Event, organiser: Account) -> None:
    caller = Caller(organiser)
    seen = caller.read(f"/events/{event.pk}")["version"]
    caller.done(f"/games/{game_of(event)}/results", {"result": "1-0"})
    late = caller.post(f"/events/{event.pk}/rounds", {"number": 2, "version": seen, "despite_open": True})
    assert (late.status_code, error(late)["code"], error(late)["version"]) == (409, "stale", seen + 1)
    now = {"number": 2, "version": seen + 1, "despite_open": True}
    assert caller.done(f"/events/{event.pk}/rounds", now)["number"] == 2


def test_a_round_can_be_taken_back_while_it_is_the_last_one(event: Event, organiser: Account) -> None:
    caller, address = Caller(organiser), f"/events/{event.pk}/rounds"
    for number in (0, 2):
        assert error(caller.delete(f"{address}/{number}"))["code"] == "stale"
    assert error(caller.delete(f"{address}/1?version=7"))["code"] == "stale"
    caller.done(f"{address}/1?version=1&reason=wrong+day", method="DELETE")
    assert error(caller.delete(f"{address}/0"))["code"] == "stale"  # none is left


def test_an_open_board_holds_a_round_back_and_is_named(event: Event, organiser: Account) -> None:
    answer = Caller(organiser).post(f"/events/{event.pk}/rounds", {"number": 2})
    assert (answer.status_code, error(answer)["code"]) == (409, "refused")
    assert len(error(answer)["blockers"]) == 2
    assert "board 1 of round 1" in error(answer)["blockers"][0]


def test_a_decision_from_an_older_page_is_kept_and_both_values_are_shown(event: Event, organiser: Account) -> None:
    first, second = Caller(organiser), Caller(administrator())
    address = f"/games/{game_of(event)}"
    seen = second.read(address)["version"]
    assert first.post(f"{address}/results", {"result": "1-0", "version": seen}).status_code == 201
    late = second.post(f"{address}/results", {"result": "0-1", "version": seen, "reason": "score sheet"})
    assert (late.status_code, error(late)["code"]) == (409, "late")
    yours, now = error(late)["yours"], error(late)["now"]
    assert (yours["result"], yours["late"], yours["in_force"], yours["reason"]) == ("0-1", True, False, "score sheet")
    assert (now["result"], now["version"]) == ("1-0", seen + 2)
    assert [(claim["result"], claim["in_force"]) for claim in second.read(f"{address}/results")["results"]] == [
        ("1-0", True),
        ("0-1", False),
    ]
    again = {"result": "0-1", "version": now["version"], "reason": "score sheet"}
    assert second.done(f"{address}/results", again)["in_force"] is True
    assert second.read(address)["result"] == "0-1"


def test_a_late_decision_that_says_the_same_is_a_confirmation(event: Event, organiser: Account) -> None:
    address = f"/games/{game_of(event)}"
    Caller(organiser).done(f"{address}/results", {"result": "1-0", "version": 0})
    assert Caller(administrator()).post(f"{address}/results", {"result": "1-0", "version": 0}).status_code == 201


@pytest.mark.parametrize(
    ("method", "path", "body", "meanwhile"),
    [
        ("PATCH", "", {"place": "Delft"}, "edit"),
        ("POST", "/entries", {"name": "Eve"}, "edit"),
        ("POST", "/start", {}, "enter"),
        ("POST", "/retract", {}, "enter"),
    ],
)
def test_an_act_does_nothing_where_what_it_depends_on_has_changed(
    method: str, path: str, body: dict[str, object], meanwhile: str, club: Club, organiser: Account
) -> None:
    event = with_players(club, organiser, ("Ada", "Ben"), self_entry=True)
    caller, address = Caller(organiser), f"/events/{event.pk}"
    seen = caller.read(address)["version"]
    if meanwhile == "enter":
        enter_myself(event.pk, player_in(club, name="Pia"))
    else:
        edit_event(event.pk, organiser, plan=plan(place="Leiden", self_entry=True))
    late = caller.ask(method, address + path, body | {"version": seen})
    assert (late.status_code, error(late)["code"], error(late)["version"]) == (409, "stale", seen + 1)
    assert caller.read(address)["version"] == seen + 1


def test_an_edit_of_one_value_keeps_what_somebody_else_changed(club: Club, organiser: Account) -> None:
    event, caller = with_players(club, organiser, ()), Caller(organiser)
    caller.done(f"/events/{event.pk}", {"place": "Delft"}, method="PATCH")
    body = {"name": "Delft Open", "scoring": {"win": "3", "draw": "1"}}
    told = confirm_by_api(caller, f"/events/{event.pk}", body, method="PATCH")
    assert (told["name"], told["place"], told["starts_on"]) == ("Delft Open", "Delft", "2026-03-07")
    assert (told["scoring"]["win"], told["scoring"]["draw"], told["scoring"]["half_bye"]) == ("3.0", "1.0", "1.0")


def test_claims_of_both_seats_agree_or_wait_or_contradict(club: Club, organiser: Account) -> None:
    ada, ben = player_in(club, name="Ada"), player_in(club, name="Ben")
    event = with_players(club, organiser, (), self_entry=True)
    for account in (ada, ben):
        enter_myself(event.pk, account)
    caller = Caller(organiser)
    caller.done(f"/events/{event.pk}/start")
    round_ = caller.done(f"/events/{event.pk}/rounds", {"number": 1})
    (board,) = round_["boards"]
    assert [board[side]["entry"]["player"]["name"] for side in ("white", "black")] == ["Ada", "Ben"]
    address = f"/games/{board['games'][0]['id']}"
    said = Caller(ada).done(f"{address}/results", {"result": "1-0"})
    assert (said["role"], said["via"], said["in_force"]) == ("white", "api", False)
    assert said["who"] == {"id": ada.person_id, "name": "Ada"}
    assert Caller().read(address)["claims"] == "waiting"
    Caller(ben).done(f"{address}/results", {"result": "1/2-1/2"})
    game = Caller().read(address)
    assert (game["claims"], game["result"]) == ("disputed", "pending")
    assert "arbiter" in game["explanation"]
    assert caller.post(f"{address}/results", {"result": "1-0"}).status_code == 400  # against what a player said: why?
    caller.done(f"{address}/results", {"result": "1-0", "reason": "both score sheets say so"})
    assert Caller().read(address)["result"] == "1-0"
    assert Claim.objects.count() == 3


def test_a_player_cannot_speak_for_the_other_seat_or_as_the_arbiter(club: Club, organiser: Account) -> None:
    ada = player_in(club, name="Ada")
    event = with_players(club, organiser, ("Ben",), self_entry=True)
    enter_myself(event.pk, ada)
    caller = Caller(organiser)
    caller.done(f"/events/{event.pk}/start")
    caller.done(f"/events/{event.pk}/rounds", {"number": 1})
    address = f"/games/{game_of(event)}/results"
    for role in ("black", "arbiter"):
        assert Caller(ada).post(address, {"result": "1-0", "role": role}).status_code == 403
    refused = Caller(ada).post(address, {"result": "+-"})
    assert (refused.status_code, list(error(refused)["fields"])) == (400, ["result"])
    assert Claim.objects.count() == 0
