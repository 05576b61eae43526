"""What the app that owns occasions says of them: whose games are not for everybody yet, and which have a name.

Games know scopes and no events. A game in a hidden scope is nobody's; of the others these functions tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

Keys = Iterable[str]


class FindByName(Protocol):
    """The keys of the occasions that everybody may see whose name holds every word of a text, `limit` at most."""

    def __call__(self, text: str, limit: int) -> Keys: ...


_unpublished: list[Callable[[], Keys]] = []
_named: list[FindByName] = []


def unpublished(find: Callable[[], Keys]) -> Callable[[], Keys]:
    """Decorator: this function gives the keys of occasions that have games and are not for everybody."""
    _unpublished.append(find)
    return find


def named(find: FindByName) -> FindByName:
    """Decorator: this function finds occasions by name."""
    _named.append(find)
    return find


def unpublished_occasions() -> list[str]:
    """The keys of all occasions that have games and are not for everybody."""
    return [key for find in _unpublished for key in find()]


def occasions_named(text: str, limit: int) -> list[str]:
    """The keys of occasions whose name holds every word of `text`."""
    return [key for find in _named for key in find(text, limit)][:limit]
