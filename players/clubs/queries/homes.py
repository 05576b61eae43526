"""The clubs that could look after an account."""

from __future__ import annotations

from players.core.queries.memberships import clubs_of
from players.identity import person_of
from players.models import Account, Club


def home_choices(account: Account) -> list[Club]:
    """The clubs that could look after an account: those of its person, and the one that does now."""
    person = person_of(account)
    clubs = clubs_of([person.pk]).get(person.pk, []) if person is not None else []
    return clubs if account.home is None or account.home in clubs else [*clubs, account.home]
