"""Reading: pages of long lists, no query per row, answers that did not change, drafts that are not there."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from common import pagination
from players.clubs.services.memberships import leave_club
from players.models import Account, Club
from players.people.services.merging import merge_persons
from players.people.services.people import rename_person
from testing.api.api_fixture import game_of
from testing.api.caller import Caller
from testing.factories import ClubFactory, GameFactory, PersonFactory
from testing.tournaments.factories import running, with_players
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def queries_of(path: str) -> int:
    """How many queries reading takes, with nothing in the cache."""
    cache.clear()
    with CaptureQueriesContext(connection) as asked:
        Caller().read(path)
    return len(asked)


# --- pages ---------------------------------------------------------------------------------------------


def test_a_long_list_comes_in_pages_of_fifty() -> None:
    for number in range(53):
        ClubFactory(name=f"Club {number:02}")
    first = Caller().read("/clubs")
    assert (first["count"], len(first["results"]), first["previous"]) == (53, 50, None)
    last = Caller().read(first["next"].removeprefix("http://testserver"))
    assert [club["name"] for club in last["results"]] == ["Club 50", "Club 51", "Club 52"]
    assert last["next"] is None


def test_a_page_is_as_long_as_was_asked_and_never_endless() -> None:
    for number in range(7):
        ClubFactory(name=f"Club {number}")
    assert len(Caller().read("/clubs?size=3")["results"]) == 3
    assert [club["name"] for club in Caller().read("/clubs?size=3&page=3")["results"]] == ["Club 6"]
    assert len(Caller().read("/clubs?size=500")["results"]) == 7
    assert Caller().get("/clubs?size=501").status_code == 400


def test_a_deep_page_has_the_rows_of_its_place_and_puts_together_no_others(
    club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keys before it are walked by; only its own events are read with club and festival."""
    monkeypatch.setattr(pagination, "_DEEP", 4)
    days = [datetime.date(2026, 3, day) for day in (7, 14, 14, 21, 28)]
    made = [with_players(club, organiser, (), starts_on=day, ends_on=day) for day in days]
    with CaptureQueriesContext(connection) as asked:
        found = Caller().read("/events?size=2&page=3")
    assert ([row["id"] for row in found["results"]], found["count"]) == ([made[0].pk], 5)
    assert not [query["sql"] for query in asked if "OFFSET 4" in query["sql"] and "players_club" in query["sql"]]
    assert [row["id"] for row in Caller().read("/events?size=2&page=2")["results"]] == [made[2].pk, made[1].pk]


@pytest.mark.parametrize("path", ["/clubs", "/clubs/rotterdam/players", "/players?q=person", "/events?club=rotterdam"])
def test_a_list_takes_no_query_per_row(path: str, club: Club, organiser: Account) -> None:
    def grow() -> None:
        PersonFactory(member_of=ClubFactory())
        PersonFactory(member_of=club)
        with_players(club, organiser, ())

    grow()
    few = queries_of(path)
    for _more in range(5):
        grow()
    assert queries_of(path) == few


@pytest.mark.parametrize(
    "path",
    ["", "/entries", "/rounds", "/rounds/1", "/games", "/standings", "/crosstable"],
    ids=lambda path: path or "/",
)
def test_an_event_takes_as_many_queries_whatever_its_size(path: str, club: Club, organiser: Account) -> None:
    small = running(club, organiser, ("Ada", "Ben"), rounds=1)
    large = running(club, organiser, [f"Player {n}" for n in range(12)], rounds=3)
    assert queries_of(f"/events/{large.pk}{path}") == queries_of(f"/events/{small.pk}{path}") <= 12


def test_games_claims_and_records_take_no_query_per_row(club: Club) -> None:
    person = PersonFactory(member_of=club)
    GameFactory(club=club, white=person)
    few = queries_of(f"/players/{person.pk}/games")
    for _more in range(4):
        GameFactory(club=club, white=person)
    assert queries_of(f"/players/{person.pk}/games") == few


# --- answers that did not change -----------------------------------------------------------------------

SAME = ["", "/rounds/1", "/standings", "/crosstable"]


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return running(club, organiser, ("Ada", "Ben", "Cleo", "Dan"), rounds=1)


@pytest.mark.parametrize("path", SAME, ids=lambda path: path or "/")
def test_what_did_not_change_is_not_sent_again(path: str, event: Event, organiser: Account) -> None:
    address = f"/events/{event.pk}{path}"
    etag = Caller().get(address)["ETag"]
    again = Caller().get(address, **{"If-None-Match": etag})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)
    Caller(organiser).done(f"/games/{game_of(event)}/results", {"result": "1-0"})
    changed = Caller().get(address, **{"If-None-Match": etag})
    assert changed.status_code == 200
    assert changed["ETag"] != etag


@pytest.mark.parametrize("path", SAME[1:])
def test_a_new_name_is_a_change(
    path: str, event: Event, organiser: Account, django_capture_on_commit_callbacks: Any
) -> None:
    address = f"/events/{event.pk}{path}"
    etag = Caller().get(address)["ETag"]
    person = event.members.get(person__name="Ada").person_id
    with django_capture_on_commit_callbacks(execute=True):
        rename_person(actor=organiser, person_id=person, name="Adele", country="")
    changed = Caller().get(address, **{"If-None-Match": etag})
    assert changed.status_code == 200
    assert "Adele" in changed.content.decode() and "Ada" not in changed.content.decode()


def test_another_language_is_another_answer(event: Event, organiser: Account) -> None:
    address = f"/events/{event.pk}/standings"
    english = Caller().get(address, **{"Accept-Language": "en"})
    persian = Caller().get(address, **{"Accept-Language": "fa", "If-None-Match": english["ETag"]})
    assert (persian.status_code, persian["Content-Language"]) == (200, "fa")
    assert persian["ETag"] != english["ETag"]
    assert [column["code"] for column in persian.json()["columns"]] == ["DE", "WIN", "SB"]


# --- people --------------------------------------------------------------------------------------------


def test_a_player_is_found_in_any_spelling_with_clubs(club: Club) -> None:
    person = PersonFactory(name="Zoë Müller", country="DE", member_of=club)
    (found,) = Caller().read("/players?q=MULLER%20zoe")["results"]
    assert found == {
        "id": person.pk,
        "name": "Zoë Müller",
        "country": "DE",
        "clubs": [{"slug": "rotterdam", "name": "Rotterdam GIPF Club"}],
    }
    assert Caller().read(f"/players/{person.pk}") == {**found, "ratings": []}


def test_the_members_of_a_club_have_their_days_and_former_ones_a_list_of_their_own(
    club: Club, organiser: Account
) -> None:
    gone, here = PersonFactory(name="Gone", member_of=club), PersonFactory(name="Here", member_of=club)
    leave_club(actor=organiser, club=club, person_id=gone.pk, until=datetime.date(2025, 5, 1))
    day = {"since": "2024-01-01", "country": ""}
    assert Caller().read("/clubs/rotterdam/players")["results"] == [
        {"id": here.pk, "name": "Here", "until": None, **day}
    ]
    assert Caller().read("/clubs/rotterdam/players?former=true")["results"] == [
        {"id": gone.pk, "name": "Gone", "until": "2025-05-01", **day}
    ]


def test_merged_records_are_one_person_everywhere(club: Club, organiser: Account) -> None:
    kept, gone = PersonFactory(name="Kept", member_of=club), PersonFactory(name="Gone", member_of=club)
    GameFactory(club=club, white=gone)
    merge_persons(actor=organiser, kept_id=kept.pk, gone_id=gone.pk)
    for record in (kept, gone):
        assert Caller().read(f"/players/{record.pk}")["id"] == kept.pk
        (game,) = Caller().read(f"/players/{record.pk}/games")["results"]
        assert game["white"] == {"id": kept.pk, "name": "Kept"}
    assert "Gone" not in Caller().get("/clubs/rotterdam/players").content.decode()
