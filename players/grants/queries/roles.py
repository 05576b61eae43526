"""Who holds which role, and who was offered one."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from players.models import Grant, RoleOffer


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
