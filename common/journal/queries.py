"""Reading the journal."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db.models import QuerySet, Subquery
from django.db.models.expressions import Combinable

from common.compiled_query import CompiledQuery
from common.journal.models import JournalEntry, Scope

_VERSION = CompiledQuery(lambda key: Scope.objects.filter(key=key).order_by().values_list("version"))


def entries(key: str, *, newest: int = 50, versions: Collection[int] | None = None) -> QuerySet[JournalEntry]:
    """The newest lines of a scope, newest first; of these `versions` alone, where any are named."""
    lines = JournalEntry.objects.filter(scope__key=key).select_related("scope")
    return (lines if versions is None else lines.filter(version__in=versions))[:newest]


def lines_about(persons: Iterable[int], keys: Iterable[str], action: str) -> QuerySet[JournalEntry]:
    """Every entry in the journals of the scopes `keys` that says `action` of one of `persons`, oldest first."""
    lines = JournalEntry.objects.filter(scope__key__in=list(keys), action=action, data__person__in=list(persons))
    return lines.order_by("at", "pk")


_VERSION = CompiledQuery(lambda key: Scope.objects.filter(key=key).order_by().values_list("version"))
_VERSION_AND_KEYS = CompiledQuery(
    lambda key: (
        Scope.objects.filter(key=key)
        .order_by()
        .values_list("version", "key", "parent__key", "parent__parent__key", "parent__parent__parent__key")
    )
)


def version_of(key: Combinable | str) -> Subquery:
    """The version of a scope as a part of another query, so that both are of one moment."""
    return Subquery(Scope.objects.filter(key=key).order_by().values("version"))


def version(key: str) -> int:
    """The version of a scope; 0 for one that was never opened."""
    return next((int(found) for (found,) in _VERSION(key)), 0)


def version_and_parents(key: str) -> tuple[int, list[str]]:
    """The version of a scope, and `with_parents`. One query for both."""
    for found, *keys in _VERSION_AND_KEYS(key):
        return found, [each for each in keys if each is not None]
    return 0, []


def versions(keys: Iterable[str]) -> dict[str, int]:
    """The versions of those of the scopes `keys` that are there."""
    return dict(Scope.objects.filter(key__in=list(keys)).values_list("key", "version"))


def entry_sent_as(prefix: str) -> JournalEntry | None:
    """The first entry of acts whose submission's fingerprint begins with `prefix`, some hexadecimal digits."""
    sent = JournalEntry.objects.filter(sending__gte=prefix, sending__lt=f"{prefix}g")  # "g" comes behind every digit
    return sent.select_related("scope").order_by("pk").first()


def with_parents(key: str) -> list[str]:
    """`key` and every scope above it, from the ground up: three at most."""
    return version_and_parents(key)[1]
