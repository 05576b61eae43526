"""Two services about the same people at one moment, on a real database: one after the other, without a deadlock."""

import datetime
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from common.journal.models import JournalEntry
from common.journal.services import Busy
from players.clubs.services.memberships import join_club
from players.core.queries.records import record_ids
from players.erasure import services
from players.erasure.acts import EndMembership
from players.erasure.services import erase_person
from players.models import Club, Membership, Person
from players.people.services.merging import merge_persons, unmerge
from testing.factories import ClubFactory, PersonFactory, administrator, organiser_of
from tests.threads import at_once

pytestmark = pytest.mark.postgresql

DAY = datetime.date(2026, 1, 1)


def outcomes(results: list[Any]) -> list[str]:
    return sorted(type(result).__name__ for result in results)


def test_a_merge_both_ways_is_done_once(real_database: None) -> None:
    club = ClubFactory()
    organiser = organiser_of(club)
    one, other = (PersonFactory(member_of=club) for _ in range(2))
    results = at_once(
        lambda: merge_persons(actor=organiser, kept_id=one.pk, gone_id=other.pk),
        lambda: merge_persons(actor=organiser, kept_id=other.pk, gone_id=one.pk),
    )
    assert outcomes(results) == ["Merge", "MergeRefused"]
    assert Person.objects.filter(merged_into=None).count() == 1


def test_merges_that_touch_make_one_person_whatever_comes_first(real_database: None) -> None:
    club = ClubFactory()
    organiser = organiser_of(club)
    a, b, c, d = (PersonFactory(member_of=club).pk for _ in range(4))
    pairs = [(a, b), (c, d), (b, c)]
    results = at_once(
        *(
            lambda kept=kept, gone=gone: merge_persons(actor=organiser, kept_id=kept, gone_id=gone)
            for kept, gone in pairs
        )
    )
    assert outcomes(results) == ["Merge", "Merge", "Merge"]
    assert set(record_ids(a)) == {a, b, c, d}
    assert unmerge(actor=organiser, person_id=next(pk for pk in record_ids(a)[1:])).merged_into_id is None


def test_nobody_joins_a_club_while_being_erased(real_database: None) -> None:
    """Whoever comes first, the person is erased, and a member of nothing."""
    for _ in range(5):
        club, other = ClubFactory(), ClubFactory()
        person = PersonFactory(member_of=club)
        results = at_once(
            lambda person=person: erase_person(actor=administrator(), person_id=person.pk),
            lambda person=person, other=other: join_club(
                actor=administrator(), club=other, person_id=person.pk, since=DAY
            ),
        )
        assert outcomes(results) in (["Membership", "Person"], ["Person", "Refused"]), results
        assert_erased(person)


@contextmanager
def joining(person: Person, monkeypatch: pytest.MonkeyPatch, times: int) -> Iterator[list[object]]:
    """Somebody lets the person join another club whenever erasing has locked what it knows of; what came of that.

    On SQLite, where one writes at a time, it is done when erasing has ended.
    """
    lock, clubs, results = services._lock, [ClubFactory() for _ in range(times)], list[object]()
    pool, actor = ThreadPoolExecutor(1), administrator()

    def join(club: Club) -> None:
        results.extend(at_once(lambda: join_club(actor=actor, club=club, person_id=person.pk, since=DAY)))

    def joined_before(erasure: services.Erasure) -> Any:
        if clubs:
            joined = pool.submit(join, clubs.pop())
            if connection.vendor == "postgresql":
                joined.result(timeout=30)
        return lock(erasure)

    monkeypatch.setattr(services, "_lock", joined_before)
    with pool:
        yield results


def test_who_joins_a_club_in_the_midst_of_being_erased_is_erased_there_too(
    real_database: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = PersonFactory(member_of=ClubFactory(), name="Anna Winter")
    with joining(person, monkeypatch, times=2) as results:
        erase_person(actor=administrator(), person_id=person.pk)
    came_first = connection.vendor == "postgresql"
    assert outcomes(results) == (["Membership", "Membership"] if came_first else ["Refused"])
    assert_erased(person)
    lines = JournalEntry.objects.filter(action=EndMembership.name)  # one in the journal of each club that was joined
    assert [text["model"] for line in lines for text in line.data["texts"]] == ["membership"] * (2 if came_first else 0)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="on SQLite nobody joins in the midst of it")
def test_who_joins_something_each_time_is_not_erased_and_may_be_in_a_moment(
    real_database: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = PersonFactory(member_of=ClubFactory(), name="Anna Winter")
    with joining(person, monkeypatch, times=services.TRIES) as results, pytest.raises(Busy):
        erase_person(actor=administrator(), person_id=person.pk)
    assert outcomes(results) == ["Membership"] * services.TRIES
    assert Person.objects.get(pk=person.pk).name == "Anna Winter"
    assert Membership.objects.filter(person=person, until=None).count() == 1 + services.TRIES
    erase_person(actor=administrator(), person_id=person.pk)
    assert_erased(person)


def assert_erased(person: Person) -> None:
    assert Person.objects.get(pk=person.pk).erased_at is not None
    assert not Membership.objects.filter(person=person, until=None).exists()
