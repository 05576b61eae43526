"""Who holds which role, and the offers that wait for an answer."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from players.models import Account, Club, Grant, RoleOffer


def held_within(scope: str) -> QuerySet[Grant]:
    """Every role in a scope and in those directly below it, the scope's own first."""
    return Grant.objects.filter(_within(scope)).select_related(*_SHOWN).order_by("scope", "role", "pk")


def offered_within(scope: str) -> QuerySet[RoleOffer]:
    """Roles there that were offered and wait for an answer."""
    waiting = RoleOffer.objects.filter(_within(scope), declined_at=None)
    return waiting.select_related(*_SHOWN).order_by("scope", "role", "pk")


_SHOWN = ("account__person__merged_into", "scope")


def _within(scope: str) -> Q:
    return Q(scope__key=scope) | Q(scope__parent__key=scope)


def offers_to(account: Account) -> QuerySet[RoleOffer]:
    """What an account was offered and has not answered, in the order of asking."""
    return RoleOffer.objects.filter(account=account, declined_at=None).select_related("club", "scope")


def offers_of(club: Club) -> QuerySet[RoleOffer]:
    """Whom the club offered a role who have not answered."""
    waiting = RoleOffer.objects.filter(club=club, declined_at=None)
    return waiting.select_related("account__person__merged_into", "scope")
