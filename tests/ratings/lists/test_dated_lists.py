"""Lists as they were published: once a date, as new versions where old games change, and how these differ."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from common.jobs.models import Job
from common.jobs.services import run_due
from common.journal.models import JournalEntry
from games.models import Game
from games.results.services.results import claim_result
from players.models import Account, Club, Person
from players.permissions import NotAllowed
from ratings.core.list_content import (
    ListedPlayer,
    compare_rows,
    dates_until,
    digest_games,
    pack_rows,
    unpack_rows,
)
from ratings.ledger.services.ledgers import recompute
from ratings.lists.queries.dated_lists import compare_lists, dated_lists, list_rows
from ratings.lists.services import PUBLISH, publish_lists, request_due_lists, request_lists
from ratings.models import Pool, RatingList
from ratings.pools.services.pools import pool_for
from testing.factories import ClubFactory
from testing.ratings.factories import AFTER_FIRST, AFTER_SECOND, FIRST, SECOND, closed_event, four
from tests.threads import at_once

pytestmark = pytest.mark.core

A_DAY = date(2026, 5, 17)


class Clock:
    """The time that it is, for services that ask for it."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def go_to(self, year: int, month: int, day: int, hour: int = 12) -> None:
        self.now = datetime(year, month, day, hour, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock(datetime(2026, 4, 20, tzinfo=UTC))
    monkeypatch.setattr(timezone, "now", lambda: found.now)
    return found


@pytest.fixture
def pool(club: Club, people: list[Person]) -> Pool:
    """Two events that are worked out by hand, of 1 March and of 8 April."""
    closed_event(club, people, FIRST)
    closed_event(club, people, SECOND, days=38)
    pool = pool_for("gipf-basic", club)
    recompute(pool.pk)
    return pool


def values(listed: RatingList, people: list[Person]) -> list[int]:
    found = {row.person_id: row.value for row in list_rows(listed)}
    return [found[person.pk] for person in people]


def versions(pool: Pool) -> list[tuple[str, int, int]]:
    return [(str(row.dated), row.number, row.version) for row in RatingList.objects.filter(pool=pool)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("last", "cadence", "due"),
    [
        (None, "month", ["2026-05-01"]),
        (date(2026, 5, 1), "month", []),
        (date(2026, 2, 1), "month", ["2026-03-01", "2026-04-01", "2026-05-01"]),
        (date(2025, 11, 1), "quarter", ["2026-01-01", "2026-04-01"]),
        (None, "quarter", ["2026-04-01"]),
        (date(2026, 4, 1), "quarter", []),
    ],
)
def test_missed_dates_are_made_up_for_from_the_first_list_on(last: date | None, cadence: str, due: list[str]) -> None:
    assert [day.isoformat() for day in dates_until(last, A_DAY, cadence)] == due


@pytest.mark.slow
def test_rows_are_packed_in_one_order_and_come_back_as_they_were() -> None:
    rows = [ListedPlayer(n, 1500 + n % 3, 7, n == 2, A_DAY, {"deviation": n}) for n in range(1, 6)]
    (content, digest), (again, same) = pack_rows(rows), pack_rows(reversed(rows))
    assert (content, digest) == (again, same)
    assert [row.person for row in unpack_rows(content)] == [2, 5, 1, 4, 3]
    assert sorted(unpack_rows(content)) == rows
    moved = [rows[0]._replace(value=1400), *rows[1:4]]
    assert [(each.person, each.before, each.after) for each in compare_rows(rows, moved)] == [
        (1, rows[0], moved[0]),
        (5, rows[4], None),
    ]


@pytest.mark.slow
def test_a_digest_knows_the_games_before_its_day_and_no_others() -> None:
    games = [(date(2026, 1, day), (day, "1-0")) for day in (3, 3, 10, 31)]
    first, second = date(2026, 1, 10), date(2026, 2, 1)
    found = digest_games(games, [second, first])
    assert (found[first].games, found[second].games) == (2, 4)
    assert list(found[first].days) == ["2026-01-03"]
    assert found[first] == digest_games(games[:2], [first])[first], "what comes later changes nothing"
    assert found[second].digest != digest_games([*games[:3], (games[3][0], (31, "0-1"))], [second])[second].digest


@pytest.mark.django_db
def test_each_month_has_its_list_and_none_comes_twice(pool: Pool, people: list[Person], clock: Clock) -> None:
    assert [each.version for each in publish_lists(pool.pk)] == [1]
    assert publish_lists(pool.pk) == []
    clock.go_to(2026, 7, 2)
    publish_lists(pool.pk)
    assert versions(pool) == [("2026-04-01", 1, 1), ("2026-05-01", 2, 1), ("2026-06-01", 3, 1), ("2026-07-01", 4, 1)]
    april, may = RatingList.objects.get(pool=pool, number=1), RatingList.objects.get(pool=pool, number=2)
    assert (values(april, people), april.games, april.players) == (AFTER_FIRST, 6, 4)
    assert (values(may, people), may.games) == (AFTER_SECOND, 12)


@pytest.mark.django_db
def test_the_month_begins_where_the_club_is(pool: Pool, clock: Clock) -> None:
    """At half past ten in the evening in London it is the next day in Amsterdam."""
    clock.now = datetime(2026, 4, 30, 21, 30, tzinfo=UTC)
    assert [str(each.dated) for each in publish_lists(pool.pk)] == ["2026-04-01"]
    clock.now = datetime(2026, 4, 30, 22, 30, tzinfo=UTC)
    assert [str(each.dated) for each in publish_lists(pool.pk)] == ["2026-05-01"]


@pytest.mark.django_db
def test_a_worker_asks_for_what_is_due_and_for_nothing_else(pool: Pool, clock: Clock) -> None:
    Job.objects.all().delete()
    clock.go_to(2026, 2, 10)
    request_due_lists()
    assert not Job.objects.exists(), "no game is older than the list would be"
    clock.go_to(2026, 4, 20)
    request_due_lists()
    request_due_lists()
    assert list(Job.objects.values_list("kind", "subject")) == [(PUBLISH, str(pool.pk))]
    run_due()
    request_due_lists()
    assert not Job.objects.exists() and len(versions(pool)) == 1
    Pool.objects.filter(pk=pool.pk).update(publishes="")
    clock.go_to(2026, 5, 2)
    request_due_lists()
    assert not Job.objects.exists()


@pytest.mark.django_db
def test_a_corrected_result_makes_a_second_version_that_says_why(
    pool: Pool, people: list[Person], organiser: Account, clock: Clock
) -> None:
    """B has beaten C: 40 × (1 − 1.61) = −24.4 in place of −44.4, and 20 less for C. The first list stays as it is."""
    publish_lists(pool.pk)
    drawn = Game.objects.get(white=people[1], black=people[2], result="1/2-1/2")
    claim_result(drawn.pk, organiser, "1/2-1/2", source="desk", reason="As on the sheet.")
    clock.go_to(2026, 5, 2)
    publish_lists(pool.pk)
    clock.go_to(2026, 5, 9)
    claim_result(drawn.pk, organiser, "1-0", source="desk", reason="The sheet was misread.")
    recompute(pool.pk)
    publish_lists(pool.pk, organiser.pk)
    assert versions(pool) == [("2026-04-01", 1, 1), ("2026-05-01", 2, 1), ("2026-05-01", 2, 2)]
    old, new = RatingList.objects.filter(pool=pool, number=2).order_by("version")
    assert values(old, people) == AFTER_SECOND
    assert (values(new, people), new.published_by) == ([1567, 1496, 1464, 1473], organiser.pk)
    found = compare_lists(old, new)
    assert {row.person_id: row.change for row in found.rows} == {people[1].pk: 20, people[2].pk: -20}
    told = [(game.game_id, game.white, game.black, game.before, game.after, game.reason) for game in found.games]
    assert told == [(drawn.pk, "Player B", "Player C", "1/2-1/2", "1-0", "The sheet was misread.")]
    assert [str(day) for day in found.days] == ["2026-04-08"] and not found.parent_scopes and not found.parameters


@pytest.mark.django_db
def test_other_parameters_and_events_are_told_too(pool: Pool, club: Club, people: list[Person], clock: Clock) -> None:
    clock.go_to(2026, 5, 2)
    publish_lists(pool.pk)
    Pool.objects.filter(pk=pool.pk).update(parameters={"k_new": 20})
    late = closed_event(club, people, "A-B 1-0", days=3)
    publish_lists(pool.pk)
    found = compare_lists(*RatingList.objects.filter(pool=pool).order_by("version"))
    assert [(str(row.help), row.before, row.after) for row in found.parameters] == [
        ("K-factor of newcomers", "40", "20")
    ]
    assert [(str(day), label.name) for day, label in found.parent_scopes] == [("2026-03-04", late.key)]


@pytest.mark.postgresql
@pytest.mark.django_db
def test_the_database_refuses_to_change_a_list(pool: Pool, clock: Clock) -> None:
    (listed,) = publish_lists(pool.pk)
    with pytest.raises(DatabaseError), transaction.atomic():
        RatingList.objects.filter(pk=listed.pk).update(players=3)
    with pytest.raises(DatabaseError), transaction.atomic():
        RatingList.objects.create(
            **{each.attname: getattr(listed, each.attname) for each in RatingList._meta.fields if each.name != "id"}
        )


@pytest.mark.django_db
def test_organisers_alone_ask_for_corrections(pool: Pool, organiser: Account, stranger: Account) -> None:
    with pytest.raises(NotAllowed):
        request_lists(pool.pk, stranger)
    request_lists(pool.pk, organiser)
    assert Job.objects.get(kind=PUBLISH).subject == f"{pool.pk}:{organiser.pk}"
    assert JournalEntry.objects.get(action="request-rating-lists").actor == organiser.pk
    run_due()
    assert dated_lists(pool)[0].newest.published_by == organiser.pk


@pytest.mark.postgresql
def test_two_workers_at_once_publish_one_list(real_database: None) -> None:
    club = ClubFactory()
    closed_event(club, four(club), FIRST)
    pool = pool_for("gipf-basic", club)
    made = at_once(*(lambda: publish_lists(pool.pk) for _ in range(3)))
    assert sorted(len(each) for each in made) == [0, 0, 1]
    assert [(row.number, row.version) for row in RatingList.objects.all()] == [(1, 1)]
