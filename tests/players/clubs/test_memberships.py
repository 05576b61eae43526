"""Memberships have days."""

from datetime import date

import pytest

from gipf_engine.messages import Refused
from players.clubs.services.memberships import edit_membership, join_club, leave_club
from players.core.queries.memberships import clubs_of
from players.models import Account, Club, Membership
from players.people.services.merging import merge_persons
from players.permissions import NotAllowed
from testing.factories import MembershipFactory, PersonFactory, administrator

pytestmark = pytest.mark.postgresql


def days(club: Club) -> list[tuple[date, date | None]]:
    return list(Membership.objects.filter(club=club).order_by("since").values_list("since", "until"))


def test_somebody_joins_leaves_and_comes_back(club: Club, organiser: Account) -> None:
    person = PersonFactory(home=club)
    join_club(actor=organiser, club=club, person_id=person.pk, since=date(2020, 9, 1))
    leave_club(actor=organiser, club=club, person_id=person.pk, until=date(2023, 6, 30))
    assert clubs_of([person.pk]) == {}
    join_club(actor=organiser, club=club, person_id=person.pk, since=date(2025, 9, 1))
    assert days(club) == [(date(2020, 9, 1), date(2023, 6, 30)), (date(2025, 9, 1), None)]
    assert clubs_of([person.pk]) == {person.pk: [club]}


def test_nobody_is_a_member_twice_on_one_day(club: Club, organiser: Account) -> None:
    person = PersonFactory(home=club)
    MembershipFactory(person=person, club=club, since=date(2020, 1, 1), until=date(2021, 1, 1))
    with pytest.raises(Refused, match="already"):
        join_club(actor=organiser, club=club, person_id=person.pk, since=date(2021, 1, 1))
    row = join_club(actor=organiser, club=club, person_id=person.pk, since=date(2021, 1, 2))
    with pytest.raises(Refused, match="already"):
        join_club(actor=organiser, club=club, person_id=person.pk, since=date(2024, 1, 2))
    with pytest.raises(Refused, match="already"):
        edit_membership(actor=organiser, membership_id=row.pk, since=date(2019, 1, 1), until=date(2020, 6, 1))
    assert len(days(club)) == 2


def test_a_membership_does_not_end_before_it_begins(club: Club, organiser: Account) -> None:
    person = PersonFactory(home=club)
    row = join_club(actor=organiser, club=club, person_id=person.pk, since=date(2024, 5, 1))
    with pytest.raises(Refused, match="before it starts"):
        leave_club(actor=organiser, club=club, person_id=person.pk, until=date(2024, 4, 30))
    with pytest.raises(Refused, match="before it starts"):
        edit_membership(actor=organiser, membership_id=row.pk, since=date(2024, 5, 1), until=date(2024, 4, 30))
    assert days(club) == [(date(2024, 5, 1), None)]


def test_who_is_no_member_cannot_leave(club: Club, organiser: Account) -> None:
    with pytest.raises(Refused, match="not a member"):
        leave_club(actor=organiser, club=club, person_id=PersonFactory().pk, until=date(2024, 4, 30))


def test_an_organiser_of_another_club_changes_no_membership(club: Club, stranger: Account) -> None:
    row = MembershipFactory(club=club)
    with pytest.raises(NotAllowed):
        edit_membership(actor=stranger, membership_id=row.pk, since=row.since, until=row.since)
    with pytest.raises(NotAllowed):
        leave_club(actor=stranger, club=club, person_id=row.person_id, until=date(2026, 1, 1))
    with pytest.raises(NotAllowed):
        join_club(actor=stranger, club=club, person_id=PersonFactory().pk, since=date(2026, 1, 1))


def test_both_records_of_a_merged_person_leave_together(club: Club) -> None:
    one, other = PersonFactory(member_of=club), PersonFactory(member_of=club)
    merge_persons(actor=administrator(), kept_id=one.pk, gone_id=other.pk)
    leave_club(actor=administrator(), club=club, person_id=other.pk, until=date(2026, 1, 1))
    assert not Membership.objects.filter(until=None).exists()


def test_overlapping_days_of_merged_records_are_corrected_one_by_one(club: Club, organiser: Account) -> None:
    kept, gone = PersonFactory(home=club), PersonFactory(home=club)
    rows = [MembershipFactory(person=person, club=club, since=date(2024, 1, 1)) for person in (kept, gone)]
    merge_persons(actor=organiser, kept_id=kept.pk, gone_id=gone.pk)
    for row in rows:
        edit_membership(actor=organiser, membership_id=row.pk, since=row.since, until=date(2026, 6, 30))
    assert clubs_of([kept.pk]) == {}
    with pytest.raises(Refused, match="already"):
        join_club(actor=organiser, club=club, person_id=kept.pk, since=date(2026, 6, 30))
