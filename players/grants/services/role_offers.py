"""A role in a club that does not look after the account is an offer until the owner of the account accepts.

An account with a role cannot be helped, or erased, by organisers who could not give that role. So no club
could take an account out of another's hands without consent.
"""

from __future__ import annotations

import datetime

from django.db.models import Q
from django.utils import timezone

from common.journal import queries as scopes
from common.journal import services as journal
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.grants.acts import AcceptRole, DeclineRole, WithdrawRole
from players.models import Account, Club, Grant, RoleOffer
from players.permissions import NotAllowed, may, require
from players.roles import Permission, Role

WAIT_AFTER_NO = datetime.timedelta(days=14)
"""How long a club that was declined waits before it asks the same person again."""


def club_of(scope: str) -> Club | None:
    """The club whose scope this is, or lies in; None for the server's."""
    keys = [key for key in scopes.with_parents(scope) if key.startswith("club:")]
    return Club.objects.get(pk=int(keys[0].partition(":")[2])) if keys else None


def is_given_at_once(actor: Account, account: Account, club: Club | None) -> bool:
    """Whether `actor` may give `account` a role in `club` without its owner's consent.

    So it is where the club looks after the account or has it in a role already, with oneself, and for administrators.
    """
    if (
        club is None
        or actor == account
        or account.home_id == club.pk
        or may(actor, Permission.MANAGE_SERVER, journal.SERVER)
    ):
        return True
    within = Q(scope__key=club.scope) | Q(scope__parent__key=club.scope)
    return Grant.objects.filter(within, account=account).exists()


def store_offer(act: journal.ActContext, actor: Account, account: Account, role: Role, club: Club) -> RoleOffer:
    """Offer a role in the scope of a running act. Raises Refused where an offer is open, or was declined lately."""
    known = RoleOffer.objects.filter(account=account, club=club).first()
    if known is not None and known.declined_at is None:
        raise Refused(Message(_("Your club has offered this account a role already. Wait for the answer.")))
    if known is not None and known.declined_at is not None:
        refuse_before(known.declined_at + WAIT_AFTER_NO)
        known.delete()
    return RoleOffer.objects.create(
        account=account, club=club, role=role, scope=act.scope, made_at=timezone.now(), made_by=actor.pk
    )


def refuse_before(moment: datetime.datetime) -> None:
    """Raise Refused until `moment`: the person who was asked said no."""
    if timezone.now() < moment:
        day = timezone.localdate(moment).isoformat()
        raise Refused(Message(_("The offer was declined. You can ask again from %(day)s."), {"day": day}))


def accept_role(*, account: Account, offer_id: int) -> Grant:
    """Take the role. Raises NotAllowed for everybody but the owner, Refused where it is no longer offered."""
    offer = _require_own(account, offer_id)
    with journal.commit(offer.scope.key, account, AcceptRole, account=account.pk, role=offer.role) as act:
        _refuse_unless_open(offer_id)
        held, _made = Grant.objects.get_or_create(account=account, role=offer.role, scope=act.scope)
        RoleOffer.objects.filter(pk=offer_id).delete()
    return held


def decline_role(*, account: Account, offer_id: int) -> None:
    """Say no. The club cannot ask again for some days."""
    offer = _require_own(account, offer_id)
    with journal.commit(offer.scope.key, account, DeclineRole, account=account.pk, role=offer.role):
        _refuse_unless_open(offer_id)
        RoleOffer.objects.filter(pk=offer_id).update(declined_at=timezone.now())


def withdraw_role_offer(*, actor: Account, offer_id: int) -> None:
    """Take back an offer that is not answered yet."""
    offer = RoleOffer.objects.select_related("scope").get(pk=offer_id)
    require(actor, Permission.GIVE_ROLES, offer.scope.key)
    with journal.commit(offer.scope.key, actor, WithdrawRole, account=offer.account_id, role=offer.role):
        _refuse_unless_open(offer_id)
        RoleOffer.objects.filter(pk=offer_id).delete()


def _require_own(account: Account, offer_id: int) -> RoleOffer:
    offer = RoleOffer.objects.select_related("scope").get(pk=offer_id)
    if offer.account_id != account.pk:
        raise NotAllowed(Permission.GIVE_ROLES, offer.scope.key)
    return offer


def _refuse_unless_open(offer_id: int) -> None:
    """For an act that has the offer's scope locked."""
    if not RoleOffer.objects.filter(pk=offer_id, declined_at=None).exists():
        raise Refused(Message(_("This offer was already answered or withdrawn.")))
