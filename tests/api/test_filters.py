"""Lists of events, games, people and clubs are narrowed by what they are, by words and days, and ordered."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db.models import Q

from games.models import Game
from players.models import Account, Club, Person
from players.people.services.people import create_person
from testing.api.caller import Caller, error
from testing.factories import ClubFactory, PersonFactory
from testing.tournaments.factories import decide, draft, running
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def events(club: Club, organiser: Account) -> None:
    """Three events: in January, from March to April, and in May."""
    swiss: dict[str, Any] = {"format": "swiss-dutch", "rounds_planned": 3, "tie_breaks": ("BH",)}
    january, spring = running(club, organiser, ("Ada", "Ben"), rules="gipf-basic"), running(club, organiser, **swiss)
    for event, name, place, first, last in (
        (january, "Winter Open", "Delft", date(2026, 1, 3), date(2026, 1, 4)),
        (spring, "League", "Leiden", date(2026, 3, 1), date(2026, 4, 30)),
        (draft(club, organiser), "May Open", "Leiden", date(2026, 5, 1), date(2026, 5, 1)),
    ):
        Event.objects.filter(pk=event.pk).update(name=name, place=place, starts_on=first, ends_on=last)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["May Open", "League", "Winter Open"]),
        ("?ordering=name", ["League", "May Open", "Winter Open"]),
        ("?ordering=starts_on&state=running", ["Winter Open", "League"]),
        ("?from=2026-04-30", ["May Open", "League"]),
        ("?to=2026-03-01", ["League", "Winter Open"]),
        ("?from=2026-01-05&to=2026-02-28", []),
        ("?from=2026-04-01&to=2026-04-01", ["League"]),
        ("?format=swiss-dutch", ["League"]),
        ("?rules=gipf-basic&format=round-robin&state=running", ["Winter Open"]),
        ("?q=open%20LEIDEN", ["May Open"]),
        ("?club=another", []),
    ],
)
def test_events_are_narrowed_and_ordered(query: str, found: list[str], events: None, organiser: Account) -> None:
    rows = Caller(organiser).read(f"/events{query}")["results"]
    assert [row["name"] for row in rows] == found


@pytest.mark.parametrize(
    "query", ["rules=chess", "format=json", "from=yesterday", "to=2026-02-30", "ordering=pk", "q="]
)
def test_a_filter_that_says_nothing_sensible_is_refused(query: str, events: None) -> None:
    answer = Caller().get(f"/events?{query}")
    assert (answer.status_code, list(error(answer)["fields"])) == (400, [query.partition("=")[0]])


def test_events_that_a_person_is_entered_in(events: None) -> None:
    ada = Person.objects.get(name="Ada", entries__event__name="League")
    assert [row["name"] for row in Caller().read(f"/events?player={ada.pk}")["results"]] == ["League"]
    assert Caller().read(f"/events?player={10**12}")["results"] == []


@pytest.fixture
def played(club: Club, organiser: Account) -> Event:
    """A round robin of four, two rounds of it paired: Ada has won a game on the first of May."""
    event = running(club, organiser, rounds=2)
    first = Game.objects.filter(Q(white__name="Ada") | Q(black__name="Ada")).order_by("pk")[0]
    decide(event, organiser, {(first.white.name, first.black.name): "1-0" if first.white.name == "Ada" else "0-1"})
    Game.objects.filter(pk=first.pk).update(played_on=date(2026, 5, 1))
    Game.objects.exclude(pk=first.pk).update(played_on=date(2026, 6, 1))
    return event


def test_games_of_a_person_are_narrowed_and_ordered(played: Event) -> None:
    ada = Person.objects.get(name="Ada")
    won, open_game = Game.objects.filter(Q(white=ada) | Q(black=ada)).order_by("played_on")
    met = won.black if won.white == ada else won.white
    path = f"/players/{ada.pk}/games"
    for query, found in (
        ("", [open_game, won]),
        ("?ordering=played_on", [won, open_game]),
        (f"?result={won.result}", [won]),
        ("?result=pending", [open_game]),
        ("?from=2026-05-02", [open_game]),
        ("?to=2026-05-01", [won]),
        (f"?opponent={met.pk}", [won]),
        (f"?q={met.name.upper()}", [won]),
        ("?q=ada", []),
        (f"?rules={won.rules}&club=rotterdam", [open_game, won]),
        ("?rules=gipf-basic", []),
        ("?club=another", []),
    ):
        assert [row["id"] for row in Caller().read(path + query)["results"]] == [game.pk for game in found], query


def test_games_with_a_record_that_was_merged_are_found_by_whoever_it_belongs_to(
    played: Event,
) -> None:
    ada = Person.objects.get(name="Ada")
    won = Game.objects.get(played_on=date(2026, 5, 1))
    met = won.black if won.white == ada else won.white
    kept = PersonFactory(name="Zora Quist")
    Person.objects.filter(pk=met.pk).update(merged_into=kept)
    for query in (f"opponent={kept.pk}", "q=quist", f"q={met.name}"):
        assert [row["id"] for row in Caller().read(f"/players/{ada.pk}/games?{query}")["results"]] == [won.pk], query


def test_games_of_an_event_are_narrowed_and_ordered(played: Event) -> None:
    ada = Person.objects.get(name="Ada")
    path = f"/events/{played.pk}/games"
    rows = Caller().read(path)["results"]
    assert [row["round"] for row in rows] == [2, 2, 1, 1]
    won = Game.objects.get(played_on=date(2026, 5, 1))
    for query, found in (
        ("ordering=round", [row["id"] for row in rows[2:] + rows[:2]]),
        ("round=2", [row["id"] for row in rows[:2]]),
        (f"player={ada.pk}&round=1", [won.pk]),
        ("q=ADA&round=1", [won.pk]),
        (f"result={won.result}", [won.pk]),
        ("to=2026-05-31", [won.pk]),
        ("from=2026-05-02&round=1", [row["id"] for row in rows[2:] if row["id"] != won.pk]),
        ("q=nobody", []),
    ):
        assert [row["id"] for row in Caller().read(f"{path}?{query}")["results"]] == found, query


def test_people_and_clubs_are_narrowed_and_ordered(club: Club, organiser: Account) -> None:
    for name, country in (("Ida Quist", "NL"), ("Zoe Quist", "BE")):
        create_person(actor=organiser, club=club, name=name, country=country)
    PersonFactory(name="Mia Quist", country="NL")
    ClubFactory(name="Delft", admitted=False)
    for path, found in (
        ("/players?q=quist", ["Ida Quist", "Mia Quist", "Zoe Quist"]),
        ("/players?q=quist&ordering=-name", ["Zoe Quist", "Mia Quist", "Ida Quist"]),
        ("/players?q=quist&club=rotterdam", ["Ida Quist", "Zoe Quist"]),
        ("/players?q=quist&country=nl", ["Ida Quist", "Mia Quist"]),
        ("/clubs/rotterdam/players?q=quist&country=be", ["Zoe Quist"]),
        ("/clubs/rotterdam/players?q=quist&ordering=-name", ["Zoe Quist", "Ida Quist"]),
        ("/clubs?q=gipf%20rotterdam", ["Rotterdam GIPF Club"]),
        ("/clubs?q=nowhere", []),
        ("/clubs?ordering=-name", ["Rotterdam GIPF Club", "Delft"]),
    ):
        assert [row["name"] for row in Caller().read(path)["results"]] == found, path
    for admitted, names in (("true", ["Rotterdam GIPF Club"]), ("false", ["Delft"])):
        assert [row["name"] for row in Caller().read(f"/clubs?admitted={admitted}")["results"]] == names


@pytest.mark.parametrize("query", ["result=5-0", "rules=chess", "from=yesterday", "ordering=pk", "opponent=x"])
def test_a_filter_of_games_that_says_nothing_sensible_is_refused(query: str, played: Event) -> None:
    answer = Caller().get(f"/players/{Person.objects.get(name='Ada').pk}/games?{query}")
    assert (answer.status_code, list(error(answer)["fields"])) == (400, [query.partition("=")[0]])
