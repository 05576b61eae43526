"""Choices within a format: listed from the registers, sent with an event, refused where they cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from players.models import Account, Club
from testing.api.caller import Caller, error

pytestmark = pytest.mark.django_db

LEAGUE = {
    "club": "rotterdam",
    "name": "Autumn League",
    "starts_on": "2026-10-01",
    "ends_on": "2026-12-01",
    "rules": "gipf-standard",
    "format": "league",
}


@pytest.fixture
def caller(club: Club, organiser: Account) -> Caller:
    return Caller(organiser)


def test_what_can_be_chosen_is_listed_with_its_limits(caller: Caller) -> None:
    known = {each["key"]: each for each in caller.read("/choices")["formats"]}
    assert {"round-robin", "double-round-robin", "swiss-dutch", "league"} <= set(known)
    groups = next(option for option in known["league"]["options"] if option["key"] == "groups")
    assert (groups["is_switch"], groups["least"]) == (False, 1)
    assert groups["name"] and groups["help"]


def test_a_league_is_made_with_groups_and_started_with_them_by_hand(caller: Caller) -> None:
    """Two groups of two: Ada and Dan, Ben and Cleo; each group plays its one game in round 1."""
    event = caller.done("/events", LEAGUE | {"format_options": {"groups": 2}})
    address = f"/events/{event['id']}"
    entry = {name: caller.done(f"{address}/entries", {"name": name})["id"] for name in ("Ada", "Ben", "Cleo", "Dan")}
    groups = [{"entry": entry[name], "group": group} for name, group in zip(entry, (1, 2, 2, 1), strict=True)]
    caller.done(f"{address}/start", {"grouping": "hand", "groups": groups})
    rows = caller.read(f"{address}/entries")["results"]
    assert {row["player"]["name"]: row["group"] for row in rows} == {"Ada": 1, "Ben": 2, "Cleo": 2, "Dan": 1}
    boards = caller.done(f"{address}/rounds", {"number": 1})["boards"]
    met = {frozenset(board[side]["entry"]["player"]["name"] for side in ("white", "black")) for board in boards}
    assert met == {frozenset({"Ada", "Dan"}), frozenset({"Ben", "Cleo"})}


@pytest.mark.parametrize(
    "options",
    [
        *({"groups": 0}, {"groups": 10**9}, {"groups": 2.5}, {"groups": "2"}, {"groups": True}, {"groups": None}),
        *({"groups": [2]}, {"groups": {}}, {"nonsense": 1}, {"": 1}, {"a\0b": 1}, {"x" * 5000: 1}, [], "groups"),
    ],
)
def test_an_option_that_cannot_be_is_named(options: Any, caller: Caller) -> None:
    answer = caller.post("/events", LEAGUE | {"format_options": options})
    assert (answer.status_code, list(error(answer)["fields"])) == (400, ["format_options"])


def test_a_change_of_format_lets_go_of_the_other_formats_choices(caller: Caller) -> None:
    event = caller.done("/events", LEAGUE | {"format_options": {"groups": 3}})
    path = f"/events/{event['id']}"
    changed = caller.done(path, {"format": "round-robin"}, method="PATCH")
    assert (changed["format"], changed["format_options"]) == ("round-robin", {})


@pytest.mark.parametrize("start", [{"grouping": "nonsense"}, {"grouping": "hand"}, {"first_colour": "x"}])
def test_a_start_that_cannot_be_is_refused_at_its_value(start: dict[str, str], caller: Caller) -> None:
    event = caller.done("/events", LEAGUE | {"format_options": {"groups": 2}})
    for name in ("Ada", "Ben", "Cleo", "Dan"):
        caller.done(f"/events/{event['id']}/entries", {"name": name})
    answer = caller.post(f"/events/{event['id']}/start", start)
    assert answer.status_code == 400
    assert set(error(answer)["fields"]) <= {"grouping", "groups", "first_colour"}
