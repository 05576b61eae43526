"""`may(account, act, scope)`: the one function that every door asks."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from journal import queries as journal
from players.models import Account, Grant
from players.roles import ACTS, Act, Role


class NotAllowed(Exception):
    """The account may not do this here. Faces answer 403, or ask to sign in."""

    def __init__(self, act: Act, scope: str) -> None:
        super().__init__(f"{act} in {scope}")
        self.act, self.scope = act, scope


def may(account: Account | AnonymousUser | None, act: Act, scope: str) -> bool:
    """Whether `account` holds a role in `scope`, or above it, that allows `act`."""
    if not isinstance(account, Account) or not account.is_active:
        return False
    allowing = [role for role, acts in ACTS.items() if act in acts]
    keys = [*journal.with_parents(scope), "server"]
    return Grant.objects.filter(account=account, role__in=allowing, scope__key__in=keys).exists()


def require(account: Account | AnonymousUser | None, act: Act, scope: str) -> Account:
    """The account, if it may; else `NotAllowed`."""
    if not may(account, act, scope):
        raise NotAllowed(act, scope)
    assert isinstance(account, Account)
    return account


def roles_in(account: Account | AnonymousUser | None, scope: str) -> frozenset[Role]:
    """The roles that hold for `account` in `scope`, granted there or above."""
    if not isinstance(account, Account) or not account.is_active:
        return frozenset()
    keys = [*journal.with_parents(scope), "server"]
    held = Grant.objects.filter(account=account, scope__key__in=keys).values_list("role", flat=True)
    return frozenset(Role(role) for role in held)
