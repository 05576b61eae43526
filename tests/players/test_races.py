"""Two services about the same people at one moment, on a real database: one after the other, without a deadlock."""

import datetime
from typing import Any

from engine.messages import Refused
from players.models import Membership, Person
from players.queries import record_ids
from players.services import erase_person, join_club, merge_persons, unmerge
from tests.factories import ClubFactory, PersonFactory, keeper, organiser_of
from tests.threads import at_once

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
    """Whoever comes first: the person is erased and a member of nothing, or a member and nothing was erased."""
    for _ in range(5):
        club, other = ClubFactory(), ClubFactory()
        person = PersonFactory(member_of=club)
        results = at_once(
            lambda person=person: erase_person(actor=keeper(), person_id=person.pk),
            lambda person=person, other=other: join_club(actor=keeper(), club=other, person_id=person.pk, since=DAY),
        )
        assert all(isinstance(result, Person | Membership | Refused) for result in results)
        ended = outcomes(results)
        assert ended in (["Membership", "Person"], ["Person", "Refused"], ["Membership", "Refused"])
        erased = "Person" in ended  # else somebody joined between the search and the locks: it is to be looked at again
        assert Membership.objects.filter(person=person, until=None).exists() is not erased
        assert (Person.objects.get(pk=person.pk).erased_at is not None) is erased
