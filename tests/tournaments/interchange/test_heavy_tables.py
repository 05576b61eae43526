"""Tables of large events cost a stranger something when they are computed, and nothing when they are kept."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from players.core.limits import EXPLANATIONS_ASKED_FOR, HEAVY_READS
from players.models import Account, Club
from testing.api.caller import Caller
from testing.factories import ClubFactory, organiser_of
from testing.savepoints import made_once
from testing.tournaments.factories import running
from tournaments.interchange.formats.imported_event import FileRefused
from tournaments.interchange.formats.json_importer import parse
from tournaments.models import Event, Explanation
from tournaments.rate_limit import ENTRIES_A_READ

pytestmark = pytest.mark.django_db

PAGES = ("", "/standings.csv", "/crosstable", "/crosstable.csv", "/event.json")


@made_once
def large_as_made() -> tuple[Event, Account]:
    club = ClubFactory(slug="large")
    organiser = organiser_of(club)
    names = [f"Player {number}" for number in range(ENTRIES_A_READ)]
    return running(club, organiser, names, format="swiss-dutch", rounds_planned=3, tie_breaks=("BH",)), organiser


@pytest.fixture
def large(large_as_made: tuple[Event, Account], db: None) -> Event:
    return large_as_made[0]


def spend(tries: int = HEAVY_READS.tries) -> None:
    for _time in range(tries):
        HEAVY_READS.take("127.0.0.1")


@pytest.mark.parametrize("page", PAGES)
def test_a_stranger_computes_so_much_a_minute_and_whoever_is_signed_in_all(
    page: str, large: Event, large_as_made: tuple[Event, Account]
) -> None:
    spend()
    refused = Client().get(f"/events/{large.pk}{page}")
    assert refused.status_code == 429 and int(refused["Retry-After"]) > 0
    assert "Try again in a minute." in refused.content.decode()
    known = Client()
    known.force_login(large_as_made[1])
    assert known.get(f"/events/{large.pk}{page}").status_code == 200


@pytest.mark.parametrize("table", ["standings", "crosstable"])
def test_the_api_says_429_and_when_to_come_back(table: str, large: Event) -> None:
    spend()
    refused = Caller().get(f"/events/{large.pk}/{table}")
    assert refused.status_code == 429 and int(refused["Retry-After"]) > 0
    assert refused.json()["error"]["code"] == "throttled"


def test_what_is_kept_costs_nothing(large: Event) -> None:
    for address in ("standings.csv", "crosstable.csv"):
        assert Client().get(f"/events/{large.pk}/{address}").status_code == 200
    assert Caller().get(f"/events/{large.pk}/standings").status_code == 200
    for _time in range(HEAVY_READS.tries):
        HEAVY_READS.count("127.0.0.1")
    assert Client().get(f"/events/{large.pk}/standings.csv").status_code == 200
    assert Caller().get(f"/events/{large.pk}/standings").status_code == 200


def test_small_tables_are_free(club: Club, organiser: Account) -> None:
    small = running(club, organiser, ("Ann", "Ben"), rounds=1)
    spend()
    for page in PAGES:
        assert Client().get(f"/events/{small.pk}{page}").status_code == 200, page


def test_an_arbiter_leaves_an_explanation_to_a_worker_by_the_api(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ann", "Ben", "Cid", "Dot"), rounds=1)
    address, caller = f"/events/{event.pk}/rounds/1/explanations", Caller(organiser)
    assert caller.post(address).status_code == 202
    assert caller.post(address, {"one": 1, "two": 2}).status_code == 202
    asked = Explanation.objects.order_by("pk").values_list("round_number", "lower", "higher")
    assert list(asked) == [(1, 0, 0), (1, 1, 2)]
    assert caller.post(address, {"one": 1}).status_code == 400
    assert Caller().post(address).status_code == 401
    for _time in range(EXPLANATIONS_ASKED_FOR.tries):
        EXPLANATIONS_ASKED_FOR.count(str(organiser.pk))
    late = caller.post(address)
    assert late.status_code == 429 and int(late["Retry-After"]) > 0


@pytest.mark.parametrize("place", ["version", "event.rounds_planned"])
def test_a_number_of_thousands_of_digits_in_an_event_file_is_refused_at_its_place(place: str, large: Event) -> None:
    from tournaments.core.loader import load
    from tournaments.interchange.formats.exporters import EXPORTERS

    document = json.loads(EXPORTERS["json"].serialize(load(large)))
    inside = document
    *way, last = place.split(".")
    for step in way:
        inside = inside[step]
    inside[last] = "HERE"
    data = json.dumps(document).replace('"HERE"', "9" * 5000)
    with pytest.raises(FileRefused) as refused:
        parse(data.encode())
    assert f"{place}: " in str(refused.value.blockers[0])


def test_a_number_of_thousands_of_digits_in_a_body_is_refused_in_words(organiser: Account) -> None:
    refused = Caller(organiser).post("/events", '{"club": ' + "9" * 5000 + "}")
    assert refused.status_code == 400 and "more than 40 digits" in refused.json()["error"]["message"]
