"""Lists are sent again only when they say something else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from players.models import Account, Club
from testing.api.caller import Caller
from testing.factories import organiser_of, player_in
from testing.tournaments.factories import decide, draft, running
from tournaments.events.services import lifecycle

pytestmark = pytest.mark.django_db


def another_player(club: Club, _organiser: Account) -> None:
    player_in(club, name="Adam")


def another_event(club: Club, organiser: Account) -> None:
    running(club, organiser, ("Eva", "Finn"), rounds=1, name="Another Cup")


def another_pool(club: Club, organiser: Account) -> None:
    Caller(organiser).done("/pools", {"club": club.slug, "rules": "gipf-basic", "system": "elo"})


def another_game(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Gus", "Hal"), rounds=1, name="Played Cup")
    decide(event, organiser, {("Gus", "Hal"): "1-0"})
    lifecycle.close_event(event.pk, organiser)


@pytest.mark.parametrize(
    ("address", "change"),
    [
        ("/players?q=Ada", another_player),
        ("/events", another_event),
        ("/pools?club={club}", another_pool),
        ("/collection", another_game),
    ],
)
def test_a_list_is_sent_again_only_when_it_says_something_else(
    address: str, change: Callable[[Club, Account], None], club: Club, organiser: Account
) -> None:
    running(club, organiser, ("Ada", "Ben"), rounds=1)
    here, caller = address.format(club=club.slug), Caller()
    first = caller.get(here)
    again = caller.get(here, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    change(club, organiser)
    changed = caller.get(here, **{"If-None-Match": first["ETag"]})
    assert changed.status_code == 200 and changed["ETag"] != first["ETag"]
    assert changed.json() != first.json()


def test_a_tag_tells_who_asks_nothing_of_what_others_see(club: Club, organiser: Account) -> None:
    seen = Caller().get("/events")
    draft(club, organiser)
    assert Caller().get("/events", **{"If-None-Match": seen["ETag"]}).status_code == 304
    assert Caller(organiser).get("/events", **{"If-None-Match": seen["ETag"]}).status_code == 200


def test_the_tag_of_an_events_list_goes_with_a_write_until_something_happens(club: Club, organiser: Account) -> None:
    event, caller = running(club, organiser, ("Ada", "Ben"), rounds=1), Caller(organiser)
    tag = caller.get(f"/events/{event.pk}/entries")["ETag"]
    assert caller.patch(f"/events/{event.pk}", {"place": "Delft"}, **{"If-Match": tag}).status_code == 200
    assert caller.patch(f"/events/{event.pk}", {"place": "Breda"}, **{"If-Match": tag}).status_code == 412


def test_the_tag_of_a_list_without_a_state_lets_no_write_through(club: Club) -> None:
    caller = Caller(organiser_of(club))
    tag = caller.get("/events")["ETag"]
    assert caller.post("/events", {}, **{"If-Match": tag}).status_code == 412
