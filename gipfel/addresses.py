"""Looking up an address among those that begin with its first part, instead of among all of them.

There are 800 patterns, and Django tries one after the other: a fifteenth of what a short page costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from django.urls import URLPattern, URLResolver
from django.urls.resolvers import ResolverMatch, RoutePattern

Pattern = URLPattern | URLResolver


class AddressesByPart(URLResolver):
    """All `patterns`, in their order. An address is looked for among those that may begin as it does."""

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        super().__init__(RoutePattern(""), patterns)
        self._parts = {part for pattern in _unpacked(patterns) if (part := _first_part(pattern)) is not None}
        self._among = lru_cache(maxsize=None)(self._find_candidates)

    def resolve(self, path: str) -> ResolverMatch:
        """What answers at this address; Resolver404."""
        part = path.partition("/")[0]
        return self._among(part if part in self._parts else None).resolve(path)

    def _find_candidates(self, part: str | None) -> URLResolver:
        """The patterns that begin with `part`, and those that begin with a value, None for these alone."""
        unpacked = _unpacked(self.url_patterns)
        found: list[Any] = [pattern for pattern in unpacked if _first_part(pattern) in (part, None)]
        return URLResolver(RoutePattern(""), found)


def _unpacked(patterns: Iterable[Any]) -> Iterator[Pattern]:
    """Patterns, those that are included without a beginning of their own in the place of what includes them."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver) and str(pattern.pattern) == "" and not pattern.default_kwargs:
            yield from _unpacked(pattern.url_patterns)
        else:
            yield pattern


def _first_part(pattern: Pattern) -> str | None:
    """What an address has before its first slash where it matches; None where that is a value, or not known."""
    if not isinstance(pattern.pattern, RoutePattern):
        return None
    part, slash, _rest = str(pattern.pattern).partition("/")
    is_open = isinstance(pattern, URLResolver) and not slash
    return None if "<" in part or is_open else part
