"""Games read as columns (PostgreSQL) are those that are read one by one."""

from __future__ import annotations

import datetime

import pytest
from django.db import connection

from games.models import Game
from players.models import Club, Person
from ratings.core.game_columns import read_events, write_games
from ratings.core.ledger import games_of, steps_of_games
from ratings.core.list_content import digest_days, digest_games
from ratings.models import Pool
from ratings.pools.services.pools import pool_for
from testing.ratings.factories import DAY, FIRST, SECOND, closed_event

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="games are read as columns on PostgreSQL alone"),
]
WEEKS = 5


@pytest.fixture
def pool(club: Club, people: list[Person]) -> Pool:
    """Five events of six games, a week from one another, in the server's list."""
    for week in range(WEEKS):
        closed_event(club, people, (FIRST, SECOND)[week % 2], days=7 * week)
    return pool_for("gipf-basic")


def day(week: int) -> datetime.date:
    return DAY + datetime.timedelta(days=7 * week)


@pytest.mark.parametrize("merged", [False, True], ids=["four people", "C and D are one"])
def test_games_are_read_as_they_are_read_one_by_one(pool: Pool, people: list[Person], merged: bool) -> None:
    if merged:
        Person.objects.filter(pk=people[3].pk).update(merged_into=people[2])
    one_by_one = games_of(pool).values_list("counts_from", "parent_scope", "white_person", "black_person")
    read = [
        (counts_from, parent_scope, *seats)
        for counts_from, parent_scope, (white, black, _steps) in read_events(pool, [steps_of_games()])
        for seats in zip(white.tolist(), black.tolist(), strict=True)
    ]
    assert read == list(one_by_one)
    assert len(read) == (5 if merged else 6) * WEEKS


def test_an_event_that_one_person_alone_played_is_left_out(pool: Pool, club: Club, people: list[Person]) -> None:
    closed_event(club, people, "C-D 1-0", days=90)
    Person.objects.filter(pk=people[3].pk).update(merged_into=people[2])
    assert [counts_from for counts_from, _parent_scope, _columns in read_events(pool, [])] == [
        day(n) for n in range(WEEKS)
    ]


def test_games_are_written_for_a_digest_as_they_are_read_one_by_one(pool: Pool, people: list[Person]) -> None:
    Person.objects.filter(pk=people[3].pk).update(merged_into=people[2])
    Game.objects.filter(rated_on=day(1)).update(rated_result="1/2-1/2")
    columns = ("counts_from", "pk", "parent_scope", "white_person", "black_person", "counted")
    games = games_of(pool).values_list(*columns)
    assert games.count() == 5 * WEEKS, "C and D are one"
    assert digest_days(write_games(pool), [day(3), day(9)]) == digest_games(
        ((row[0], row) for row in games), [day(3), day(9)]
    )
