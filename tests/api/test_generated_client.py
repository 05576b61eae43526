"""A client that is generated from docs/openapi.yaml runs a tournament from the new club's event to the final table.

The generator works without the network, and writes into a folder of the test run.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from gipfel.api.root import document
from players.models import Account, Club
from testing.api.client_package import Call, Caller
from testing.games.game_records import WON_BY_BLACK

pytestmark = pytest.mark.django_db


@pytest.fixture
def call(client_of: Caller, organiser: Account) -> Call:
    """Calls with a key of the organiser."""
    return client_of(organiser)


EVENT = {
    "club": "rotterdam",
    "name": "Made by a Client",
    "starts_on": "2026-10-01",
    "ends_on": "2026-10-02",
    "rules": "gipf-basic",
    "format": "round-robin",
}


def new_event(call: Call) -> int:
    return int(call("events.events_create", 201, body=("EventNew", EVENT)).parsed.id)


def started(call: Call, *names: str) -> int:
    """An event with these players, under way."""
    event = new_event(call)
    call("events.events_entries_many_create", 201, event, body=("EntriesNew", {"names": list(names)}))
    call("events.events_announce_create", 200, event, body=("Versioned", {}))
    call("events.events_start_create", 200, event, body=("Start", {"seeding": "rating"}))
    return event


def games_of_round(call: Call, event: int, number: int) -> list[Any]:
    round_ = call("events.events_rounds_create", 201, event, body=("RoundNew", {"number": number})).parsed
    return [game for board in round_.boards for game in board.games]


def test_a_client_runs_a_tournament(call: Call, club: Club) -> None:
    event = started(call, "Ada New", "Ben New", "Cas New", "Dia New")
    assert call("events.events_retrieve", 200, event).parsed.entries == 4
    for number in (1, 2, 3):
        games = games_of_round(call, event, number)
        assert len(games) == 2
        rows = [{"game": game.id, "result": "1-0", "version": game.version} for game in games]
        if number == 3:
            call("games.games_records_create", 201, games[0].id, body=("RecordNew", {"text": WON_BY_BLACK}))
            rows = rows[1:]
        told = call("events.events_rounds_results_create", 201, event, number, body=("DecisionsNew", {"results": rows}))
        assert [row.result for row in told.parsed.results] == ["1-0"] * len(rows)
    table = call("events.events_standings_retrieve", 200, event).parsed
    assert (table.is_final, len(table.rows), table.open_games) == (True, 4, 0)
    assert sum(float(row.points) for row in table.rows) == 6
    assert call("events.events_close_create", 200, event, body=("Close", {})).parsed.state == "closed"
    assert call("pools.pools_list", 200, club="rotterdam").parsed.count == 1
    journal = call("events.events_journal_list", 200, event, size=500).parsed.results
    assert sum(line.action == "claim-result" for line in journal) == 5


def test_a_client_is_told_what_is_wrong(call: Call, club: Club) -> None:
    event = new_event(call)
    tag = call("events.events_retrieve", 200, event).headers["ETag"]
    change = ("PatchedEventChange", {"place": "Delft"})
    call("events.events_partial_update", 200, event, body=change, if_match=tag)
    stale = call("events.events_partial_update", 412, event, body=change, if_match=tag).parsed
    assert (stale.code, stale.status, stale.type_) == ("precondition-failed", 412, "/api/v1/docs#precondition-failed")
    unknown = call("events.events_partial_update", 400, event, body=("PatchedEventChange", {"palce": "Delft"})).parsed
    assert unknown.fields.to_dict() == {"palce": ["There is no field palce. Did you mean place?"]}
    rows = [{"game": 1, "result": "1-0"}]
    refused = call(
        "events.events_rounds_results_create", 409, event, 1, body=("DecisionsNew", {"results": rows})
    ).parsed
    assert refused.code == "refused"


def test_a_client_that_sends_again_gets_the_first_answer(call: Call, club: Club) -> None:
    first = call("events.events_create", 201, body=("EventNew", EVENT), idempotency_key="one-event")
    again = call("events.events_create", 201, body=("EventNew", EVENT), idempotency_key="one-event")
    assert (again.content, again.headers["Idempotency-Replayed"]) == (first.content, "?1")
    other = call("events.events_create", 422, body=("EventNew", EVENT | {"name": "B"}), idempotency_key="one-event")
    assert other.parsed.code == "key-reused"


def test_every_operation_of_the_document_is_in_the_client(package: str) -> None:
    """The generator leaves out what it cannot express, such as a default outside its values."""
    told = [each for methods in document()["paths"].values() for each in methods.values()]
    made = {path.stem for path in Path(str(import_module(package).__path__[0]), "api").glob("*/*.py")}
    assert {each["operationId"] for each in told} - made == set()
