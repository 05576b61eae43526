"""People are made by organisers."""

import datetime

import pytest

from common.journal.models import JournalEntry
from gipf_engine.messages import Refused
from players.models import Account, Club, Membership, Person
from players.people.services.people import create_person, lock_person, rename_person
from players.permissions import NotAllowed
from testing.factories import ClubFactory, MembershipFactory, PersonFactory, administrator, organiser_of

pytestmark = pytest.mark.core


def test_a_new_person_is_a_member_of_the_club_and_the_journal_knows_only_the_id(club: Club, organiser: Account) -> None:
    day = datetime.date(2026, 9, 1)
    person = create_person(actor=organiser, club=club, name="  Kris   Burm ", country="be", since=day)
    assert (person.name, person.country) == ("Kris Burm", "BE")
    membership = Membership.objects.get(person=person)
    assert (membership.club, membership.since, membership.until) == (club, day, None)
    line = JournalEntry.objects.get(scope__key=club.scope)
    assert (line.action, line.actor, line.data) == ("create-person", organiser.pk, {"person": person.pk})


def test_a_stranger_makes_nobody_in_a_club(club: Club, stranger: Account, arbiter_to_be: Account) -> None:
    before = Person.objects.count()
    for account in (stranger, arbiter_to_be):
        with pytest.raises(NotAllowed):
            create_person(actor=account, club=club, name="Nobody")
    assert Person.objects.count() == before


@pytest.mark.parametrize(("name", "country"), [("", ""), ("<b>", ""), ("=1+1", ""), ("Anna", "NLD"), ("Anna", "Ö1")])
def test_what_is_no_name_or_country_is_refused(club: Club, organiser: Account, name: str, country: str) -> None:
    with pytest.raises(Refused):
        create_person(actor=organiser, club=club, name=name, country=country)
    assert not Person.objects.exists() and not JournalEntry.objects.exists()


def test_people_made_in_the_example_club_are_examples(db: None) -> None:
    club = ClubFactory(example=True)
    assert create_person(actor=organiser_of(club), club=club, name="Anna").example


def test_the_club_that_made_a_person_looks_after_the_name(club: Club, organiser: Account) -> None:
    home = ClubFactory()
    person = PersonFactory(member_of=home, name="Ana")
    MembershipFactory(person=person, club=club, since=datetime.date(2000, 1, 1))  # written later, dated back
    with pytest.raises(NotAllowed):
        rename_person(actor=organiser, person_id=person.pk, name="Anna", country="")
    rename_person(actor=organiser_of(home), person_id=person.pk, name="Anna", country="nl")
    person.refresh_from_db()
    assert (person.name, person.folded, person.country) == ("Anna", "anna", "NL")


def test_when_the_first_membership_ends_no_other_club_looks_after_the_name(club: Club, organiser: Account) -> None:
    home = ClubFactory()
    person = PersonFactory(member_of=home)
    MembershipFactory(person=person, club=club)
    Membership.objects.filter(club=home).update(until=datetime.date(2026, 1, 1))
    with pytest.raises(NotAllowed):
        rename_person(actor=organiser, person_id=person.pk, name="Anna", country="")
    assert rename_person(actor=organiser_of(home), person_id=person.pk, name="Anna", country="").name == "Anna"


def test_people_of_no_club_are_looked_after_by_the_administrator(organiser: Account) -> None:
    person = PersonFactory()
    with pytest.raises(NotAllowed):
        rename_person(actor=organiser, person_id=person.pk, name="Anna", country="")
    assert rename_person(actor=administrator(), person_id=person.pk, name="Anna", country="").name == "Anna"


def test_locking_a_merged_record_locks_the_person_it_stands_for(db: None) -> None:
    kept = PersonFactory()
    gone = PersonFactory(merged_into=kept)
    assert lock_person(gone.pk) == kept
