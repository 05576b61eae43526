"""A club, four players, three rounds, ratings: all by the API, with every figure worked out by hand.

Berger tables for four: 1-4 2-3 | 4-3 1-2 | 2-4 3-1. Numbers by name: Ada 1, Ben 2, Cleo 3, Dan 4.

    round 1  Ada – Dan 1-0    Ben – Cleo ½-½
    round 2  Dan – Cleo 0-1   Ada – Ben 1-0
    round 3  Ben – Dan 1-0    Cleo – Ada ½-½

Points: Ada 2½, Cleo 2, Ben 1½, Dan 0. Sonneborn-Berger: Ada 0 + 1½ + ½·2 = 2.50; Cleo ½·1½ + 0 + ½·2½ = 2.00;
Ben ½·2 + 0 = 1.00; Dan 0. Everybody enters at 1500, so 1.50 is expected of each; K is 40:
Ada 1500 + 40·1 = 1540, Cleo + 40·½ = 1520, Ben 1500, Dan − 40·1½ = 1440.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from common.jobs.services import run_due
from players.accounts.services.accounts import link_account
from players.models import Account, Person
from testing.api.caller import Caller
from testing.factories import AccountFactory, administrator
from testing.games.game_records import WON_BY_BLACK

PLAN = {
    "club": "utrecht",
    "name": "Spring Cup",
    "place": "Utrecht",
    "starts_on": "2026-03-07",
    "ends_on": "2026-03-08",
    "rules": "gipf-basic",
    "agreed_draws": True,
}
BERGER = (
    [("Ada", "Dan"), ("Ben", "Cleo")],
    [("Dan", "Cleo"), ("Ada", "Ben")],
    [("Ben", "Dan"), ("Cleo", "Ada")],
)


@pytest.fixture
def arbiter(call: Callable[..., Caller]) -> Caller:
    """Keeps the server, and so organises the club that it makes."""
    return call(administrator())


def player(organiser: Account, name: str) -> Caller:
    """The key of somebody who plays."""
    account = AccountFactory()
    link_account(actor=organiser, account_id=account.pk, person_id=Person.objects.get(name=name).pk)
    account.refresh_from_db()
    return Caller(account)


@pytest.fixture
def event(arbiter: Caller) -> int:
    """Running, with round 1 still to be paired."""
    club = arbiter.done("/clubs", {"name": "Utrecht", "time_zone": "Europe/Amsterdam", "admitted": True})
    assert club["slug"] == "utrecht"
    event = arbiter.done("/events", PLAN)
    assert (event["state"], event["time_zone"]) == ("draft", "Europe/Amsterdam")
    here = f"/events/{event['id']}"
    known = [arbiter.done("/clubs/utrecht/players", {"name": name})["id"] for name in ("Dan", "Cleo", "Ada")]
    for person in known:
        arbiter.done(f"{here}/entries", {"person_id": person})
    assert arbiter.done(f"{here}/entries", {"name": "Ben"})["player"]["name"] == "Ben"
    assert arbiter.done(f"{here}/announce")["state"] == "open"
    started = arbiter.done(f"{here}/start", {"seeding": "rating"})
    assert (started["state"], started["entries"], started["rounds"], started["rounds_total"]) == ("running", 4, 0, 3)
    return int(event["id"])


def seats(round_: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (board["white"]["entry"]["player"]["name"], board["black"]["entry"]["player"]["name"])
        for board in round_["boards"]
    ]


def play(arbiter: Caller, event: int) -> None:
    """Everything up to the final table: by claims of both seats, by a record, by the arbiter."""
    organiser = arbiter.account
    assert organiser is not None
    game: dict[tuple[str, str], int] = {}
    for number, expected in enumerate(BERGER, 1):
        round_ = arbiter.done(f"/events/{event}/rounds", {"number": number, "despite_open": True})
        assert seats(round_) == expected
        game |= {pair: board["games"][0]["id"] for pair, board in zip(expected, round_["boards"], strict=True)}
    ada, dan = player(organiser, "Ada"), player(organiser, "Dan")
    ada.done(f"/games/{game['Ada', 'Dan']}/results", {"result": "1-0"})
    dan.done(f"/games/{game['Ada', 'Dan']}/results", {"result": "1-0"})
    arbiter.done(f"/games/{game['Dan', 'Cleo']}/records", {"text": WON_BY_BLACK})
    for pair, result in (
        (("Ben", "Cleo"), "1/2-1/2"),
        (("Ada", "Ben"), "1-0"),
        (("Ben", "Dan"), "1-0"),
        (("Cleo", "Ada"), "1/2-1/2"),
    ):
        arbiter.done(f"/games/{game[pair]}/results", {"result": result, "version": 0})
    assert arbiter.done(f"/events/{event}/close")["state"] == "closed"


def test_the_standings_are_those_worked_out_by_hand(arbiter: Caller, event: int) -> None:
    play(arbiter, event)
    table = Caller().read(f"/events/{event}/standings")
    assert [column["code"] for column in table["columns"]] == ["DE", "WIN", "SB"]
    assert (table["rounds"], table["rounds_total"], table["open_games"], table["is_final"]) == (3, 3, 0, True)
    assert [
        (
            row["rank"],
            row["entry"]["number"],
            row["entry"]["player"]["name"],
            row["points"],
            {value["code"]: value["text"] for value in row["values"]}["SB"],
            (row["won"], row["drawn"], row["lost"]),
        )
        for row in table["rows"]
    ] == [
        (1, 1, "Ada", "2.5", "2.50", (2, 1, 0)),
        (2, 3, "Cleo", "2.0", "2.00", (1, 2, 0)),
        (3, 2, "Ben", "1.5", "1.00", (1, 1, 1)),
        (4, 4, "Dan", "0.0", "0.00", (0, 0, 3)),
    ]


def test_each_tie_break_is_told_as_the_sum_that_it_is(arbiter: Caller, event: int) -> None:
    play(arbiter, event)
    cleo = Caller().read(f"/events/{event}/standings")["rows"][1]
    said = next(value["explanation"] for value in cleo["values"] if value["code"] == "SB")
    assert said.startswith("2.00 = ")
    assert "Ben" in said and "Ada" in said


def test_the_cross_table_has_everybody_against_everybody(arbiter: Caller, event: int) -> None:
    play(arbiter, event)
    table = Caller().read(f"/events/{event}/crosstable")
    assert (table["grid"], table["heads"]) == (True, [1, 3, 2, 4])
    marks = [[cell and "".join(mark["text"] for mark in cell) for cell in row["cells"]] for row in table["rows"]]
    assert marks == [
        [None, "½", "1", "1"],
        ["½", None, "½", "1"],
        ["0", "½", None, "1"],
        ["0", "0", "0", None],
    ]


def test_the_rating_list_follows_when_the_event_is_closed(arbiter: Caller, event: int) -> None:
    play(arbiter, event)
    run_due()
    (pool,) = Caller().read("/pools?club=utrecht")["results"]
    assert (pool["rules"], pool["club"]["slug"], pool["system"]) == ("gipf-basic", "utrecht", "elo")
    rows = Caller().read(f"/pools/{pool['id']}/ratings")["results"]
    assert [(row["rank"], row["player"]["name"], row["rating"], row["change"], row["provisional"]) for row in rows] == [
        (1, "Ada", 1540, 40, True),
        (2, "Cleo", 1520, 20, True),
        (3, "Ben", 1500, 0, True),
        (4, "Dan", 1440, -60, True),
    ]
    ada = rows[0]["player"]["id"]
    (change,) = Caller().read(f"/pools/{pool['id']}/players/{ada}")["results"]
    assert (change["occasion"], change["rated_on"], change["before"], change["after"]) == (
        "Spring Cup",
        "2026-03-08",
        1500,
        1540,
    )
    assert (change["score"], change["details"], change["published"]) == ("2.5", {"expected": "1.50", "k": "40"}, 1540)
    scored = {term["opponent"]["name"]: (term["details"]["expected"], term["score"]) for term in change["terms"]}
    assert scored == {"Dan": ("0.50", "1.0"), "Ben": ("0.50", "1.0"), "Cleo": ("0.50", "0.5")}
    ratings = Caller().read(f"/players/{ada}")["ratings"]
    assert [(row["rating"], row["games"], row["best"]) for row in ratings] == [(1540, 3, 1540)] * 2  # server and club


def test_a_corrected_result_after_closing_rates_again(arbiter: Caller, event: int) -> None:
    """Ben – Dan becomes a draw: Ben 1½ − ½ = 1 of 1.50 expected, −20; Dan ½, −40."""
    play(arbiter, event)
    run_due()
    games = Caller().read(f"/events/{event}/games")["results"]
    game = next(row for row in games if row["white"]["player"]["name"] == "Ben" and row["round"] == 3)
    path = f"/games/{game['id']}/results"
    assert arbiter.post(path, {"result": "1/2-1/2"}).status_code == 400  # a closed event: say why
    arbiter.done(path, {"result": "1/2-1/2", "reason": "misread score sheet", "version": game["version"]})
    run_due()
    (pool,) = Caller().read("/pools?club=utrecht")["results"]
    rows = Caller().read(f"/pools/{pool['id']}/ratings")["results"]
    assert [(row["player"]["name"], row["rating"]) for row in rows] == [
        ("Ada", 1540),
        ("Cleo", 1520),
        ("Ben", 1480),
        ("Dan", 1460),
    ]


def test_a_reopened_event_leaves_the_lists(arbiter: Caller, event: int) -> None:
    play(arbiter, event)
    run_due()
    assert arbiter.post(f"/events/{event}/reopen").status_code == 400  # needs a reason
    assert arbiter.done(f"/events/{event}/reopen", {"reason": "one more game"})["state"] == "running"
    run_due()
    (pool,) = Caller().read("/pools?club=utrecht")["results"]
    assert Caller().read(f"/pools/{pool['id']}/ratings")["results"] == []


def test_the_record_comes_back_as_text_with_its_moves(arbiter: Caller, event: int) -> None:
    play(arbiter, event)
    games = Caller().read(f"/events/{event}/games")["results"]
    game = next(row for row in games if row["white"]["player"]["name"] == "Dan" and row["round"] == 2)
    assert (game["result"], game["has_record"]) == ("0-1", True)
    (line,) = Caller().read(f"/games/{game['id']}/records")["results"]
    assert (line["number"], line["plies"], line["outcome"]) == (1, 24, "0-1")
    record = Caller().read(f"/games/{game['id']}/records/1")
    assert (len(record["moves"]), record["moves"][0]["token"]) == (24, "g2")
    text = Caller().get(f"/games/{game['id']}/records/1", Accept="text/plain")
    assert text["Content-Type"] == "text/plain; charset=utf-8"
    assert text.content.decode() == record["text"]
    assert '[White "Dan"]' in record["text"] and '[Result "0-1"]' in record["text"]
