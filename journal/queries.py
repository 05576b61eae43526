"""Reading the journal."""

from __future__ import annotations

from django.db.models import QuerySet

from journal.models import Line, Scope


def lines(key: str, *, newest: int = 50) -> QuerySet[Line]:
    """The newest lines of a scope, newest first."""
    return Line.objects.filter(scope__key=key).select_related("scope")[:newest]


def version(key: str) -> int:
    """The version of a scope; 0 for one that nobody opened."""
    return Scope.objects.filter(key=key).values_list("version", flat=True).first() or 0


def with_parents(key: str) -> list[str]:
    """`key` and every scope above it, from the ground up."""
    keys: list[str] = []
    scope = Scope.objects.filter(key=key).select_related("parent__parent__parent").first()
    while scope is not None:
        keys.append(scope.key)
        scope = scope.parent
    return keys
