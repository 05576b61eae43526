"""A list narrowed to whom one looks for: who is left, which ranks they have, and how much is read for it."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from players.models import Club, Membership, Person
from players.names import normalize_name
from ratings.core.queries import rating_list as lists
from ratings.core.queries.rating_list import ListFilter, RatingList, countries_in
from ratings.models import Pool, Rating
from ratings.pools.services.pools import pool_for
from testing.factories import ClubFactory, PersonFactory

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

PLAYERS = (
    ("Ada Müller", "DE", 1700, 12, False),
    ("Ben", "NL", 1600, 3, True),
    ("Cleo", "NL", 1600, 3, False),
    ("Dora Muller", "", 1500, 40, False),
    ("Emil", "DE", 1400, 2, True),
)
"""Name, country, rating, games, provisional. Ben and Emil were rated two years ago, the others today."""


@pytest.fixture
def pool(club: Club) -> Pool:
    pool, today = pool_for("gipf-basic"), timezone.localdate()
    for name, country, value, games, provisional in PLAYERS:
        person = PersonFactory(name=name, country=country, folded=normalize_name(name))
        on = today.replace(year=today.year - 2, day=1) if name in {"Ben", "Emil"} else today
        Rating.objects.create(
            pool=pool, person=person, value=value, games=games, provisional=provisional, last_rated_on=on
        )
    Membership.objects.create(person=Person.objects.get(name="Emil"), club=club, since="2026-01-01")
    return pool


def found(pool: Pool, asked: ListFilter) -> list[tuple[int, str]]:
    return [(row.rank, row.name) for row in RatingList(pool, asked)]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({}, [(1, "Ada Müller"), (2, "Ben"), (2, "Cleo"), (4, "Dora Muller"), (5, "Emil")]),
        ({"country": "nl"}, [(1, "Ben"), (1, "Cleo")]),
        ({"active": True}, [(1, "Ada Müller"), (2, "Cleo"), (3, "Dora Muller")]),
        ({"active": False}, [(1, "Ben"), (2, "Emil")]),
        ({"provisional": False, "country": "DE"}, [(1, "Ada Müller")]),
        ({"q": "MULLER"}, [(1, "Ada Müller"), (4, "Dora Muller")]),  # accents fold, ranks are those of the list
        ({"q": "cleo", "active": True}, [(2, "Cleo")]),
        ({"q": "nobody"}, []),
    ],
)
def test_a_list_is_narrowed(pool: Pool, asked: dict[str, Any], expected: list[tuple[int, str]]) -> None:
    assert found(pool, ListFilter(**asked)) == expected


def test_members_of_a_club_have_ranks_among_themselves(pool: Pool, club: Club) -> None:
    assert found(pool, ListFilter(club=club)) == [(1, "Emil")]


def test_a_part_has_the_ranks_of_the_whole_and_reads_no_more(pool: Pool, django_assert_num_queries) -> None:
    rows = RatingList(pool)
    with django_assert_num_queries(2):
        assert [(row.rank, row.name) for row in rows[2:4]] == [(2, "Cleo"), (4, "Dora Muller")]
    with django_assert_num_queries(1):
        assert (len(rows), rows.last_rated_on) == (5, timezone.localdate())


def test_page_file_and_api_are_narrowed_alike(client: Client, pool: Pool) -> None:
    ClubFactory(slug="elsewhere")
    query = "?q=muller&provisional=no&active=yes"
    shown = client.get(f"/ratings/{pool.pk}{query}").content.decode()
    assert "Ada Müller" in shown and "Dora Muller" in shown and "Cleo" not in shown
    assert "2 players found" in shown
    assert f'href="/ratings/{pool.pk}.csv{query.replace("&", "&amp;")}"' in shown
    lines = csv.reader(io.StringIO(client.get(f"/ratings/{pool.pk}.csv{query}").content.decode("utf-8-sig")))
    assert [line[:2] for line in lines] == [["rank", "name"], ["1", "Ada Müller"], ["3", "Dora Muller"]]
    told = client.get(f"/api/v1/pools/{pool.pk}/ratings?q=muller&provisional=false&active=true").json()
    assert [(row["rank"], row["player"]["name"]) for row in told["results"]] == [(1, "Ada Müller"), (3, "Dora Muller")]
    assert client.get(f"/api/v1/pools/{pool.pk}/ratings?active=perhaps").status_code == 400


def test_who_is_not_found_is_said_with_a_way_back(client: Client, pool: Pool) -> None:
    shown = client.get(f"/ratings/{pool.pk}?country=FR&q=ada").content.decode()
    assert "Ada Müller" in shown  # a country that nobody is of is no choice
    shown = client.get(f"/ratings/{pool.pk}?q=zoe").content.decode()
    assert "No matches in this list." in shown and 'value="zoe"' in shown


def test_a_very_long_list_is_never_one_page(client: Client, pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ratings.lists.pages.lists.MOST_ON_A_PAGE", 4)
    monkeypatch.setattr("ratings.lists.pages.lists.ROWS_A_PAGE", 2)
    shown = client.get(f"/ratings/{pool.pk}?page=all").content.decode()
    assert "Ada Müller" in shown and "Cleo" not in shown and "All on one page" not in shown
    assert "Cleo" in client.get(f"/ratings/{pool.pk}?page=2").content.decode()


def test_lines_deep_in_a_list_are_those_that_stand_there(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ben and Cleo are equal in rating and in games: a part that begins between them has the second by name."""
    whole = list(RatingList(pool))
    monkeypatch.setattr(lists, "_DEEP", 1)
    for start in range(1, 6):
        for stop in range(start + 1, 7):
            assert RatingList(pool)[start:stop] == whole[start:stop], (start, stop)


@pytest.mark.parametrize("few", [0, 1_000])
def test_parts_of_the_list_of_a_country_are_the_same_whichever_way_they_are_found(
    pool: Pool, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    Person.objects.filter(name__in=["Ben", "Cleo"]).update(country="DE")  # equal in rating and in games
    germans, whole = ListFilter(country="DE"), list(RatingList(pool, ListFilter(country="DE")))
    assert [row.name for row in whole] == ["Ada Müller", "Ben", "Cleo", "Emil"]
    monkeypatch.setattr(lists, "_FEW", few)
    for start in range(len(whole)):
        for stop in range(start + 1, len(whole) + 1):
            assert RatingList(pool, germans)[start:stop] == whole[start:stop], (start, stop)


def test_the_countries_of_a_list_are_those_of_who_stands_in_it(pool: Pool, club: Club) -> None:
    PersonFactory(name="In no list", country="FR")
    assert countries_in(pool) == ["DE", "NL"]
    own = Pool.objects.create(club=club, rules="gipf-basic", system=pool.system, parameters=pool.parameters)
    assert countries_in(own) == []
    rated: dict[str, Any] = {"value": 1500, "games": 1, "provisional": False, "last_rated_on": timezone.localdate()}
    Rating.objects.create(pool=own, person=Person.objects.get(name="Ben"), **rated)
    own.digest = "0" * 64  # the list has changed
    assert countries_in(own) == ["NL"]
