"""Standings that an organiser hides: no public address tells them, organisers see all, until they are released.

Two ways to count the same results make two different tables. With hidden standings every address answers a visitor
the same for both, but for those that print how points are counted; with shown ones the addresses of tables differ.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from datetime import UTC, datetime

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from players.models import Account, Club
from players.permissions import NotAllowed
from testing.api.caller import Caller
from testing.system.urls import addresses
from testing.tournaments.factories import category_with_prizes, entry, fresh, play, running
from tests.tournaments.done_twice import undone
from tournaments.circuits import services as circuits
from tournaments.core.errors import EventRefused
from tournaments.events.services.lifecycle import close_event
from tournaments.models import CircuitEvent, Event
from tournaments.seasons.services import leagues
from tournaments.standings.services import hide_standings

pytestmark = [pytest.mark.django_db, pytest.mark.core]

USUAL = {"win": 10, "draw": 5, "loss": 0}
OTHER = {"win": 30, "draw": 10, "loss": 20}
"""Who loses has more than who draws: other points, another order."""
RESULTS = ({("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "1/2-1/2"}, {("Ben", "Ada"): "1/2-1/2", ("Cleo", "Dan"): "1-0"})
OF_COUNTING = {"/events/E/info", "/api/v1/events/E", "/events/E/event.json"}
"""Addresses that say how points are counted."""
OF_TABLES = {
    "/events/E",
    "/events/E/crosstable",
    "/events/E/crosstable.csv",
    "/events/E/standings.csv",
    "/events/E/categories",
    "/events/E/prizes",
    "/events/E/screen",
    "/events/E/print/standings",
    "/events/E/print/score-cards",
    "/embed/events/E/standings",
    "/people/P",
    "/api/v1/events/E/standings",
    "/api/v1/events/E/crosstable",
    "/api/v1/events/E/prizes",
    "/leagues/L",
    "/api/v1/leagues/L",
    "/circuits/C",
    "/circuits/C/standings.csv",
    "/circuits/C/standings.json",
    "/api/v1/circuits/C/standings",
}
"""Some of those that tell a table where it is shown."""
CHANGING = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"|data-form-key="[^"]*"|name="form_key" value="[^"]*"')


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays the same time, which some pages print."""
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 3, 7, 12, tzinfo=UTC))


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """After two of three rounds, with a category and prizes; it counts in a circuit, and is a division of a league."""
    event = running(club, organiser, rules="gipf-basic", format="swiss-dutch", rounds_planned=3, agreed_draws=True)
    category_with_prizes(event, organiser, [entry(event, "Ada").pk])
    for results in RESULTS:
        play(event, organiser, results)
    circuits.add_event(circuits.create_circuit(club.pk, organiser, name="Grand Prix").pk, organiser, event.pk)
    league = leagues.create_league(club.pk, organiser, name="Club League", season="2026")
    leagues.add_division(league.pk, organiser, event.pk)
    return fresh(event)


def answers(event: Event, only: Container[str] | None = None) -> dict[str, tuple[int, bytes]]:
    """What every address that can be made of this event tells a visitor, with E, P for its id and that of Ada.

    Of `only` these, where they are given.
    """
    ada = entry(event, "Ada").members.get().person_id
    circuit, league = CircuitEvent.objects.get(event=event).circuit_id, event.division.season.league_id
    names = {f"/events/{event.pk}": "/events/E", f"/people/{ada}": "/people/P"}
    names |= {f"/circuits/{circuit}": "/circuits/C", f"/leagues/{league}": "/leagues/L"}
    known = {"event_id": event.pk, "number": 1, "slug": event.club.slug, "person_id": ada, "one": 1, "two": 2}
    return answers_at(known | {"circuit_id": circuit, "league_id": league}, names, only)


def answers_at(
    known: Mapping[str, object], names: Mapping[str, str], only: Container[str] | None = None
) -> dict[str, tuple[int, bytes]]:
    """What every address in which only these ids stand tells a visitor, under its name; of `only` these, if any."""
    found: dict[str, tuple[int, bytes]] = {}
    client = Client()
    for address in _addresses(known):
        name = next((address.replace(long, short, 1) for long, short in names.items() if long in address), address)
        if only is not None and name not in only:
            continue
        caches["tries"].clear()
        answer = client.get(address)
        content = answer.getvalue() if answer.streaming else answer.content
        found[name] = (answer.status_code, CHANGING.sub(b"", content).replace(answer["X-Request-ID"].encode(), b""))
    return found


def _addresses(known: Mapping[str, object]) -> Iterator[str]:
    found = addresses(known) | addresses({**known, "number": 2}) | addresses({**known, "number": 3})
    for sheet in ("standings", "crosstable", "prizes", "categories", "score-cards", "pairings", "names"):
        found |= {each for each in addresses({**known, "sheet": sheet}) if each.endswith(f"/print/{sheet}")}
    yield from sorted(address for address in found if not address.endswith((".png", "/stream")))


def told_twice(
    event: Event, only: Container[str] | None = None
) -> tuple[dict[str, tuple[int, bytes]], dict[str, tuple[int, bytes]]]:
    """What is told where points are counted in one way, and in the other."""
    both = []
    for scoring in (USUAL, OTHER):
        with undone():
            Event.objects.filter(pk=event.pk).update(scoring=scoring)
            caches["default"].clear()
            both.append(answers(event, only))
    caches["default"].clear()
    return both[0], both[1]


def differing(event: Event, only: Container[str] | None = None) -> set[str]:
    """The addresses that tell which way points are counted, without those that say so."""
    one, other = told_twice(event, only)
    assert len(one) > 100 or only is not None
    return {address for address in one if one[address] != other[address]} - OF_COUNTING


@pytest.mark.slow
def test_no_public_address_tells_hidden_standings(event: Event, organiser: Account) -> None:
    assert differing(event, OF_TABLES) == OF_TABLES
    hide_standings(event.pk, organiser, hides=True)
    assert sorted(differing(fresh(event))) == []


def test_readers_see_the_table_before_the_hidden_rounds(event: Event, organiser: Account, client: Client) -> None:
    hide_standings(event.pk, organiser, hides=True, rounds=2)
    page = client.get(f"/events/{event.pk}").content.decode()
    assert "These are the standings after round 1." in page
    rows = Caller(None).read(f"/events/{event.pk}/standings")
    assert (rows["rounds"], [row["points"] for row in rows["rows"]]) == (1, ["1.0", "0.5", "0.5", "0.0"])
    assert "1½" not in client.get(f"/events/{event.pk}?round=2").content.decode()
    own = Caller(organiser).read(f"/events/{event.pk}/standings")
    assert (own["rounds"], own["rows"][0]["points"]) == (2, "1.5")


def test_nothing_is_hidden_before_the_hidden_rounds_are_paired(event: Event, organiser: Account) -> None:
    hide_standings(event.pk, organiser, hides=True, rounds=1)
    assert Caller(None).read(f"/events/{event.pk}/standings")["rounds"] == 2


def test_organisers_see_all_and_are_told_what_readers_see(event: Event, organiser: Account, client: Client) -> None:
    hide_standings(event.pk, organiser, hides=True)
    visitor = client.get(f"/events/{event.pk}").content.decode()
    assert "The organiser releases the standings later." in visitor and "1½" not in visitor
    assert client.get(f"/events/{event.pk}/prizes").status_code == 409
    client.force_login(organiser)
    page = client.get(f"/events/{event.pk}").content.decode()
    assert "Hidden from readers." in page and "1½" in page
    assert client.get(f"/events/{event.pk}/prizes").status_code == 200
    assert "1½" in client.get(f"/events/{event.pk}/crosstable").content.decode()


def test_they_stay_hidden_in_a_closed_event_and_are_released_on_a_page(
    event: Event, organiser: Account, client: Client
) -> None:
    hide_standings(event.pk, organiser, hides=True)
    close_event(event.pk, organiser, early=True)
    assert Caller(None).get(f"/events/{event.pk}/crosstable").status_code == 409
    client.force_login(organiser)
    page = f"/events/{event.pk}/hidden-standings"
    assert client.post(page, {"rounds": ""}).status_code == 302
    assert Caller(None).read(f"/events/{event.pk}/hidden-standings") == {"hides": False, "rounds": None}
    assert Caller(None).read(f"/events/{event.pk}/standings")["rounds"] == 2
    journal = Client().get(f"/events/{event.pk}/journal").content.decode()
    assert "Standings released" in journal and "Standings hidden until they are released" in journal


def test_the_endpoint_hides_and_others_may_not(event: Event, organiser: Account, stranger: Account) -> None:
    address = f"/events/{event.pk}/hidden-standings"
    assert Caller(organiser).done(address, {"hides": True, "rounds": 2}, method="PUT") == {"hides": True, "rounds": 2}
    with pytest.raises(NotAllowed):
        hide_standings(event.pk, stranger, hides=False)


def test_an_arena_always_shows_its_standings(club: Club, organiser: Account) -> None:
    arena = running(club, organiser, format="arena", time_control="180+2", no_show_minutes=None)
    with pytest.raises(EventRefused):
        hide_standings(arena.pk, organiser, hides=True)
