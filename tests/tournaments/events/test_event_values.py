"""What an event says of itself is the same in its file, in the JSON of its page and in the API."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from players.models import Account, Club
from testing.tournaments.factories import entry, swiss_after_round_1
from testing.tournaments.round_trips import exported
from tournaments.entries.services import byes
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_file_page_and_api_say_the_same(club: Club, organiser: Account, client: Client) -> None:
    event = swiss_after_round_1(club, organiser)
    byes.request_bye(event.pk, organiser, entry(event, "Dan").pk, 2, "half")
    rounds.start_round(event.pk, organiser)
    file = json.loads(exported(event, "json"))
    page = client.get(f"/events/{event.pk}/event.json").json()
    answer = client.get(f"/api/v1/events/{event.pk}").json()
    assert page["event"] == file["event"] | {
        "id": event.pk,
        "club": club.name,
        "state": "running",
        "seed_of_numbers": "",
        "lots": file["lots"],
        "standard_rules": True,
        "left_rules": [],
    }
    assert [file["event"][name] for name in ("name", "starts_on", "format")] == [
        "Spring Open",
        "2026-03-07",
        "swiss-dutch",
    ]
    said = {name: value for name, value in file["event"].items() if name != "scoring"}
    assert {name: answer[name] for name in said} == said
    assert answer["scoring"]["win"] == "1.0" and answer["club"]["name"] == club.name
    assert page["entries"] == [_without(each, "virtual_points", "details") for each in file["entries"]]
    assert [_seats(each) for each in page["rounds"]] == [_seats(each) for each in file["rounds"]]
    assert {"kind": "half", "entry": entry(event, "Dan").number} in _seats(file["rounds"][1])


def _seats(round_: dict[str, Any]) -> list[dict[str, Any]]:
    """The pairings of a round without what one of the two alone says of them."""
    pairings = []
    for pairing in round_["pairings"]:
        games = [_without(game, "id", "leg", "rated") for game in pairing.get("games", [])]
        pairings.append(_without(pairing, "board", "games") | ({"games": games} if games else {}))
    return pairings


def _without(values: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in names}
