"""Making, naming and locking the records of persons."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

from django.db import transaction

from common.events import emit
from common.journal import services as journal
from common.journal.models import Scope
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.core.acts import HomeAct, commit_permitted
from players.core.events import PersonsChanged
from players.models import Account, Club, Membership, Person
from players.names import NotAName, clean_name
from players.people.acts import CreatePerson, RenamePerson
from players.permissions import home_club, home_scope, require_person
from players.program_names import is_marked, mark_program, normalize_mark

PROGRAM_STAYS = _("A name ends in “(program)” exactly if a program plays under it.")


def create_person(
    *, actor: Account, club: Club, name: str, country: str = "", since: datetime.date | None = None
) -> Person:
    """A new person, member of `club` from `since` (None: no membership date is known, so from today)."""
    with commit_permitted(club.scope, actor, CreatePerson) as act:
        person = add_person(club=club, name=name, country=country, since=since)
        act.data["person"] = person.pk
    return person


def add_person(*, club: Club, name: str, country: str = "", since: datetime.date | None = None) -> Person:
    """The row of a new member of `club`, for a service that has its act open and its permission checked.

    People who are added to an example club are examples themselves, and go with it.
    """
    person = Person.objects.create(name=_a_name(name), country=_a_country(country), home=club, example=club.example)
    Membership.objects.create(person=person, club=club, since=since or datetime.datetime.now(datetime.UTC).date())
    return person


def add_own_person(name: str) -> Person:
    """The row of a person who comes without a club, for a service that has its act open. Administrators manage it."""
    called = _a_name(name)
    if is_marked(called):
        raise Refused(Message(PROGRAM_STAYS), field="name")
    return Person.objects.create(name=called)


def add_program(name: str) -> Person:
    """The row of a program, named as one, for a service that has its act open. Administrators manage it."""
    return Person.objects.create(name=_a_name(mark_program(name)))


def add_people(*, club: Club, people: Sequence[tuple[str, str]]) -> list[Person]:
    """The rows of many new members of `club`, (name, country) each, in two queries; else as `add_person`."""
    made = Person.objects.bulk_create(_new(club, name, country) for name, country in people)
    _join(club, [person.pk for person in made])
    return made


def stage_people(*, club: Club, people: Sequence[tuple[str, str]], scope: Scope) -> list[Person]:
    """The rows of many new persons whom no one sees before `show_staged_people`, and who are no members before."""
    made = [_new(club, name, country) for name, country in people]
    for person in made:
        person.staged_in = scope
    return Person.staged.bulk_create(made)


def show_staged_people(*, club: Club, scope: Scope) -> None:
    """Let everybody who came in with `scope` be seen, as a member of `club` from today."""
    staged = Person.staged.filter(staged_in=scope)
    _join(club, list(staged.values_list("pk", flat=True)))
    staged.update(staged_in=None)


def _new(club: Club, name: str, country: str) -> Person:
    return Person(name=_a_name(name), country=_a_country(country), home=club, example=club.example)


def _join(club: Club, persons: Iterable[int]) -> None:
    today = datetime.datetime.now(datetime.UTC).date()
    Membership.objects.bulk_create(Membership(person_id=person, club=club, since=today) for person in persons)


def unused_people(
    ids: Collection[int], *, club: Club, without: Mapping[str, Collection[int]] = MappingProxyType({})
) -> list[Person]:
    """Those of the people whom nothing names but one membership of `club`, and rows (ids) of the relations `without`.

    Relations are called as a person's own are: "entries".
    """
    rows = Person.objects.filter(pk__in=ids, merged_into=None, erased_at=None, account=None)
    free = {person.pk: person for person in rows}
    for relation in Person._meta.related_objects:
        name, model = relation.field.name, relation.related_model
        named = model._base_manager.filter(**{f"{name}__in": list(free)})
        named = named.exclude(pk__in=without.get(relation.get_accessor_name() or "", ()))
        if model is Membership:
            named = named.exclude(club=club, until=None)
        for pk in named.values_list(name, flat=True):
            free.pop(pk, None)
    return sorted(free.values(), key=lambda person: (person.name, person.pk))


def remove_people(people: Sequence[Person]) -> None:
    """Delete the records of `unused_people`, for a service that has its act open and its permission checked."""
    Person.objects.filter(pk__in=[person.pk for person in people]).delete()


def rename_person(*, actor: Account, person_id: int, name: str, country: str) -> Person:
    """Correct how a person is called and what country they play for."""
    with act_on_person(person_id, actor, RenamePerson):
        person = lock_person(person_id)
        require_person(actor, person)
        before, person.name, person.country = person.name, _a_name(name), _a_country(country)
        if is_marked(before) != is_marked(person.name):
            raise Refused(Message(PROGRAM_STAYS), field="name")
        person.save(update_fields=["name", "folded", "is_program", "country"])
        emit(PersonsChanged(frozenset({person.pk})))
    return person


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Hold the server's scope. Every service that locks several scopes does, so that there is no deadlock."""
    with transaction.atomic():
        Scope.objects.select_for_update().get_or_create(key=journal.SERVER)
        yield


@contextmanager
def act_on_person(person_id: int, actor: Account, act: type[HomeAct], **data: Any) -> Iterator[journal.ActContext]:
    """An act on who a person is. Such acts are done one at a time on the whole server, under its scope's lock.

    The line is written where those who look after the person read it: in their club's journal.
    """
    with one_at_a_time():
        club = home_club(Person.objects.get(pk=person_id))
        scope = club.scope if club is not None else journal.SERVER
        with journal.commit(scope, actor, act, person=person_id, **data) as context:
            yield context


@contextmanager
def act_on_account(account_id: int, actor: Account | None, act: type[HomeAct], **data: Any) -> Iterator[Account]:
    """An act on a person's account, yielded as it is under the lock. The line is written where its club reads it.

    Such acts hold the server's scope, as those do that move an account to another club: between checking a power and
    using it, it stays where it is.
    """
    with one_at_a_time():
        account = Account.objects.select_related("home", "person").get(pk=account_id)
        with journal.commit(home_scope(account), actor, act, account=account_id, **data):
            yield account


def lock_person(person_id: int) -> Person:
    """The person that `person_id` stands for today, its row locked till the transaction ends.

    A service that ties a person to something (an entry) takes this lock, so that no merge or erasure runs
    beside it. Raises Person.DoesNotExist, and Refused for an erased person.
    """
    assert transaction.get_connection().in_atomic_block
    person = Person.objects.select_for_update(no_key=True).get(pk=person_id)
    while person.merged_into_id is not None:
        person = Person.objects.select_for_update(no_key=True).get(pk=person.merged_into_id)
    _refuse_erased(person)
    return person


def lock_persons(person_ids: Collection[int]) -> dict[int, Person]:
    """`lock_person` for many at once, by the ids that were asked for: one query a step of merging, in one order."""
    assert transaction.get_connection().in_atomic_block
    found: dict[int, Person] = {}
    waiting = {person_id: person_id for person_id in person_ids}
    while waiting:
        wanted = Person.objects.select_for_update(no_key=True).filter(pk__in=set(waiting.values())).order_by("pk")
        rows = {person.pk: person for person in wanted}
        above = {asked: rows[at] for asked, at in waiting.items() if at in rows}
        if len(above) < len(waiting):
            raise Person.DoesNotExist
        found |= {asked: person for asked, person in above.items() if person.merged_into_id is None}
        waiting = {asked: person.merged_into_id for asked, person in above.items() if person.merged_into_id is not None}
    for person in found.values():
        _refuse_erased(person)
    return found


def _refuse_erased(person: Person) -> None:
    if person.erased_at is not None:
        raise Refused(Message(_("This person was erased. Nothing new can be linked to the record.")))


def _a_name(name: str) -> str:
    try:
        return clean_name(normalize_mark(clean_name(name)))
    except NotAName as error:
        raise Refused(error.message, field="name") from error


def _a_country(country: str) -> str:
    code = country.strip().upper()
    if code and not (len(code) == 2 and code.isascii() and code.isalpha()):
        raise Refused(Message(_("A country is two letters, as in NL or JP.")), field="country")
    return code
