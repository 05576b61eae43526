"""`may(account, act, scope)`: the one function that every door asks."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from journal import queries as journal
from players.models import Account, Club, Grant, Membership, Person
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


def may_anywhere(account: Account | AnonymousUser | None, act: Act) -> bool:
    """Whether `account` holds a role that allows `act` in any scope at all. Only for pages of the whole server."""
    if not isinstance(account, Account) or not account.is_active:
        return False
    allowing = [role for role, acts in ACTS.items() if act in acts]
    return Grant.objects.filter(account=account, role__in=allowing).exists()


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


def home_club(person: Person) -> Club | None:
    """The club that looks after a person's name and account; None leaves it to the keepers of the server.

    It is the club that the person has belonged to longest on this server: of the open memberships the first
    that was written, else of the ended ones the last. That somebody else also lists a person as a member
    gives no power over the name or the account.
    """
    root = person.canonical_id
    rows = Membership.objects.filter(Q(person=root) | Q(person__merged_into=root)).select_related("club")
    row = rows.filter(until__isnull=True).order_by("pk").first() or rows.order_by("-until", "pk").first()
    return row.club if row is not None else None


def home_scope(account: Account) -> str:
    """The scope whose journal tells what is done with an account: its person's club's, else its first role's."""
    club = home_club(account.person) if account.person is not None else None
    if club is not None:
        return club.scope
    held = Grant.objects.filter(account=account).select_related("scope").order_by("pk").first()
    return held.scope.key if held is not None else "server"


def may_manage_person(account: Account | AnonymousUser | None, person: Person) -> bool:
    """Whether `account` may rename, merge or erase this person and help with the account."""
    club = home_club(person)
    return may(account, Act.MANAGE_PEOPLE, club.scope if club is not None else "server")


def require_person(account: Account, person: Person) -> None:
    """Raise NotAllowed unless `account` may manage this person."""
    if not may_manage_person(account, person):
        raise NotAllowed(Act.MANAGE_PEOPLE, f"person:{person.pk}")


def may_manage_account(account: Account | AnonymousUser | None, other: Account) -> bool:
    """Whether `account` may make a password link for `other`, link it, or switch it off.

    Whoever can do that can become `other`, so it takes power over everything that `other` may do: the
    person, and every role that it holds.
    """
    if may(account, Act.KEEP_SERVER, "server"):
        return True
    held = list(Grant.objects.filter(account=other).select_related("scope"))
    if any(not may(account, Act.GIVE_ROLES, grant.scope.key) or grant.role == Role.KEEPER for grant in held):
        return False
    if other.person is not None:
        return may_manage_person(account, other.person)
    return bool(held)


def require_account(account: Account, other: Account) -> None:
    """Raise NotAllowed unless `account` may manage the account `other`."""
    if not may_manage_account(account, other):
        raise NotAllowed(Act.MANAGE_PEOPLE, f"account:{other.pk}")
