"""Links on result slips and check-in by the API: the same services as the pages."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client

from players.models import Account, Club
from testing.api.caller import Caller, error
from testing.tournaments.factories import entry, game, running
from tournaments.entries.services import byes
from tournaments.models import ByeRequest, Event

SWISS = {"format": "swiss-dutch", "rounds_planned": 3}


def test_links_are_listed_and_a_revoked_one_is_dead(
    club: Club, organiser: Account, call: Callable[..., Caller]
) -> None:
    event = running(club, organiser, rounds=1, **SWISS)
    caller, made = call(organiser), game(event, "Ada", "Cleo")
    listed = caller.get(f"/events/{event.pk}/rounds/1/seat-links").json()["results"]
    assert [(each["board"], each["seat"], each["player"]) for each in listed] == [
        (1, "white", "Ada"), (1, "black", "Cleo"), (2, "white", "Dan"), (2, "black", "Ben"),
    ]  # fmt: skip
    old = listed[0]["url"]
    assert Client().get(old).status_code == 200
    again = caller.post(f"/events/{event.pk}/seat-links", {"game": made.pk, "seat": "white"})
    assert again.status_code == 201 and again.json()["player"] == "Ada"
    assert (Client().get(old).status_code, Client().get(again.json()["url"]).status_code) == (410, 200)
    assert Client().get(listed[1]["url"]).status_code == 200
    other = running(club, organiser, ("Eve", "Fay"), rounds=1, **SWISS)
    assert caller.post(f"/events/{other.pk}/seat-links", {"game": made.pk, "seat": "white"}).status_code == 404
    assert caller.post(f"/events/{event.pk}/seat-links", {"game": made.pk, "seat": "third"}).status_code == 400


def test_check_in_from_opening_to_byes_for_who_is_missing(
    club: Club, organiser: Account, call: Callable[..., Caller]
) -> None:
    event = running(club, organiser, **SWISS)
    caller, where = call(organiser), f"/events/{event.pk}/check-in"
    closed = caller.get(where)
    assert closed.status_code == 409 and error(closed)["message"] == "Check-in is not open."
    assert caller.post(where).json()["round"] == 1
    for name in ("Ada", "Ben"):
        path = f"/events/{event.pk}/entries/{entry(event, name).pk}/check-in"
        assert caller.ask("PUT", path, None).status_code == 204
    assert caller.delete(f"/events/{event.pk}/entries/{entry(event, 'Ben').pk}/check-in").status_code == 204
    state = caller.get(where).json()
    assert [(each["name"], each["at"] is not None) for each in state["entries"]] == [
        ("Ada", True), ("Ben", False), ("Cleo", False), ("Dan", False),
    ]  # fmt: skip
    byes.request_bye(event.pk, organiser, entry(event, "Dan").pk, 1, "half")
    given = caller.post(f"{where}/byes", {"kind": "zero"}).json()
    assert given == {"round": 1, "entries": [entry(event, "Ben").pk, entry(event, "Cleo").pk]}
    assert _byes(event) == {"Ben": "zero", "Cleo": "zero", "Dan": "half"}
    assert caller.ask("PUT", f"/events/{event.pk}/entries/999999/check-in", None).status_code == 404
    assert caller.delete(where).status_code == 204
    assert caller.delete(where).status_code == 409


def _byes(event: Event) -> dict[str, str]:
    rows = ByeRequest.objects.filter(entry__event=event)
    return dict(rows.values_list("entry__members__person__name", "kind"))
