"""Accounts: making, linking, switching off, and the one-time link that lets somebody choose a password."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models.functions import Lower
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from journal import services as journal
from phrases import Phrase, Refused
from phrases import gettext_noop as _
from players.models import Account, Club, Grant, Person
from players.permissions import require, require_person
from players.roles import Act, Role
from players.services.clubs import scope_of
from players.services.people import lock_person

LONGEST_USERNAME = 40
ERASED_PREFIX = "erased-"


@dataclass(frozen=True)
class OneTimeLink:
    """What proves that its bearer may choose a new password: valid for a day, dead once used."""

    account: Account
    uid: str
    token: str


def create_account(
    *,
    actor: Account,
    club: Club,
    username: str,
    email: str = "",
    person: Person | None = None,
    role: Role | None = None,
) -> OneTimeLink:
    """An account for somebody of `club`, and the link by which its owner chooses a password.

    It belongs to a `person`, or holds the `role` of organiser in the club, or both: an account that is
    neither would be nobody's to look after.
    """
    require(actor, Act.MANAGE_PEOPLE, club.scope)
    if person is None and role is None:
        raise Refused(Phrase(_("An account belongs to a person, or has a role in the club.")))
    if role is not None:
        require(actor, Act.GIVE_ROLES, club.scope)
    with journal.act(club.scope, actor, "create-account") as act:
        account = add_account(username=username, email=email, example=club.example)
        if person is not None:
            _link(actor, account, person)
        if role is not None:
            Grant.objects.create(account=account, role=role, scope=scope_of(club))
        act.data |= {"account": account.pk, "person": account.person_id, "role": role}
    return _link_for(account)


def add_account(*, username: str, email: str = "", password: str | None = None, example: bool = False) -> Account:
    """The row of a new account, for a verb that has its act open and its permission checked."""
    return Account.objects.create_user(
        _a_free_username(username), password, email=_a_free_email(email), example=example
    )


def _link(actor: Account, account: Account, person: Person) -> None:
    """Say whose account this is. One person has one account, whichever of their records it hangs on."""
    owner = lock_person(person.pk)
    require_person(actor, owner)
    records = Person.objects.filter(pk=owner.pk) | Person.objects.filter(merged_into=owner)
    if Account.objects.filter(person__in=records).exclude(pk=account.pk).exists():
        raise Refused(Phrase(_("This person has an account already.")))
    account.person = owner
    account.save(update_fields=["person"])


def _link_for(account: Account) -> OneTimeLink:
    uid = urlsafe_base64_encode(force_bytes(account.pk))
    return OneTimeLink(account, uid, default_token_generator.make_token(account))


def _a_free_username(text: str) -> str:
    """A sign-in name: letters and digits of any script with . _ - between them, free in any case."""
    username = unicodedata.normalize("NFKC", text).strip()
    if not 1 <= len(username) <= LONGEST_USERNAME:
        raise Refused(
            Phrase(_("A sign-in name has between 1 and %(longest)s characters."), {"longest": LONGEST_USERNAME})
        )
    if not all(character.isalnum() or character in "._-" for character in username) or not username[0].isalnum():
        raise Refused(Phrase(_("A sign-in name is made of letters, digits, dots, hyphens and underscores.")))
    if username.lower().startswith(ERASED_PREFIX) or _is_taken(username):
        raise Refused(Phrase(_("This sign-in name is taken.")))
    return username


def _is_taken(username: str) -> bool:
    return Account.objects.annotate(lower=Lower("username")).filter(lower=username.lower()).exists()


def _a_free_email(text: str) -> str:
    """An e-mail address that no other account has, or none."""
    email = text.strip()
    if not email:
        return ""
    try:
        validate_email(email)
    except ValidationError:
        raise Refused(Phrase(_("This is not an e-mail address."))) from None
    if Account.objects.filter(email__iexact=email).exists():
        raise Refused(Phrase(_("Another account has this e-mail address.")))
    return email
