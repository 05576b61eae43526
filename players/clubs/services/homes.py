"""Which club looks after a person and the account: stated in a column, and moved by consent alone."""

from __future__ import annotations

from contextlib import ExitStack

from common.journal import services as journal
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.clubs.acts import EnterHome, LeaveHome
from players.core.queries.records import record_ids
from players.identity import account_of, person_of
from players.models import Account, Club, Membership, Person
from players.people.services.people import lock_person, one_at_a_time
from players.permissions import home_club, require
from players.roles import Permission


def choose_home(*, account: Account, club: Club | None) -> None:
    """The owner of an account says which of the own clubs looks after it; None: the server's administrators alone."""
    own = person_of(account)
    with one_at_a_time():
        if own is None:
            raise Refused(Message(_("Your account is not linked to a player yet: ask your organiser to link it.")))
        person = lock_person(own.pk)
        if club is not None and club != home_club(person) and not _is_member(person, club):
            raise Refused(Message(_("You are not a member of this club.")), field="club")
        move_home(account, person, club)


def assign_home(*, actor: Account, person_id: int, club: Club | None) -> None:
    """An administrator of the server says which club looks after a person; None: only the administrators."""
    require(actor, Permission.MANAGE_SERVER, journal.SERVER)
    with one_at_a_time():
        person = lock_person(person_id)
        if club is not None and not _is_member(person, club):
            raise Refused(Message(_("This person is not a member of the club.")))
        move_home(actor, person, club)


def move_home(actor: Account, person: Person, club: Club | None) -> None:
    """Let `club` look after a locked person from now on. For acts under the server's lock that checked the consent.

    Both clubs' journals tell it. One-time links that the former club made are dead from now on.
    """
    before = home_club(person)
    if before == club:
        return
    with ExitStack() as acts:
        for left in [before] if before is not None else []:
            acts.enter_context(journal.commit(left.scope, actor, LeaveHome, person=person.pk))
        if club is not None:
            acts.enter_context(journal.commit(club.scope, actor, EnterHome, person=person.pk))
        _store_home(person, account_of(person), club)


def end_home(person: Person, club: Club) -> None:
    """The last membership of `club` has ended: it no longer looks after the account of this locked person.

    No one but the administrators does, until the owner accepts another club. People without an account stay with the
    club that made them, former members too: there is no one else who could ask for a correction.
    """
    account = account_of(person)
    if account is not None and account.home_id == club.pk and not _is_member(person, club):
        _store_home(person, account, None)


def _is_member(person: Person, club: Club) -> bool:
    return Membership.objects.filter(person__in=record_ids(person.pk), club=club, until=None).exists()


def _store_home(person: Person, account: Account | None, club: Club | None) -> None:
    """The person's column follows the account's, so that a later unlinking gives no one the power back."""
    Person.objects.filter(pk__in={person.pk, account.person_id if account is not None else person.pk}).update(home=club)
    person.home = club
    if account is not None:
        Account.objects.filter(pk=account.pk).update(home=club)
