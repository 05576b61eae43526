"""Erasing a person: the name goes, everywhere; what was played stays, under a pseudonym."""

from __future__ import annotations

import secrets
from datetime import date

from django.db.models import F
from django.utils import timezone

from jobs import services as jobs
from journal import services as journal
from phrases import Phrase, Refused
from phrases import gettext_noop as _
from players.models import Account, ApiToken, Club, Grant, Invitation, Membership, Person
from players.names import folded
from players.permissions import require_account, require_person
from players.queries import account_of, person_of, record_ids
from players.scrubbing import scrubbed
from players.services.accounts import ERASED_PREFIX
from players.services.grants import release_grants
from players.services.people import act_on_person, lock_person
from players.services.sessions import end_sessions, forget_devices
from players.services.tokens import LONGEST_LABEL
from players.signals import person_erasing, persons_changed


def erase_person(*, actor: Account, person_id: int) -> Person:
    """Put a pseudonym in the place of a person's name, in every record, and close the person's account.

    Games, results and ratings stay; nothing leads back from them to the name. It cannot be undone. People
    erase themselves; else whoever manages the person does. Raises NotAllowed, LastOrganiser and, for one
    who is erased already, Refused.
    """
    with act_on_person(person_id, actor, "erase-person"):
        person, account = _whom(actor, person_id)
        names = _names_of(person, account)
        if account is not None:
            _close(account)
        _rename_records(person)
        _end_memberships(person)
        person.refresh_from_db()
        jobs.rewrite_errors(lambda text: scrubbed(text, names, person.name))
        _relabel_keys(names, person.name)
        person_erasing.send(Person, person=person, names=names)
        persons_changed.send(Person, ids=frozenset(record_ids(person.pk)))
    return person


def clubs_that_bear_the_name(person: Person) -> list[Club]:
    """Clubs whose name, place or address says one of a person's names, or a longer word of one.

    Erasing leaves them: what a club is called is its own to decide. Whoever erases is told.
    """
    names = _names_of(person, account_of(person))
    return [club for club in Club.objects.order_by("name", "pk") if _bears(club, names)]


def _bears(club: Club, names: tuple[str, ...]) -> bool:
    texts = (club.name, club.place, club.slug.replace("-", " "))
    return any(scrubbed(text, names, "") != text for text in texts)


def _whom(actor: Account, person_id: int) -> tuple[Person, Account | None]:
    """The person, locked, and the account, which nobody misses. Scopes are locked before persons."""
    person = Person.objects.get(pk=record_ids(person_id)[0])
    account = account_of(person)
    if person_of(actor) != person:
        require_person(actor, person)
        if account is not None:  # it is closed with the person, so it takes power over all that it may do
            require_account(actor, account)
    if account is not None:
        release_grants(account)
    return lock_person(person.pk), account


def erase_account(*, actor: Account) -> None:
    """Close the own account where no person hangs on it, and take its name away."""
    with journal.act(journal.SERVER, actor, "erase-account", account=actor.pk):
        if actor.person is not None:
            raise Refused(Phrase(_("This account belongs to a person: erase the person.")))
        release_grants(actor)
        names = (actor.username, actor.email) if actor.email else (actor.username,)
        _close(actor)
        jobs.rewrite_errors(lambda text: scrubbed(text, names, actor.username))


def _names_of(person: Person, account: Account | None) -> tuple[str, ...]:
    """All texts that must be nowhere afterwards, the longest first."""
    names = set(Person.objects.filter(pk__in=record_ids(person.pk)).values_list("name", flat=True))
    if account is not None:
        names |= {account.username, account.email} - {""}
    return tuple(sorted(names, key=lambda name: (-len(name), name)))


def _close(account: Account) -> None:
    """Leave of an account only its id: no name, no address, no key, no role, no open browser."""
    end_sessions([account])
    forget_devices(account)
    Grant.objects.filter(account=account).delete()
    ApiToken.objects.filter(account=account).delete()
    account.username = ERASED_PREFIX + secrets.token_hex(4)
    account.email, account.language, account.last_login, account.is_active = "", "", None, False
    account.set_unusable_password()
    account.save()


def _relabel_keys(names: tuple[str, ...], stand_in: str) -> None:
    """Somebody else may have called a key to the API after the person."""
    for token in ApiToken.objects.all():
        label = scrubbed(token.label, names, stand_in)[:LONGEST_LABEL]
        if label != token.label:
            ApiToken.objects.filter(pk=token.pk).update(label=label)


def _rename_records(person: Person) -> None:
    """Give every record of the person a pseudonym of its own."""
    for record in Person.objects.filter(pk__in=record_ids(person.pk)):
        record.name, record.country, record.erased_at = _free_pseudonym(), "", timezone.now()
        record.save(update_fields=["name", "folded", "country", "erased_at"])


def _free_pseudonym() -> str:
    """ "Player 4F7A": random, so that it says nothing; longer once the short ones are mostly taken."""
    for tries in range(100):
        name = f"Player {secrets.token_hex(2 + tries // 10).upper()}"
        if not Person.objects.filter(folded=folded(name)).exists():
            return name
    raise RuntimeError("no pseudonym is free")


def _end_memberships(person: Person) -> None:
    """Whoever is erased belongs to no club any more."""
    today: date = timezone.now().date()
    rows = Membership.objects.filter(person__in=record_ids(person.pk), until=None)
    rows.filter(since__gt=today).update(until=F("since"))
    rows.update(until=today)
    Invitation.objects.filter(person__in=record_ids(person.pk), answer="").delete()
