import pytest

from journal.models import Line
from players.models import Account, Club, Membership, Person
from players.permissions import NotAllowed
from players.services import create_person


def test_a_new_person_is_a_member_of_the_club_and_the_journal_knows_only_the_id(club: Club, organiser: Account) -> None:
    person = create_person(actor=organiser, club=club, name="  Kris   Burm ", country="be")
    assert (person.name, person.country) == ("Kris Burm", "BE")
    assert Membership.objects.get(person=person, until=None).club == club
    line = Line.objects.get(scope__key=club.scope)
    assert (line.verb, line.actor, line.data) == ("create-person", organiser.pk, {"person": person.pk})


def test_a_stranger_makes_nobody_in_a_club(club: Club, stranger: Account, arbiter_to_be: Account) -> None:
    before = Person.objects.count()
    for account in (stranger, arbiter_to_be):
        with pytest.raises(NotAllowed):
            create_person(actor=account, club=club, name="Nobody")
    assert Person.objects.count() == before
