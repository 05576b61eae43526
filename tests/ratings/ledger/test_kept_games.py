"""Games that a long list keeps by day (PostgreSQL): by whatever way one changes, the next recompute sees it."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from common.jobs.models import Job
from common.journal.models import Scope
from games.models import Game
from players.models import Club, Person
from ratings.core.kept_games import write_games
from ratings.core.ledger import games_of
from ratings.core.list_content import digest_days, digest_games
from ratings.ledger import replaying
from ratings.ledger.replaying import replay
from ratings.ledger.services import kept_games
from ratings.ledger.services.kept_games import (
    CHECK,
    KeptWrong,
    are_kept_games_right,
    begin_reading,
    check_kept_games,
    request_due_checks,
)
from ratings.ledger.services.ledgers import difference, recompute
from ratings.models import ChangedDay, GamesOfDay, KeptGames, Pool
from ratings.pools.services.pools import pool_for
from testing.factories import ClubFactory
from testing.ratings.factories import DAY, FIRST, SECOND, closed_event

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="games are kept on PostgreSQL alone"),
]
WEEKS = 5


@pytest.fixture
def pool(club: Club, people: list[Person], monkeypatch: pytest.MonkeyPatch) -> Pool:
    """Five events, a week from one another, in the server's list, which keeps their games."""
    monkeypatch.setattr(replaying, "LEAST_GAMES", 1)
    monkeypatch.setattr(kept_games, "LEAST_GAMES", 1)
    monkeypatch.setattr(kept_games, "LOCK_SECONDS", 60)  # PostgreSQL may be analysing one of the tables
    for week in range(WEEKS):
        closed_event(club, people, (FIRST, SECOND)[week % 2], days=7 * week)
    pool = pool_for("gipf-basic")
    for _time in ("begins to keep", "keeps"):
        recompute(pool.pk)
    assert GamesOfDay.objects.filter(pool=pool).count() == WEEKS
    return pool


def days_read(pool: Pool) -> list[datetime.date] | None:
    """The days that a recompute reads itself, None for all; and what it comes to is what the games say."""
    pool.refresh_from_db()
    reading = begin_reading(pool, afresh=False)
    replaying.replay_from(pool, None, reading=reading)
    assert reading is not None
    read = None if reading.is_whole else sorted(reading.days)
    recompute(pool.pk)
    pool.refresh_from_db()
    assert not difference(pool, replay(pool)) and pool.digest == replay(pool).digest
    assert not ChangedDay.objects.exists() and are_kept_games_right(pool)
    return read


def day(week: int) -> datetime.date:
    return DAY + datetime.timedelta(days=7 * week)


def test_nothing_is_read_where_nothing_changed(pool: Pool) -> None:
    assert days_read(pool) == []


def one_more(game: Game) -> None:
    assert game.club is not None
    closed_event(game.club, [game.white, game.black], "A-B 0-1", days=10)


CHANGES: dict[str, tuple[Callable[[Game], object], list[int]]] = {
    "a result": (lambda game: Game.objects.filter(pk=game.pk).update(result="0-1"), [1]),
    "saved": (lambda game: game.save(), []),
    "what the list counts": (lambda game: Game.objects.filter(pk=game.pk).update(rated_result="0-1"), [1]),
    "another day": (lambda game: Game.objects.filter(occasion=game.occasion).update(rated_on=day(3)), [1, 3]),
    "a day of its own": (lambda game: Game.objects.filter(pk=game.pk).update(rated_on=day(9)), [1, 9]),
    "reopened": (lambda game: Game.objects.filter(occasion=game.occasion).update(rated_on=None), [1]),
    "removed": (lambda game: Game.objects.filter(pk=game.pk).delete(), [1]),
    "other seats": (lambda game: Game.objects.filter(pk=game.pk).update(white=game.black, black=game.white), [1]),
    "a handicap": (lambda game: Game.objects.filter(pk=game.pk).update(handicap="2/0"), [1]),
    "other rules": (lambda game: Game.objects.filter(pk=game.pk).update(rules="gipf-tournament"), [1]),
    "unrated": (lambda game: Game.objects.filter(pk=game.pk).update(rated=False), [1]),
    "another club": (lambda game: Game.objects.filter(pk=game.pk).update(club=ClubFactory(admitted=False)), [1]),
    "a new one": (lambda game: one_more(game), []),
}


@pytest.mark.parametrize("what", CHANGES)
def test_days_on_which_games_changed_are_read_again(pool: Pool, people: list[Person], what: str) -> None:
    game = Game.objects.get(rated_on=day(1), white=people[0], black=people[1])
    change, weeks = CHANGES[what]
    change(game)
    expected = [DAY + datetime.timedelta(days=10)] if what == "a new one" else [day(week) for week in weeks]
    assert days_read(pool) == expected
    assert days_read(pool) == []


def test_a_day_whose_games_are_all_gone_is_kept_no_more(pool: Pool) -> None:
    Game.objects.filter(rated_on=day(2)).delete()
    assert days_read(pool) == [day(2)]
    assert not GamesOfDay.objects.filter(day=day(2)).exists()


def test_a_club_that_is_admitted_no_more_takes_all_its_games_out(pool: Pool, club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(admitted=False)
    assert days_read(pool) is None
    assert not GamesOfDay.objects.exists()
    Club.objects.filter(pk=club.pk).update(admitted=True)
    assert days_read(pool) is None
    assert GamesOfDay.objects.count() == WEEKS


def test_merged_people_are_looked_up_when_kept_games_are_read(pool: Pool, people: list[Person]) -> None:
    Person.objects.filter(pk=people[3].pk).update(merged_into=people[2])
    assert days_read(pool) == []


def test_another_question_is_not_answered_by_what_is_kept(pool: Pool) -> None:
    Pool.objects.filter(pk=pool.pk).update(parameters={"rate_handicap": 1})
    assert days_read(pool) is None
    Pool.objects.filter(pk=pool.pk).update(parameters={"rate_handicap": 1, "k": 30})
    assert days_read(pool) == []
    Pool.objects.filter(pk=pool.pk).update(counts_at_once=True)
    assert days_read(pool) is None


def test_a_list_that_counts_at_once_sees_occasions_that_are_shown(pool: Pool, club: Club, people: list[Person]) -> None:
    Pool.objects.filter(pk=pool.pk).update(counts_at_once=True)
    assert days_read(pool) is None
    occasion = closed_event(club, people, SECOND, days=50)
    Scope.objects.filter(pk=occasion.pk).update(hidden=True)
    Game.objects.filter(occasion=occasion).update(rated_on=None, stands_on=day(4))
    before = days_read(pool)
    assert before is not None and day(4) in before
    Scope.objects.filter(pk=occasion.pk).update(hidden=False)
    assert days_read(pool) == [day(4)]
    assert pool.ratings.filter(games=6 * (WEEKS + 1) // 2).count() == len(people), "three games each and event"


def test_what_no_trigger_has_seen_is_found_every_day_and_by_the_command(
    pool: Pool, capsys: pytest.CaptureFixture[str]
) -> None:
    request_due_checks()
    assert Job.objects.filter(kind=CHECK, subject=str(pool.pk)).exists()
    check_kept_games(pool.pk)
    Job.objects.all().delete()
    request_due_checks()
    assert not Job.objects.exists(), "it was compared today"
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # triggers are out of work
        cursor.execute("UPDATE games_game SET result = '0-1' WHERE rated_on = %s", [day(1)])
        cursor.execute("SET LOCAL session_replication_role = origin")
    recompute(pool.pk)
    pool.refresh_from_db()
    assert difference(pool, replay(pool)), "nothing has told of it"
    with pytest.raises(SystemExit):
        call_command("recompute", "--check")
    KeptGames.objects.update(checked_at=timezone.now() - datetime.timedelta(days=2))
    request_due_checks()
    assert Job.objects.filter(kind=CHECK).exists()
    with pytest.raises(KeptWrong):
        check_kept_games(pool.pk)
    assert Job.objects.filter(kind="rate", subject=str(pool.pk)).exists()
    assert days_read(pool) is None


def test_kept_games_that_another_recompute_has_replaced_are_not_written_over(pool: Pool) -> None:
    """The first has read the games before the second one's change; it comes back when the second is done."""
    Game.objects.filter(rated_on=day(1)).update(result="0-1")
    late = begin_reading(pool, afresh=False)
    replaying.replay_from(pool, None, reading=late)
    version = Scope.objects.get(key=pool.scope).version
    Game.objects.filter(rated_on=day(1)).update(result="1-0")
    recompute(pool.pk)
    kept_games.keep_games(pool, late, version, 1)
    kept_games.keep_games(pool, late, Scope.objects.get(key=pool.scope).version, 1)
    assert days_read(pool) == []


def test_games_are_written_for_a_digest_as_they_are_read_one_by_one(pool: Pool, people: list[Person]) -> None:
    Person.objects.filter(pk=people[3].pk).update(merged_into=people[2])
    Game.objects.filter(rated_on=day(1)).update(rated_result="1/2-1/2")
    columns = ("counts_from", "pk", "occasion", "white_person", "black_person", "counted")
    games = games_of(pool).values_list(*columns)
    assert games.count() == 5 * WEEKS, "C and D are one"
    assert digest_days(write_games(pool), [day(3), day(9)]) == digest_games(
        ((row[0], row) for row in games), [day(3), day(9)]
    )
