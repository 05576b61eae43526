"""Whose account it is, and which account is whose, whichever of a person's records it hangs on."""

from __future__ import annotations

from django.db.models import Q

from players.models import Account, Person


def person_of(account: Account) -> Person | None:
    """The canonical person of an account."""
    return account.person and (account.person.merged_into or account.person)


def account_of(person: Person) -> Account | None:
    """The account of a person, whichever of the person's records it hangs on."""
    records = Person.staged.filter(Q(pk=person.pk) | Q(merged_into=person))
    return Account.objects.filter(person__in=records.values("pk")).first()
