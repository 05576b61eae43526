"""`may(account, permission, scope)`: the one function that every view and service asks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from common.compiled_query import CompiledQuery
from common.journal import queries as journal
from common.journal.models import Scope
from players.identity import account_of, person_of
from players.models import Account, Club, Grant, Person
from players.roles import PERMISSIONS, Permission, Role

_GRANTS = CompiledQuery(lambda account: Grant.objects.filter(account=account).values_list("role", "scope__key"))


class NotAllowed(Exception):
    """The account may not do this here. Pages and API answer 403, or ask to sign in."""

    def __init__(self, permission: Permission, scope: str) -> None:
        super().__init__(f"{permission} in {scope}")
        self.permission, self.scope = permission, scope


def may(account: Account | AnonymousUser | None, permission: Permission, scope: str) -> bool:
    """Whether `account` holds a role in `scope`, or above it, that allows `permission`."""
    held = scopes_granted(account, permission)
    if not held or held & {scope, "server"}:
        return bool(held)
    return not held.isdisjoint(journal.with_parents(scope))


@dataclass(frozen=True, slots=True)
class HeldPermissions:
    """What an account may do in a scope (`here`), and what in any scope at all (`anywhere`)."""

    here: frozenset[Permission] = frozenset()
    anywhere: frozenset[Permission] = frozenset()


def held_permissions(account: Account | AnonymousUser | None, scope_and_above: Iterable[str]) -> HeldPermissions:
    """Everything that `account` may do in a scope, which is named with those above it, and elsewhere.

    One query; none for visitors.
    """
    if not isinstance(account, Account) or not account.is_active:
        return HeldPermissions()
    keys = {*scope_and_above, "server"}
    held = [(key, PERMISSIONS[Role(role)]) for role, key in _GRANTS(account.pk)]
    return HeldPermissions(
        frozenset(each for key, permissions in held if key in keys for each in permissions),
        frozenset(each for _key, permissions in held for each in permissions),
    )


def scopes_granted(account: Account | AnonymousUser | None, permission: Permission) -> frozenset[str]:
    """The scopes in which `account` holds a role that allows `permission`, there and in scopes below."""
    if not isinstance(account, Account) or not account.is_active:
        return frozenset()
    return frozenset(key for role, key in _GRANTS(account.pk) if permission in PERMISSIONS[Role(role)])


def may_anywhere(account: Account | AnonymousUser | None, permission: Permission) -> bool:
    """Whether `account` holds a role that allows `permission` in any scope: for pages of the whole server."""
    return permission in permissions_anywhere(account)


def permissions_anywhere(account: Account | AnonymousUser | None) -> frozenset[Permission]:
    """Whatever `account` may do in any scope at all. One query; none for visitors."""
    if not isinstance(account, Account) or not account.is_active:
        return frozenset()
    return frozenset(each for role, _scope in _GRANTS(account.pk) for each in PERMISSIONS[Role(role)])


def scopes_where(account: Account, permission: Permission, keys: Iterable[str]) -> frozenset[str]:
    """Those of the scopes `keys` in which `account` may do `permission`. Two queries, however many there are."""
    held, wanted = scopes_granted(account, permission), list(keys)
    if "server" in held:
        return frozenset(wanted)
    scopes = Scope.objects.filter(key__in=wanted).values_list("key", "parent__key", "parent__parent__key")
    return frozenset(key for key, *above in scopes if held & {key, *above})


def require(account: Account | AnonymousUser | None, permission: Permission, scope: str) -> Account:
    """The account, if it may; else `NotAllowed`."""
    if not may(account, permission, scope):
        raise NotAllowed(permission, scope)
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
    """The club that looks after a person's name and account; None leaves it to the administrators of the server.

    Where the person has an account, its owner decided which club that is, and no merge changes it. Else it is the
    club that made the record. Being a member of another club gives that club no power over the person.
    """
    root = person.merged_into or person
    account = account_of(root)
    return account.home if account is not None else root.home


def home_scope(account: Account) -> str:
    """The scope whose journal tells what is done with an account."""
    return account.home.scope if account.home is not None else "server"


def joins_unasked(actor: Account, club: Club, person: Person) -> bool:
    """Whether `actor` may make this person a member of `club` at once: no one else has to agree.

    So it is where the club looks after the person already, with oneself, and for administrators of the server.
    Everybody else is invited.
    """
    is_own = person_of(actor) == (person.merged_into or person)
    return is_own or home_club(person) == club or may(actor, Permission.MANAGE_SERVER, "server")


def may_answer_for(account: Account | AnonymousUser | None, person: Person) -> bool:
    """Whether `account` may accept or decline an invitation of this person.

    The owner of the person's account alone, or an administrator; for people without an account those who look after
    them.
    """
    root = person.merged_into or person
    owner = account_of(root)
    if owner is not None:
        return owner == account or may(account, Permission.MANAGE_SERVER, "server")
    return may_manage_person(account, root)


def may_manage_person(account: Account | AnonymousUser | None, person: Person) -> bool:
    """Whether `account` may rename, merge or erase this person and help with the account."""
    club = home_club(person)
    return may(account, Permission.MANAGE_PEOPLE, club.scope if club is not None else "server")


def require_person(account: Account, person: Person) -> None:
    """Raise NotAllowed unless `account` may manage this person."""
    if not may_manage_person(account, person):
        raise NotAllowed(Permission.MANAGE_PEOPLE, f"person:{person.pk}")


def may_manage_account(account: Account | AnonymousUser | None, other: Account) -> bool:
    """Whether `account` may make a password link for `other`, link it, or switch it off.

    An account that does can become `other`, so it takes the right to give every role that `other` holds, and to manage
    people in its home club. A role or a membership that is given to `other` never adds to anyone's power over it.
    """
    if may(account, Permission.MANAGE_SERVER, "server"):
        return True
    held = list(Grant.objects.filter(account=other).select_related("scope"))
    if any(
        not may(account, Permission.GIVE_ROLES, grant.scope.key) or grant.role == Role.ADMINISTRATOR for grant in held
    ):
        return False
    return other.home is not None and may(account, Permission.MANAGE_PEOPLE, other.home.scope)


def require_account(account: Account, other: Account) -> None:
    """Raise NotAllowed unless `account` may manage the account `other`."""
    if not may_manage_account(account, other):
        raise NotAllowed(Permission.MANAGE_PEOPLE, f"account:{other.pk}")


def may_erase_person(account: Account | AnonymousUser | None, person: Person) -> bool:
    """Whether `account` may erase this person: the account is closed with it, so it takes power over both.

    House players of clubs are no one's data, and go when their club removes them.
    """
    if person.program_level is not None:
        return False
    owner = account_of(person.merged_into or person)
    may_close = owner is None or (isinstance(account, Account) and may_manage_account(account, owner))
    return may_close and may_manage_person(account, person)


def require_erasure(account: Account, person: Person) -> None:
    """Raise NotAllowed unless `account` may erase this person."""
    if not may_erase_person(account, person):
        raise NotAllowed(Permission.MANAGE_PEOPLE, f"person:{person.pk}")
