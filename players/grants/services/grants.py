"""Who holds which role where."""

from __future__ import annotations

from common.journal import services as journal
from common.journal.models import Scope
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.core.errors import LastOrganiser
from players.grants.acts import GiveUpRole, GrantRole, OfferRole, RevokeRole
from players.grants.services.role_offers import club_of, is_given_at_once, store_offer
from players.models import Account, Grant, RoleOffer
from players.permissions import NotAllowed, require
from players.roles import Permission, Role

# Where each role can be held, by the first word of the scope's key, and the act that giving it needs.
_HELD_IN: dict[Role, tuple[str, ...]] = {
    Role.ADMINISTRATOR: ("server",),
    Role.MODERATOR: ("server",),
    Role.ORGANISER: ("club",),
    Role.ARBITER: ("club", "event"),
    Role.SCORER: ("club", "event"),
}
_GIVING: dict[Role, Permission] = {
    Role.ADMINISTRATOR: Permission.MANAGE_SERVER,
    Role.MODERATOR: Permission.MANAGE_SERVER,
    Role.ORGANISER: Permission.GIVE_ROLES,
    Role.ARBITER: Permission.GIVE_ROLES,
    Role.SCORER: Permission.GIVE_ROLES,
}
_NEEDED = (Role.ADMINISTRATOR, Role.ORGANISER)
"""Who keeps a server or a club: one account at least."""


def grant(*, actor: Account, account: Account, role: Role, scope: str) -> Grant | RoleOffer:
    """Give `account` a role in `scope`. Giving it twice is giving it once.

    In a club that neither looks after the account nor has it in a role, it is an offer: the owner has to accept it.
    """
    require(actor, _GIVING[role], scope)
    if scope.partition(":")[0] not in _HELD_IN[role]:
        raise Refused(Message(_("This role is not possible there.")))
    if not account.is_active:
        raise Refused(Message(_("This account is switched off.")))
    club = club_of(scope)
    if club is not None and not is_given_at_once(actor, account, club):
        with journal.commit(scope, actor, OfferRole, account=account.pk, role=role) as act:
            return store_offer(act, actor, account, role, club)
    with journal.commit(scope, actor, GrantRole, account=account.pk, role=role) as act:
        given, _made = Grant.objects.get_or_create(account=account, role=role, scope=act.scope)
    return given


def revoke(*, actor: Account, grant_id: int) -> None:
    """Take a role back. The last organiser of a club, and the last administrator, cannot be removed."""
    held = Grant.objects.select_related("scope").get(pk=grant_id)
    require(actor, _GIVING[Role(held.role)], held.scope.key)
    with journal.commit(held.scope.key, actor, RevokeRole, account=held.account_id, role=held.role):
        refuse_if_last(held.account_id, [held])
        Grant.objects.filter(pk=grant_id).delete()


def give_up_role(*, account: Account, grant_id: int) -> None:
    """Lay down a role that the account holds. The last organiser of a club, and the last administrator, cannot."""
    held = Grant.objects.select_related("scope").get(pk=grant_id)
    if held.account_id != account.pk:
        raise NotAllowed(_GIVING[Role(held.role)], held.scope.key)
    with journal.commit(held.scope.key, account, GiveUpRole, account=account.pk, role=held.role):
        refuse_if_last(account.pk, [held])
        Grant.objects.filter(pk=grant_id).delete()


def release_grants(account: Account) -> None:
    """Check that no one misses what `account` keeps, its scopes locked till the transaction ends.

    Of two last organisers who leave at the same moment, the second is refused. Raises LastOrganiser.
    """
    keeps = Grant.objects.filter(account=account, role__in=_NEEDED)
    list(Scope.objects.select_for_update().filter(grants__in=keeps).order_by("pk"))
    refuse_if_last(account.pk, list(keeps.select_related("scope")))


def refuse_if_last(account_id: int, grants: list[Grant]) -> None:
    """Raise LastOrganiser where one of `grants` is the only one that keeps a club or the server.

    Call it with the grants' scopes locked, so that two of two organisers cannot both leave.
    """
    for held in grants:
        if held.role not in _NEEDED:
            continue
        others = Grant.objects.filter(role=held.role, scope=held.scope, account__is_active=True)
        if not others.exclude(account_id=account_id).exists():
            raise LastOrganiser(_last_of(held.scope))


def _last_of(scope: Scope) -> Message:
    if scope.key == journal.SERVER:
        return Message(_("The server needs an administrator. Give the role to another account first."))
    return Message(_("A club needs an organiser. Give the role to another account first."))
