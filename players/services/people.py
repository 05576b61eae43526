"""Making, naming and locking the records of persons."""

from __future__ import annotations

import datetime

from django.db import transaction

from journal import services as journal
from phrases import Phrase, Refused
from phrases import gettext_noop as _
from players.models import Account, Club, Membership, Person
from players.names import NotAName, clean_name
from players.permissions import require, require_person
from players.roles import Act
from players.signals import persons_changed


def create_person(
    *, actor: Account, club: Club, name: str, country: str = "", since: datetime.date | None = None
) -> Person:
    """A new person, member of `club` from `since` (None: no membership date is known, so from today)."""
    require(actor, Act.MANAGE_PEOPLE, club.scope)
    with journal.act(club.scope, actor, "create-person") as act:
        person = add_person(club=club, name=name, country=country, since=since)
        act.data["person"] = person.pk
    return person


def add_person(*, club: Club, name: str, country: str = "", since: datetime.date | None = None) -> Person:
    """The row of a new member of `club`, for a verb that has its act open and its permission checked.

    People who are added to an example club are examples themselves, and go with it.
    """
    person = Person.objects.create(name=_a_name(name), country=_a_country(country), example=club.example)
    Membership.objects.create(person=person, club=club, since=since or datetime.datetime.now(datetime.UTC).date())
    return person


def rename_person(*, actor: Account, person_id: int, name: str, country: str) -> Person:
    """Correct how a person is called and what country they play for."""
    with journal.act(journal.SERVER, actor, "rename-person", person=person_id):
        person = lock_person(person_id)
        require_person(actor, person)
        person.name, person.country = _a_name(name), _a_country(country)
        person.save(update_fields=["name", "folded", "country"])
        persons_changed.send(Person, ids=frozenset({person.pk}))
    return person


def lock_person(person_id: int) -> Person:
    """The person that `person_id` stands for today, its row locked till the transaction ends.

    A verb that ties a person to something (an entry) takes this lock, so that no merge or erasure runs
    beside it. Raises Person.DoesNotExist, and Refused for an erased person.
    """
    assert transaction.get_connection().in_atomic_block
    person = Person.objects.select_for_update(no_key=True).get(pk=person_id)
    while person.merged_into_id is not None:
        person = Person.objects.select_for_update(no_key=True).get(pk=person.merged_into_id)
    if person.erased_at is not None:
        raise Refused(Phrase(_("This person was erased. Nothing new can be tied to the record.")))
    return person


def _a_name(name: str) -> str:
    try:
        return clean_name(name)
    except NotAName as error:
        raise Refused(error.phrase) from error


def _a_country(country: str) -> str:
    code = country.strip().upper()
    if code and not (len(code) == 2 and code.isascii() and code.isalpha()):
        raise Refused(Phrase(_("A country is two letters, as in NL or JP.")))
    return code
