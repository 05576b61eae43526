"""Accounts: making, linking to people, switching off."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models.functions import Lower

from common.journal import services as journal
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.accounts.acts import CreateAccount, LinkAccount, SetEmail, SwitchAccount
from players.accounts.services.passwords import OneTimeLink, one_time_link
from players.accounts.services.sessions import end_sessions
from players.core.acts import require_act
from players.core.queries.records import record_ids
from players.grants.services.grants import release_grants
from players.models import Account, Club, Grant, Person
from players.models.accounts import LONGEST_USERNAME
from players.names import is_seen
from players.people.services.people import act_on_account, lock_person
from players.permissions import home_club, require, require_account, require_person
from players.roles import Permission, Role

ERASED_PREFIX = "erased-"


def create_account(
    *,
    actor: Account,
    club: Club,
    username: str,
    email: str = "",
    person: Person | None = None,
    as_organiser: bool = False,
) -> OneTimeLink:
    """An account for a person of `club`, and the link by which its owner chooses a password.

    It belongs to a `person`, or to an organiser of the club, or both: an account that is neither would be
    no one's to look after.
    """
    require_act(actor, CreateAccount, club.scope)
    if as_organiser:
        require(actor, Permission.GIVE_ROLES, club.scope)
    elif person is None:
        raise Refused(Message(_("An account belongs to a person, or to an organiser of the club.")))
    with journal.commit(club.scope, actor, CreateAccount) as act:
        account = add_account(username=username, email=email, example=club.example)
        account.home = home_club(person) if person is not None else club
        account.save(update_fields=["home"])
        if person is not None:
            link_new_account(actor, account, person)
        if as_organiser:
            Grant.objects.create(account=account, role=Role.ORGANISER, scope=act.scope)
        act.data |= {"account": account.pk, "person": account.person_id}
    return one_time_link(account)


def add_account(*, username: str, email: str = "", example: bool = False) -> Account:
    """The row of a new account, for a service that has its act open and its permission checked."""
    return Account.objects.create_user(_a_free_username(username), email=_a_free_email(email), example=example)


def link_account(*, actor: Account, account_id: int, person_id: int | None) -> Account:
    """Say that an account is a person's own, or (None) no one's. The account's club looks after both from then on."""
    with act_on_account(account_id, actor, LinkAccount, person=person_id) as account:
        require_account(actor, account)
        if person_id is not None:
            link_new_account(actor, account, Person.objects.get(pk=person_id))
        elif account.owner_id is not None:
            raise Refused(Message(_("A program has the account that its owner made for it, and no other.")))
        else:
            account.person = None
            account.save(update_fields=["person"])
    return account


def switch_account(*, actor: Account, account_id: int, on: bool) -> Account:
    """Let an account sign in, or no longer. Switched off, its sessions end and its keys open nothing."""
    with act_on_account(account_id, actor, SwitchAccount, on=on) as account:
        require_account(actor, account)
        if account.username.startswith(ERASED_PREFIX):
            raise Refused(Message(_("This account was erased.")))
        if not on:
            release_grants(account)
            end_sessions([account])
        account.is_active = on
        account.save(update_fields=["is_active"])
    return account


def set_email(account: Account, email: str) -> None:
    """Keep where mail for the account goes; "" for nowhere."""
    with journal.commit(journal.SERVER, account, SetEmail):
        account.email = _a_free_email(email, besides=account)
        account.save(update_fields=["email"])


def open_example_accounts(are_open: bool) -> None:
    """Let the accounts of the example club sign in, or not: a server that others can reach keeps them closed."""
    examples = Account.objects.filter(example=True, is_active=not are_open)
    examples = examples.exclude(username__startswith=ERASED_PREFIX)
    with transaction.atomic():
        if not are_open:
            end_sessions(examples)
        examples.update(is_active=are_open)


def link_new_account(actor: Account, account: Account, person: Person) -> None:
    """Say whose account this is, for a service that has its act open.

    One person has one account, whichever of their records it hangs on.
    """
    owner = lock_person(person.pk)
    require_person(actor, owner)
    if owner.is_program or account.owner_id is not None:
        raise Refused(Message(_("A program has the account that its owner made for it, and no other.")))
    if Account.objects.filter(person__in=record_ids(owner.pk)).exclude(pk=account.pk).exists():
        raise Refused(Message(_("This person has an account already.")))
    account.person = owner
    account.save(update_fields=["person"])


def free_username(name: str) -> str:
    """A sign-in name made of a person's name, such as "maria.ek", with a number behind it where that is taken."""
    words = ["".join(letter for letter in word if letter.isalnum()) for word in name.casefold().split()]
    plain = ".".join(filter(None, words))[: LONGEST_USERNAME - 4] or "player"
    taken = set(Account.objects.annotate(lower=Lower("username")).values_list("lower", flat=True))
    numbered = (plain if number == 1 else f"{plain}{number}" for number in range(1, len(taken) + 2))
    return next(each for each in numbered if each not in taken)


def _a_free_username(text: str) -> str:
    """A sign-in name: letters and digits of any script with . _ - between them, free in any case."""
    username = unicodedata.normalize("NFKC", text).strip()
    if not 1 <= len(username) <= LONGEST_USERNAME:
        raise Refused(
            Message(_("A sign-in name has between 1 and %(longest)s characters."), {"longest": LONGEST_USERNAME}),
            field="username",
        )
    words = all(character.isalnum() or character in "._-" for character in username) and username[0].isalnum()
    if not words or not is_seen(username):  # some letters of Unicode are drawn as nothing
        message = Message(_("A sign-in name is made of letters, digits, dots, hyphens and underscores."))
        raise Refused(message, field="username")
    if username.lower().startswith(ERASED_PREFIX) or _is_taken(username):
        raise Refused(Message(_("This sign-in name is taken.")), field="username")
    return username


def _is_taken(username: str) -> bool:
    return Account.objects.annotate(lower=Lower("username")).filter(lower=username.lower()).exists()


def _a_free_email(text: str, besides: Account | None = None) -> str:
    """An e-mail address that no other account has, or none."""
    email = text.strip()
    if not email:
        return ""
    try:
        validate_email(email)
    except ValidationError:
        raise Refused(Message(_("This is not an e-mail address.")), field="email") from None
    others = Account.objects.exclude(pk=besides.pk) if besides is not None else Account.objects
    if others.filter(email__iexact=email).exists():
        raise Refused(Message(_("Another account has this e-mail address.")), field="email")
    return email


def set_language(account: Account, language: str) -> None:
    """Keep the language (a code of settings.LANGUAGES) in which this account reads pages and mail."""
    Account.objects.filter(pk=account.pk).update(language=language)
