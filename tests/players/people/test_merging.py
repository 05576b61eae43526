"""Merging and unmerging. `merged_into` always points at the root of the forest that the merges in force make."""

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from common.journal.models import JournalEntry
from common.journal.services import open_scope
from games.models import Game
from gipf_engine.messages import Message, Refused
from players.core.errors import MergeRefused
from players.core.events import PersonsChanged, PersonsMerging
from players.core.queries.records import canonical_id, canonical_ids, canonical_name, names, record_ids
from players.erasure.services import erase_person
from players.identity import account_of, person_of
from players.models import Account, Club, Merge, Person
from players.people.services.merging import merge_persons, unmerge
from players.permissions import NotAllowed
from testing.factories import AccountFactory, ClubFactory, PersonFactory, administrator, organiser_of
from testing.marks import examples
from tests.events import hearing, subscribed

pytestmark = pytest.mark.postgresql


def roots() -> dict[int, int | None]:
    return dict(Person.objects.order_by("pk").values_list("pk", "merged_into_id"))


def make(count: int, club: Club) -> list[int]:
    return [PersonFactory(member_of=club).pk for _ in range(count)]


def test_a_merge_points_one_record_at_the_other_and_the_journal_tells(club: Club, organiser: Account) -> None:
    kept, gone = make(2, club)
    merge = merge_persons(actor=organiser, kept_id=kept, gone_id=gone)
    assert roots() == {kept: None, gone: kept}
    assert (merge.kept_id, merge.gone_id, merge.by, merge.undone_at) == (kept, gone, organiser.pk, None)
    line = JournalEntry.objects.get()
    assert (line.scope.key, line.action, line.data) == (club.scope, "merge-persons", {"person": kept, "gone": gone})


def test_unmerging_gives_back_both_and_keeps_the_row_of_the_merge(club: Club, organiser: Account) -> None:
    kept, gone = make(2, club)
    merge_persons(actor=organiser, kept_id=kept, gone_id=gone)
    before = Merge.objects.count()
    assert unmerge(actor=organiser, person_id=gone).merged_into_id is None
    assert roots() == {kept: None, gone: None}
    assert Merge.objects.count() == before and Merge.objects.get().undone_at is not None
    with pytest.raises(MergeRefused, match="not merged"):
        unmerge(actor=organiser, person_id=gone)


def test_a_record_that_stood_for_others_takes_them_along_and_back(club: Club, organiser: Account) -> None:
    a, b, c, d = make(4, club)
    merge_persons(actor=organiser, kept_id=b, gone_id=a)
    merge_persons(actor=organiser, kept_id=c, gone_id=b)
    merge_persons(actor=organiser, kept_id=d, gone_id=c)
    assert roots() == {a: d, b: d, c: d, d: None}
    assert record_ids(b) == [d, a, b, c]
    unmerge(actor=organiser, person_id=b)
    assert roots() == {a: b, b: None, c: d, d: None}
    unmerge(actor=organiser, person_id=a)
    unmerge(actor=organiser, person_id=c)
    assert set(roots().values()) == {None}


def test_a_record_that_left_and_was_merged_elsewhere_stays_there(club: Club, organiser: Account) -> None:
    a, b, c = make(3, club)
    merge_persons(actor=organiser, kept_id=b, gone_id=a)
    merge_persons(actor=organiser, kept_id=c, gone_id=b)
    unmerge(actor=organiser, person_id=a)
    merge_persons(actor=organiser, kept_id=c, gone_id=a)
    unmerge(actor=organiser, person_id=b)
    assert roots() == {a: c, b: None, c: None}


class AnyOrder(TestCase):
    """Whatever is merged and unmerged, in whatever order, the pointers are those of the forest."""

    @examples(25, suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(st.tuples(st.booleans(), st.integers(0, 5), st.integers(0, 5)), max_size=12))
    def test_pointers_are_those_of_the_forest(self, steps: list[tuple[bool, int, int]]) -> None:
        club = ClubFactory()
        organiser, people = organiser_of(club), make(6, club)
        above: dict[int, int] = {}

        def root(person: int) -> int:
            while person in above:
                person = above[person]
            return person

        for merging, one, other in steps:
            kept, gone = root(people[one]), root(people[other])
            if merging and kept != gone:
                merge_persons(actor=organiser, kept_id=people[one], gone_id=people[other])
                above[gone] = kept
            elif not merging and people[one] in above:
                unmerge(actor=organiser, person_id=people[one])
                del above[people[one]]
            assert roots() == {person: (root(person) if person in above else None) for person in people}


def test_every_reading_shows_the_person_that_a_record_stands_for(club: Club, organiser: Account) -> None:
    kept, gone, other = (PersonFactory(member_of=club, name=name) for name in ("Kris Burm", "K. Burm", "Ann"))
    Game.objects.create(parent_scope=open_scope("event:1"), club=club, rules="gipf-standard", white=gone, black=other)
    merge_persons(actor=organiser, kept_id=kept.pk, gone_id=gone.pk)
    seen = Game.objects.annotate(w=canonical_name("white"), b=canonical_name("black"), i=canonical_id("white")).get()
    assert (seen.w, seen.b, seen.i, seen.white_id) == ("Kris Burm", "Ann", kept.pk, gone.pk)
    assert names([gone.pk, other.pk]) == {gone.pk: "Kris Burm", other.pk: "Ann"}
    assert canonical_ids([gone.pk, kept.pk, 10**9]) == {gone.pk: kept.pk, kept.pk: kept.pk}


def test_the_account_of_a_merged_record_is_the_persons(club: Club, organiser: Account) -> None:
    kept, gone = (PersonFactory(member_of=club) for _ in range(2))
    account = AccountFactory(person=gone)
    merge_persons(actor=organiser, kept_id=kept.pk, gone_id=gone.pk)
    account = Account.objects.get(pk=account.pk)
    assert (person_of(account), account_of(kept)) == (kept, account)


def test_two_with_accounts_are_not_merged(club: Club, organiser: Account) -> None:
    kept, gone = (AccountFactory(person=PersonFactory(member_of=club)).person for _ in range(2))
    assert kept and gone
    with pytest.raises(MergeRefused, match="Both have an account"):
        merge_persons(actor=organiser, kept_id=kept.pk, gone_id=gone.pk)
    assert set(roots().values()) == {None}


def test_nobody_is_merged_with_oneself_the_erased_or_an_example(club: Club, organiser: Account) -> None:
    person, again, erased = make(3, club)
    example = PersonFactory(member_of=club, example=True).pk
    merge_persons(actor=organiser, kept_id=person, gone_id=again)
    erase_person(actor=organiser, person_id=erased)
    for kept, gone in ((person, person), (again, person), (person, erased), (erased, person), (person, example)):
        with pytest.raises(Refused):
            merge_persons(actor=organiser, kept_id=kept, gone_id=gone)
    assert Merge.objects.count() == 1


def test_an_app_above_can_refuse(club: Club, organiser: Account) -> None:
    kept, gone = make(2, club)
    seen = []

    def refuse(merging: PersonsMerging) -> None:
        seen.append((merging.kept.pk, merging.gone.pk))
        raise MergeRefused(Message("Both are entered in one event."))

    with subscribed(PersonsMerging, refuse), pytest.raises(MergeRefused, match="one event"):
        merge_persons(actor=organiser, kept_id=kept, gone_id=gone)
    assert seen == [(kept, gone)] and not Merge.objects.exists() and not JournalEntry.objects.exists()


def test_apps_above_hear_of_every_record_concerned(club: Club, organiser: Account) -> None:
    a, b, c = make(3, club)
    with hearing(PersonsChanged) as heard:
        merge_persons(actor=organiser, kept_id=b, gone_id=a)
        merge_persons(actor=organiser, kept_id=c, gone_id=b)
        unmerge(actor=organiser, person_id=a)
    assert [event.ids for event in heard] == [{a, b}, {a, b, c}, {a, b, c}]


def test_a_merge_takes_power_over_both(club: Club, organiser: Account, stranger: Account) -> None:
    mine = make(1, club)[0]
    theirs = PersonFactory(member_of=ClubFactory()).pk
    for actor, kept, gone in ((organiser, mine, theirs), (organiser, theirs, mine), (stranger, mine, mine)):
        with pytest.raises(NotAllowed):
            merge_persons(actor=actor, kept_id=kept, gone_id=gone)
    merge_persons(actor=administrator(), kept_id=theirs, gone_id=mine)
    with pytest.raises(NotAllowed):
        unmerge(actor=stranger, person_id=mine)
    assert roots()[mine] == theirs
