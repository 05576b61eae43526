"""The first organiser of an empty server, and the end of the example club."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import F, ProtectedError, RestrictedError

from common.events import emit
from common.journal import services as journal
from common.journal.models import Scope
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.accounts.queries import has_no_accounts
from players.accounts.services.accounts import add_account
from players.accounts.services.sessions import end_sessions
from players.clubs.services.clubs import add_club
from players.core.errors import LastOrganiser
from players.core.events import ExampleRemoving
from players.models import Account, Club, Grant, Person
from players.notifications.services.notifications import forget_accounts
from players.people.services.people import add_person
from players.permissions import require
from players.roles import Permission, Role
from players.setup.acts import CreateFirstOrganiser, RemoveExample


@dataclass(frozen=True)
class FirstOrganiser:
    """What the first organiser starts with. `club` is None where none was named."""

    account: Account
    club: Club | None


def create_first_organiser(
    *,
    username: str,
    password: str,
    email: str = "",
    club_name: str = "",
    time_zone: str = "UTC",
    name: str = "",
    example: bool = False,
) -> FirstOrganiser:
    """The administrator of a server that has no account yet, with a first club and, if `name` is given, a person in it.

    Raises Refused once there is an account: of two browsers at once, one makes the administrator.
    """
    sealed = make_password(password)  # slow by design, so not under the lock
    with journal.commit(journal.SERVER, None, CreateFirstOrganiser) as act:
        if not has_no_accounts():
            raise Refused(Message(_("This server already has an organiser. Sign in instead.")))
        account = add_account(username=username, email=email, example=example)
        account.password = sealed
        Grant.objects.create(account=account, role=Role.ADMINISTRATOR, scope=act.scope)
        act.data["account"] = account.pk
        club = None
        if club_name:
            club = add_club(organiser=account, name=club_name, time_zone=time_zone, admitted=True, example=example)
            if name:
                account.person = add_person(club=club, name=name)
            account.home = club
        account.save()
    return FirstOrganiser(account, club)


def remove_example_club(*, actor: Account) -> None:
    """Remove every club, event, game, account and person that is marked as an example. All of it or nothing.

    Example people who were entered in a real event stay, as real people. `actor` organises the example club;
    an account of the example is itself gone afterwards, and an empty server is ready for its first organiser.
    """
    clubs = list(Club.objects.filter(example=True))
    for club in clubs:
        require(actor, Permission.EDIT_CLUB, club.scope)
    with journal.commit(journal.SERVER, actor, RemoveExample):
        _refuse_to_leave_no_accounts()
        emit(ExampleRemoving(frozenset(club.pk for club in clubs)))
        Scope.objects.filter(key__in=[club.scope for club in clubs]).delete()
        Club.objects.filter(example=True).delete()
        end_sessions(Account.objects.filter(example=True))
        forget_accounts(Account.objects.filter(example=True))
        Account.objects.filter(example=True).delete()
        _remove_example_people()


def _refuse_to_leave_no_accounts() -> None:
    """Real accounts without an administrator among them would have a server that no one can add a club to."""
    real = Account.objects.filter(example=False, is_active=True)
    if real.exists() and not real.filter(grants__role=Role.ADMINISTRATOR).exists():
        raise LastOrganiser(
            Message(
                _(
                    "All administrators of this server are example accounts. "
                    "Make one of your own accounts an administrator first."
                )
            )
        )


def _remove_example_people() -> None:
    """Merged records go before what they point at; a record that a real event or game holds stays."""
    for person in Person.objects.filter(example=True).order_by(F("merged_into").desc(nulls_last=True)):
        try:
            with transaction.atomic():
                person.delete()
        except (ProtectedError, RestrictedError):
            Person.objects.filter(pk=person.pk).update(example=False)
