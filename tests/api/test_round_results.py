"""The results of a round in one request: all of them or none, with what is wrong told row by row."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from common.journal import services as journal
from common.journal.models import JournalEntry, Scope
from games.models import Claim, ClaimReason, Game
from games.results.services.results import claim_result
from players.models import Account, Club
from testing.api.caller import Caller, error
from testing.factories import player_in
from testing.tables import rows_of_all_tables
from testing.tournaments.factories import running, swiss_after_round_1
from tournaments.core.webhooks import RESULT
from tournaments.models import Event, RestorePoint, WebhookMessage
from tournaments.notices.services import add_webhook

pytestmark = pytest.mark.django_db


def event_of_four(club: Club, organiser: Account) -> tuple[Event, str, list[int]]:
    """An event with a round of two boards: its address, and its games."""
    event = running(club, organiser, ("Ada", "Ben", "Cas", "Dia"), rounds=1)
    games = Game.objects.filter(parent_scope__key=event.scope).order_by("pk").values_list("pk", flat=True)
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
    assert row["fields"] == {"reason": ["Give a reason for a void game: it is not counted."]}
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


def test_a_round_of_twice_the_games_asks_as_many_queries(club: Club, organiser: Account) -> None:
    asked = []
    for names in ("Ada Ben Cas Dia", "Eva Fay Gus Hal Ida Jon Kai Lea"):
        event = running(club, organiser, names.split(), rounds=1)
        games = Game.objects.filter(parent_scope__key=event.scope).values_list("pk", flat=True)
        rows = [{"game": game, "result": "1-0", "reason": "seen"} for game in games]
        with CaptureQueriesContext(connection) as queries:
            Caller(organiser).done(f"/events/{event.pk}/rounds/1/results", {"results": rows})
        asked.append(len(queries))
    assert asked[0] == asked[1]
    assert list(ClaimReason.objects.values_list("text", flat=True)) == ["seen"] * 6


def test_each_result_is_an_entry_of_the_journal_with_a_version_of_its_own(club: Club, organiser: Account) -> None:
    event, address, (first, second) = event_of_four(club, organiser)
    before = Scope.objects.get(key=event.scope).version
    rows = [{"game": second, "result": "0-1"}, {"game": first, "result": "1-0"}]
    Caller(organiser).done(address, {"results": rows})
    entries = JournalEntry.objects.filter(scope__key=event.scope, version__gt=before).order_by("version")
    assert [(entry.version, entry.data["game"], entry.data["changed"]) for entry in entries] == [
        (before + 1, second, {"result": ["pending", "0-1"]}),
        (before + 2, first, {"result": ["pending", "1-0"]}),
    ]
    assert Scope.objects.get(key=event.scope).version == before + 2


def test_what_is_done_before_the_lock_is_taken_is_seen(
    club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else decides a game after the results were looked at, and before they are written."""
    _event, address, (first, second) = event_of_four(club, organiser)
    lock = journal.commit_many

    def decide_first(*args: Any) -> Any:
        claim_result(first, organiser, "1-0", source="desk")
        return lock(*args)

    monkeypatch.setattr(journal, "commit_many", decide_first)
    rows = [{"game": second, "result": "1-0"}, {"game": first, "result": "0-1", "version": 0, "reason": "seen"}]
    told = error(Caller(organiser).post(address, {"results": rows}))
    assert [(row["row"], list(row["fields"])) for row in told["rows"]] == [(1, ["version"])]
    assert dict(Game.objects.values_list("pk", "result")) == {first: "1-0", second: "pending"}


def test_a_round_that_another_was_paired_with_is_corrected_once_each_row_is_confirmed(
    club: Club, organiser: Account
) -> None:
    event = swiss_after_round_1(club, organiser)
    caller = Caller(organiser)
    caller.done(f"/events/{event.pk}/rounds", {"number": 2})
    games = Game.objects.filter(paired__pairing__round__number=1).order_by("pk")
    decided = {game.pk: "1-0" if game.result == "0-1" else "0-1" for game in games}
    rows = [{"game": game, "result": result, "reason": "sheet"} for game, result in decided.items()]
    address, before = f"/events/{event.pk}/rounds/1/results", rows_of_all_tables()
    told = error(caller.post(address, {"results": rows}))
    assert [row["code"] for row in told["rows"]] == ["confirm"] * len(rows)
    assert rows_of_all_tables() == before
    keys = [row["confirm"] for row in told["rows"]]
    points = RestorePoint.objects.count()
    caller.done(address, {"results": rows, "confirm": keys})
    assert dict(games.values_list("pk", "result")) == decided
    assert RestorePoint.objects.count() == points + 1
    entries = JournalEntry.objects.filter(scope__key=event.scope).order_by("version")
    corrected = [entry for entry in entries if entry.data.get("paired_since")]
    assert [entry.data["paired_since"] for entry in corrected] == [[2, 2]] * len(rows)
    assert RestorePoint.objects.order_by("version").last() == RestorePoint.objects.get(version=corrected[0].version)


def test_webhooks_are_told_of_each_result(club: Club, organiser: Account) -> None:
    event, address, (first, second) = event_of_four(club, organiser)
    add_webhook(event.pk, organiser, "https://hooks.example/results", [RESULT])
    Caller(organiser).done(address, {"results": [{"game": first, "result": "1-0"}, {"game": second, "result": "0-1"}]})
    told = [json.loads(message.body) for message in WebhookMessage.objects.order_by("pk")]
    assert [(each["data"]["game"], each["data"]["result"]) for each in told] == [(first, "1-0"), (second, "0-1")]
