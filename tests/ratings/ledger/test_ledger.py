"""Recomputing a pool: what is rated, what is written, and what is kept when an old result is corrected."""

from __future__ import annotations

import datetime

import pytest
from django.core.management import call_command

from common.jobs.models import Job
from common.jobs.services import run_due
from common.journal.models import JournalEntry
from common.journal.services import commit
from games.models import Game
from games.results.services.create import reopen_games, settle_games
from games.results.services.results import claim_result
from players.models import Account, Club, Person
from players.people.services.merging import merge_persons, unmerge
from ratings.core.lines import lines_of, stored_histories
from ratings.ledger.replaying import replay
from ratings.ledger.services import ledgers
from ratings.ledger.services.ledgers import recompute
from ratings.models import History, Pool, Published, Rating
from ratings.pools.services.pools import pool_for
from testing.factories import administrator
from testing.ratings.factories import AFTER_FIRST, AFTER_SECOND, FIRST, SECOND, closed_event, game_between
from tournaments.events.acts import CloseEvent

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def values(pool: Pool, people: list[Person]) -> list[int]:
    known = dict(Rating.objects.filter(pool=pool).values_list("person", "value"))
    return [known.get(person.pk, 0) for person in people]


@pytest.fixture
def pool(club: Club) -> Pool:
    return pool_for("gipf-basic", club)


def test_two_events_come_to_the_ratings_worked_out_by_hand(club: Club, people: list[Person], pool: Pool) -> None:
    closed_event(club, people, FIRST)
    closed_event(club, people, SECOND, days=7)
    recompute(pool.pk)
    assert values(pool, people) == AFTER_SECOND
    _first, line = lines_of(pool, [people[1].pk])[people[1].pk]
    assert (line.before, line.after, line.games, line.games_total) == (1520, 1476, 3, 6)
    assert (line.score, line.details) == (5, {"expected": 161, "k": 40})


def test_events_are_rated_by_their_day_not_by_when_they_were_entered(
    club: Club, people: list[Person], pool: Pool
) -> None:
    closed_event(club, people, SECOND, days=7)
    closed_event(club, people, FIRST)
    recompute(pool.pk)
    assert values(pool, people) == AFTER_SECOND


def test_the_provisional_mark_goes_after_five_games(club: Club, people: list[Person], pool: Pool) -> None:
    closed_event(club, people, FIRST)
    recompute(pool.pk)
    assert set(Rating.objects.filter(pool=pool).values_list("games", "provisional")) == {(3, True)}
    closed_event(club, people, SECOND, days=7)
    recompute(pool.pk)
    assert set(Rating.objects.filter(pool=pool).values_list("games", "provisional")) == {(6, False)}


def test_a_recompute_that_finds_nothing_writes_nothing(club: Club, people: list[Person], pool: Pool) -> None:
    closed_event(club, people, FIRST)
    # 4 histories and 4 ratings.
    assert recompute(pool.pk) == 8
    keys = set(History.objects.values_list("pk", "lines"))
    assert recompute(pool.pk) == 0
    assert set(History.objects.values_list("pk", "lines")) == keys
    assert JournalEntry.objects.filter(scope__key=pool.scope).count() == 1


def test_a_corrected_old_result_rates_everything_after_it_again_and_keeps_what_was_published(
    club: Club, people: list[Person], pool: Pool
) -> None:
    first = closed_event(club, people, FIRST.replace("A-B 1-0", "A-B 0-1"))
    second = closed_event(club, people, SECOND, days=7)
    recompute(pool.pk)
    # By hand: with B beating A the first event gives A and B 2 of 3 and 3 of 3: 1520 and 1560.
    published = dict(Published.objects.filter(parent_scope=first).values_list("person", "value"))
    assert [published[person.pk] for person in people] == [1520, 1560, 1480, 1440]
    before = list(Published.objects.order_by("pk").values_list("pk", "value"))

    game = game_between(first, people[0], people[1])
    Game.objects.filter(pk=game.pk).update(result="1-0")
    recompute(pool.pk)
    assert values(pool, people) == AFTER_SECOND
    assert list(Published.objects.order_by("pk").values_list("pk", "value")) == before
    line = lines_of(pool, [people[0].pk])[people[0].pk][-1]
    assert (line.parent_scope, line.before) == (second.pk, AFTER_FIRST[0])


def test_only_rows_that_differ_are_written(club: Club, people: list[Person], pool: Pool) -> None:
    closed_event(club, people, FIRST)
    second = closed_event(club, people, SECOND, days=7)
    recompute(pool.pk)
    before = stored_histories(pool)
    Game.objects.filter(parent_scope=second, white=people[1], black=people[2]).update(result="1-0")
    # B and C: one history and one rating each; A and D did not play in that game.
    assert recompute(pool.pk) == 2 * (1 + 1)
    after = stored_histories(pool)
    assert {person.name[-1] for person in people if before[person.pk] != after[person.pk]} == {"B", "C"}


def test_void_and_restore_lead_to_the_same_digest(club: Club, people: list[Person], pool: Pool) -> None:
    event = closed_event(club, people, FIRST)
    closed_event(club, people, SECOND, days=7)
    recompute(pool.pk)
    pool.refresh_from_db()
    digest = pool.digest
    games = Game.objects.filter(parent_scope=event, white=people[0], black=people[1])
    games.update(result="void")
    recompute(pool.pk)
    pool.refresh_from_db()
    assert pool.digest != digest
    games.update(result="1-0")
    recompute(pool.pk)
    pool.refresh_from_db()
    assert pool.digest == digest


@pytest.mark.parametrize("code", ["1/2-0", "0-1/2", "0-0", "+-", "-+", "--", "pending", "void"])
def test_results_that_are_not_rated_count_for_nobody(club: Club, people: list[Person], pool: Pool, code: str) -> None:
    closed_event(club, people, f"A-B {code}")
    recompute(pool.pk)
    assert values(pool, people) == [0, 0, 0, 0]


def test_the_rated_result_counts_where_it_differs(club: Club, people: list[Person], pool: Pool) -> None:
    closed_event(club, people, "A-B +-", rated_result="1/2-1/2")
    recompute(pool.pk)
    # A draw between equals moves nobody.
    assert values(pool, people)[:2] == [1500, 1500]


def test_unrated_other_and_unsettled_games_are_left_out(club: Club, people: list[Person], pool: Pool) -> None:
    closed_event(club, people, "A-B 1-0", rated=False)
    closed_event(club, people, "A-B 1-0", rules="gipf-standard")
    closed_event(club, people, "A-B 1-0", handicap="0/2")
    reopen_games(closed_event(club, people, "A-B 1-0"))
    recompute(pool.pk)
    assert values(pool, people) == [0, 0, 0, 0]


def test_a_pool_may_rate_handicap_games(club: Club, people: list[Person], pool: Pool) -> None:
    closed_event(club, people, "A-B 1-0", handicap="0/2")
    closed_event(club, people, "C-D 1-0", handicap="0/0")
    Pool.objects.filter(pk=pool.pk).update(parameters={"rate_handicap": 1})
    recompute(pool.pk)
    assert values(pool, people) == [1520, 1480, 1520, 1480]


def test_a_club_has_its_own_list_and_the_server_has_one_of_all(club: Club, people: list[Person], pool: Pool) -> None:
    from testing.factories import ClubFactory

    elsewhere = ClubFactory()
    closed_event(club, people, "A-B 1-0")
    closed_event(elsewhere, people, "C-D 1-0")
    server = pool_for("gipf-basic")
    recompute(pool.pk)
    recompute(server.pk)
    assert values(pool, people) == [1520, 1480, 0, 0]
    assert values(server, people) == [1520, 1480, 1520, 1480]


def test_closing_an_event_asks_for_its_pools_and_a_worker_rates_them(
    club: Club, people: list[Person], django_capture_on_commit_callbacks
) -> None:
    event = closed_event(club, people, FIRST)
    reopen_games(event)
    Job.objects.all().delete()
    with commit(event.key, None, CloseEvent):
        settle_games(event, datetime.date(2026, 3, 1))
    assert Job.objects.filter(kind="rate").count() == 2
    run_due()
    assert Job.objects.count() == 0
    for pool in (pool_for("gipf-basic"), pool_for("gipf-basic", club)):
        assert values(pool, people) == AFTER_FIRST


def test_reopening_an_event_takes_it_out_of_the_list(club: Club, people: list[Person], pool: Pool) -> None:
    event = closed_event(club, people, FIRST)
    recompute(pool.pk)
    reopen_games(event)
    run_due()
    assert values(pool, people) == [0, 0, 0, 0]
    settle_games(event, datetime.date(2026, 3, 2))
    run_due()
    assert values(pool, people) == AFTER_FIRST


def test_a_result_of_a_running_event_asks_for_nothing(club: Club, people: list[Person], organiser: Account) -> None:
    event = closed_event(club, people, "A-B pending")
    Game.objects.filter(parent_scope=event).update(rated_on=None)
    claim_result(Game.objects.get(parent_scope=event).pk, organiser, "1-0", source="desk")
    assert Job.objects.count() == 0


def test_correcting_a_result_of_a_closed_event_asks_for_its_pools(
    club: Club, people: list[Person], pool: Pool, organiser: Account
) -> None:
    event = closed_event(club, people, "A-B 1-0")
    recompute(pool.pk)
    game = Game.objects.get(parent_scope=event)
    claim_result(game.pk, organiser, "0-1", source="desk", reason="Sheet misread")
    run_due()
    assert values(pool, people)[:2] == [1480, 1520]


def test_merging_two_records_joins_their_ratings_and_unmerging_parts_them(
    club: Club, people: list[Person], pool: Pool
) -> None:
    closed_event(club, people, "A-B 1-0")
    closed_event(club, people, "C-D 1-0", days=7)
    recompute(pool.pk)
    boss = administrator()
    merge_persons(actor=boss, kept_id=people[0].pk, gone_id=people[2].pk)
    run_due()
    # A and C are one: 1520 meets D at 1500, gap 20 is .53, 40 × .47 = 18.8.
    assert values(pool, people) == [1539, 1480, 0, 1481]
    assert Published.objects.filter(pool=pool).count() == 4
    unmerge(actor=boss, person_id=people[2].pk)
    run_due()
    assert values(pool, people) == [1520, 1480, 1520, 1480]


def test_a_game_between_two_records_of_one_person_counts_for_nobody(
    club: Club, people: list[Person], pool: Pool
) -> None:
    closed_event(club, people, "A-B 1-0, A-C 1-0")
    closed_event(club, people, "A-B 0-1", days=7)
    Person.objects.filter(pk=people[1].pk).update(merged_into=people[0])
    recompute(pool.pk)
    assert values(pool, people) == [1520, 0, 1480, 0]
    assert [line.games for line in lines_of(pool, [people[0].pk])[people[0].pk]] == [1]


def test_a_recompute_that_dies_in_the_middle_leaves_the_list_as_it_was(
    club: Club, people: list[Person], pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed_event(club, people, FIRST)
    recompute(pool.pk)
    closed_event(club, people, SECOND, days=7)

    def die(*_: object) -> None:
        raise RuntimeError("the machine stops here")

    monkeypatch.setattr(ledgers, "_publish", die)
    with pytest.raises(RuntimeError):
        recompute(pool.pk)
    assert values(pool, people) == AFTER_FIRST
    monkeypatch.undo()
    recompute(pool.pk)
    assert values(pool, people) == AFTER_SECOND


def test_a_pool_that_is_gone_is_left_alone() -> None:
    assert recompute(123456) == 0


def test_the_command_makes_the_lists_and_checks_them(club: Club, people: list[Person], capsys) -> None:
    closed_event(club, people, FIRST)
    call_command("recompute")
    call_command("recompute", "--check")
    assert "gipf-basic of the server: as recomputed from nothing" in capsys.readouterr().out
    Rating.objects.filter(person=people[0], pool__club=None).update(value=2000)
    with pytest.raises(SystemExit, match="1"):
        call_command("recompute", "--check")
    told = capsys.readouterr().out
    assert "gipf-basic of the server: differs in 1 rows" in told
    assert f"gipf-basic of {club.name}: as recomputed from nothing" in told
    call_command("recompute")
    call_command("recompute", "--check")


def test_reading_a_pool_takes_no_query_for_each_game(
    club: Club, people: list[Person], pool: Pool, django_assert_num_queries
) -> None:
    closed_event(club, people, FIRST)
    closed_event(club, people, SECOND, days=7)
    with django_assert_num_queries(1):
        replay(pool)
