"""Several systems side by side in one list, one of which the club calls its rating."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from common.jobs.models import Job
from common.jobs.services import run_due
from common.journal.models import JournalEntry, Scope
from games.results.services.results import claim_result
from gipf_engine.messages import Refused
from gipf_engine.ratings.base import BadParameters
from players.models import Account, Club, Person
from players.people.services.merging import merge_persons
from players.permissions import NotAllowed
from ratings.core.queries.lists import current, lists_state, pools_of_club, server_pools, undecided
from ratings.core.queries.predictions import counting_pool
from ratings.ledger.services.ledgers import recompute
from ratings.lists.queries.dated_lists import dated_lists, find_list
from ratings.lists.queries.history import changes_of_event, pools_of_person
from ratings.lists.queries.seeding import get_seed_ratings, seed_ratings_on
from ratings.lists.services import publish_lists, request_due_lists
from ratings.models import History, Pool, Published, Rating, RatingList
from ratings.pools.services.pools import choose_system, pool_for, set_parameters
from ratings.pools.services.side_by_side import add_system, choose_main, remove_system
from testing.factories import administrator
from testing.ratings.factories import AFTER_FIRST, AFTER_SECOND, FIRST, SECOND, closed_event, game_between

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("streaks"), pytest.mark.core]

POINTS = [45, 18, 18, 18]
"""Nine for each of A's 3 + 2 wins, B's 2 + 0, C's 1 + 1 and D's 0 + 2."""


@pytest.fixture
def parent_scopes(club: Club, people: list[Person]) -> list[Scope]:
    """Two events that are worked out by hand, of 1 March and of 8 April."""
    return [closed_event(club, people, FIRST), closed_event(club, people, SECOND, days=38)]


@pytest.fixture
def main(club: Club, parent_scopes: list[Scope]) -> Pool:
    pool = pool_for("gipf-basic", club)
    recompute(pool.pk)
    return Pool.objects.get(pk=pool.pk)


@pytest.fixture
def other(main: Pool, organiser: Account) -> Pool:
    """The same games by points for wins."""
    pool = add_system(main.pk, organiser, "streaks")
    recompute(pool.pk)
    return Pool.objects.get(pk=pool.pk)


def values(pool: Pool, people: list[Person]) -> list[int]:
    found = dict(Rating.objects.filter(pool=pool).values_list("person", "value"))
    return [found[person.pk] for person in people]


def at(monkeypatch: pytest.MonkeyPatch, year: int, month: int, day: int) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime(year, month, day, 12, tzinfo=UTC))


def test_a_second_system_rates_the_same_games_and_leaves_the_first_as_it_is(
    main: Pool, organiser: Account, people: list[Person]
) -> None:
    before = main.digest
    set_parameters(main.pk, organiser, {"k": 25, "provisional_games": 3}, inactive_after=6)
    set_parameters(main.pk, organiser, {"k": 20})
    other = add_system(main.pk, organiser, "streaks", {"prize": 10})
    run_due()
    assert (other.parameters, other.inactive_after) == ({"prize": 10, "provisional_games": 3}, 6)
    assert (other.is_main, other.publishes, other.coverage, other.club) == (False, "", main.coverage, main.club)
    assert values(other, people) == [50, 20, 20, 20]
    assert values(main, people) == AFTER_SECOND
    assert Pool.objects.get(pk=main.pk).digest == before
    line = JournalEntry.objects.get(action="add-rating-system")
    assert (line.scope.key, line.actor) == (main.scope, organiser.pk)
    assert line.data == {"pool": other.pk, "system": "streaks", "parameters": {"provisional_games": 3, "prize": 10}}
    call_command("recompute", "--check")


def test_corrections_and_merges_reach_every_system(
    main: Pool, other: Pool, organiser: Account, people: list[Person], parent_scopes: list[Scope]
) -> None:
    claim_result(
        game_between(parent_scopes[0], people[2], people[3]).pk, organiser, "0-1", source="desk", reason="Wrong."
    )
    assert set(Job.objects.filter(kind="rate").values_list("subject", flat=True)) >= {str(main.pk), str(other.pk)}
    run_due()
    assert values(other, people) == [45, 18, 9, 27]
    assert values(main, people)[2] < AFTER_SECOND[2]
    call_command("recompute", "--check")


def test_only_the_main_one_is_asked_elsewhere(
    club: Club, main: Pool, other: Pool, people: list[Person], parent_scopes: list[Scope]
) -> None:
    ids = [person.pk for person in people]
    assert list(pools_of_club(club)) == [main]
    assert other not in server_pools()
    assert list(current("gipf-basic", club, ids).values()) == AFTER_SECOND
    club.admitted = False
    assert counting_pool("gipf-basic", club) == main
    Pool.objects.filter(club=None).delete()
    seeds = get_seed_ratings("gipf-basic", club.pk, ids, date(2026, 5, 1))
    assert [seeds[person].value for person in ids] == AFTER_SECOND
    changes = changes_of_event(parent_scopes[1].key)
    assert [changes[person] for person in ids] == [7, -44, 4, 33]
    assert [each.pool for each in pools_of_person(ids[0])] == [main, other]


def test_calling_another_the_rating_changes_what_is_asked_and_no_number(
    club: Club, main: Pool, other: Pool, organiser: Account, people: list[Person]
) -> None:
    state, ids = lists_state("gipf-basic", club.pk), [person.pk for person in people]
    assert choose_main(other.pk, organiser) == other
    main.refresh_from_db()
    other.refresh_from_db()
    assert [(pool.is_main, pool.publishes) for pool in (main, other)] == [(False, ""), (True, "month")]
    assert (values(main, people), values(other, people)) == (AFTER_SECOND, POINTS)
    assert pool_for("gipf-basic", club) == other == main.main
    assert list(current("gipf-basic", club, ids).values()) == POINTS
    assert lists_state("gipf-basic", club.pk) != state
    line = JournalEntry.objects.get(action="choose-main-rating-system")
    assert (line.scope.key, line.data) == (main.scope, {"before": "elo", "after": "streaks"})
    choose_main(other.pk, organiser)  # what it is already
    assert JournalEntry.objects.filter(action="choose-main-rating-system").count() == 1
    choose_main(main.pk, organiser)
    assert pool_for("gipf-basic", club) == main
    assert Pool.objects.get(pk=main.pk).publishes == "month"


def test_a_former_rating_keeps_its_lists_and_the_next_one_has_the_next_number(
    club: Club, main: Pool, other: Pool, organiser: Account, people: list[Person], parent_scopes: list[Scope],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    at(monkeypatch, 2026, 4, 20)
    publish_lists(main.pk)  # 1 April: the first event alone
    at(monkeypatch, 2026, 5, 10)
    publish_lists(main.pk)
    choose_main(other.pk, organiser)
    assert publish_lists(main.pk) == publish_lists(other.pk) == [], "1 May is published, by the rating of that day"
    assert Job.objects.filter(kind="publish-lists").count() == 0
    request_due_lists()
    assert Job.objects.filter(kind="publish-lists").count() == 0

    def seeds(day: date) -> list[int]:
        found = seed_ratings_on("gipf-basic", club.pk, [each.pk for each in people], day, without="event:0")
        return [found[each.pk].value for each in people]

    Pool.objects.filter(club=None).delete()
    assert seeds(date(2026, 4, 15)) == AFTER_FIRST
    assert seeds(date(2026, 5, 15)) == AFTER_SECOND, "the list in force is the one of 1 May"
    at(monkeypatch, 2026, 6, 2)
    request_due_lists()
    assert Job.objects.get(kind="publish-lists").subject == str(other.pk)
    (new,) = publish_lists(other.pk)
    assert (new.pool, new.number, new.version, new.system, new.dated) == (other, 3, 1, "streaks", date(2026, 6, 1))
    assert (seeds(date(2026, 6, 2)), seeds(date(2026, 5, 15))) == (POINTS, AFTER_SECOND)
    shown = [(each.number, str(each.system_name), each.newest.pool_id) for each in dated_lists(other)]
    assert shown == [(3, "Streaks", other.pk), (2, "Elo (FIDE)", main.pk), (1, "Elo (FIDE)", main.pk)]
    assert dated_lists(main) == dated_lists(other)
    assert find_list(other, 2) == find_list(main, 2) == RatingList.objects.get(pool=main, number=2)

    # a corrected game of April: list 2 comes again by the system that it is by, list 3 by its own
    claim_result(
        game_between(parent_scopes[1], people[0], people[1]).pk, organiser, "0-1", source="desk", reason="Wrong."
    )
    again = publish_lists(other.pk)
    assert sorted((each.number, each.version, each.system) for each in again) == [(2, 2, "elo"), (3, 2, "streaks")]
    with pytest.raises(Refused, match="Lists by this system were published"):
        remove_system(main.pk, organiser)
    choose_main(main.pk, organiser)
    at(monkeypatch, 2026, 7, 2)
    assert [(each.number, each.dated.month, each.system) for each in publish_lists(main.pk)] == [(4, 7, "elo")]


def test_a_system_is_removed_with_all_that_it_said(main: Pool, other: Pool, organiser: Account) -> None:
    with pytest.raises(Refused, match="This is the rating of the list"):
        remove_system(main.pk, organiser)
    assert History.objects.filter(pool=main).exists()
    assert remove_system(other.pk, organiser) == main
    assert list(main.side_by_side) == [main]
    for model in (History, Rating, Published):
        assert set(model._default_manager.values_list("pool", flat=True)) == {main.pk}
    line = JournalEntry.objects.get(action="remove-rating-system")
    assert line.data == {"pool": other.pk, "system": "streaks", "parameters": {}}
    assert recompute(other.pk) == 0, "a job that was waiting finds nothing"
    assert add_system(main.pk, organiser, "streaks").pk != other.pk


def test_a_system_whose_removal_was_cut_short_is_rated_again(
    main: Pool, other: Pool, organiser: Account, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def die(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr(Pool, "delete", die)
        remove_system(other.pk, organiser)
    assert not Rating.objects.filter(pool=other).exists()
    job = Job.objects.get(kind="rate", subject=str(other.pk))
    assert job.due_at < timezone.now() + timedelta(minutes=3)
    recompute(other.pk)
    assert values(other, people) == POINTS
    call_command("recompute", "--check")


def test_what_cannot_stand_side_by_side_is_refused(
    club: Club, main: Pool, other: Pool, organiser: Account, stranger: Account
) -> None:
    for system in ("elo", "streaks"):
        with pytest.raises(Refused, match="This list is rated by this system already"):
            add_system(other.pk, organiser, system)
    for system, parameters in (("nonsense", {}), ("live", {"k": 20}), ("live", {"start": 1})):
        with pytest.raises(BadParameters):
            add_system(main.pk, organiser, system, parameters)
    for act in (remove_system, choose_main):
        with pytest.raises(NotAllowed):
            act(other.pk, stranger)
    with pytest.raises(NotAllowed):
        add_system(pool_for("gipf-basic").pk, organiser, "live")
    assert add_system(pool_for("gipf-basic").pk, administrator(), "live").club is None
    assert Pool.objects.filter(club=club).count() == 2
    unpublished = pool_for("lyngk-main", club)
    add_system(unpublished.pk, organiser, "live")
    with pytest.raises(Refused, match="This list is rated by this system already"):
        choose_system("lyngk-main", club, organiser, "live")
    assert unpublished.coverage in undecided(club)
    with pytest.raises(Refused, match="keeps its rating system"):
        choose_system("gipf-basic", club, organiser, "glicko2")


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "wrong",
    [
        {"system": "live"},  # a second main one
        {"system": "elo", "is_main": False, "publishes": ""},  # the same system twice
        {"system": "live", "is_main": False},  # it would publish lists of its own
    ],
)
def test_the_database_refuses_what_must_not_be(main: Pool, wrong: dict[str, object]) -> None:
    for club in (main.club, None):
        pool_for("gipf-basic", club)
        with pytest.raises(IntegrityError), transaction.atomic():
            Pool.objects.create(rules="gipf-basic", club=club, **wrong)


def test_what_the_whole_list_is_set_to_holds_for_all_its_systems(main: Pool, other: Pool, organiser: Account) -> None:
    set_parameters(main.pk, organiser, {}, publishes="quarter", inactive_after=12)
    set_parameters(other.pk, organiser, {"prize": 8}, publishes="month", inactive_after=1)
    found = list(main.side_by_side.values_list("system", "publishes", "inactive_after", "parameters"))
    assert found == [("elo", "quarter", 12, {}), ("streaks", "", 12, {"prize": 8})]
    set_parameters(other.pk, organiser, {"prize": 8}, counts_at_once=True)
    assert not main.side_by_side.filter(counts_at_once=True).exists()
    versions = dict(Scope.objects.values_list("key", "version"))
    set_parameters(main.pk, organiser, {}, counts_at_once=True)
    assert set(main.side_by_side.values_list("counts_at_once", "digest")) == {(True, "")}
    assert Scope.objects.get(key=other.scope).version > versions[other.scope], "a recompute under way begins anew"
    run_due()
    assert all(pool.digest for pool in main.side_by_side)
    call_command("recompute", "--check")
    assert add_system(main.pk, organiser, "live").counts_at_once


def test_a_merged_person_is_one_in_every_system(
    main: Pool, other: Pool, organiser: Account, people: list[Person]
) -> None:
    merge_persons(actor=organiser, kept_id=people[0].pk, gone_id=people[3].pk)
    run_due()
    assert set(Rating.objects.filter(pool=other).values_list("person", flat=True)) == {each.pk for each in people[:3]}
    assert RatingList.objects.count() == 0
