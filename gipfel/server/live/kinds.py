"""Which pages can be followed: known kinds, named by kind and ids ("event-round:12:3"), never by an address.

A kind is called as the route of its page. What stands in the query of an address is no topic of its own: such a page is
followed by its kind, and fetched by its reader. Where a page has views there is a closed list of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import ResolverMatch, reverse

NAME = re.compile(r"[a-z-]{1,30}(:[A-Za-z0-9_-]{1,60}){0,3}")
_NUMBER = re.compile(r"[1-9][0-9]{0,14}")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of page with so many numbers in its address, then a `token` perhaps, then one of `views` as its query.

    Of a board nothing but the version of a `scope` is followed: no page is made for it.
    """

    numbers: int
    token: bool = False
    views: tuple[str, ...] = ()
    scope: str = ""


KINDS = {
    "circuit": Kind(1),
    "club-all-time": Kind(0, token=True),
    "event": Kind(1),
    "event-round": Kind(2),
    "event-announcements": Kind(1),
    "event-boards": Kind(2),
    "event-crosstable": Kind(1),
    "event-games": Kind(1),
    "event-screen": Kind(1),
    "event-board-screen": Kind(1),
    "event-state": Kind(1),
    "festival": Kind(1),
    "festival-screen": Kind(1),
    "game": Kind(1),
    "game-analysis": Kind(3),
    "game-state": Kind(1),
    "league": Kind(1),
    "league-season": Kind(2),
    "notifications-seen": Kind(1, token=True),
    "play": Kind(0),
    "play-seen": Kind(1, views=("seat=0", "seat=1"), scope="game:{}"),
    "play-chat-seen": Kind(1, token=True),
    "play-spectators-seen": Kind(1),
    "stages": Kind(1),
}
"""By the names of routes."""


def is_known(name: str) -> bool:
    """Whether this is the name of something that can be followed, written in the only way that it is."""
    if not NAME.fullmatch(name):
        return False
    route, *ids = name.split(":")
    kind = KINDS.get(route)
    if kind is None or len(ids) != kind.numbers + kind.token + bool(kind.views):
        return False
    are_numbers = all(_NUMBER.fullmatch(each) for each in ids[: kind.numbers])
    return are_numbers and (not kind.views or ids[-1] in _view_names(kind))


def address_of(name: str) -> str:
    """Where the page of this known name is: a path, with its view as the query."""
    route, *ids = name.split(":")
    kind = KINDS[route]
    view = ""
    if kind.views:
        view = "?" + kind.views[_view_names(kind).index(ids.pop())]
    return reverse(route, args=[int(each) for each in ids[: kind.numbers]] + ids[kind.numbers :]) + view


def scope_of(name: str) -> str:
    """The scope whose version is all that is followed of a board; "" for any other page."""
    route, *ids = name.split(":")
    kind = KINDS.get(route)
    return kind.scope.format(ids[0]) if kind is not None and kind.scope else ""


def name_of(match: ResolverMatch, query: str) -> tuple[str, bool]:
    """What a page follows that stands at an address, and whether that is all of it: other queries have no name."""
    assert match.url_name is not None
    kind = KINDS[match.url_name]
    ids: Iterable[object] = (*match.args, *match.kwargs.values())
    if kind.views:
        return ":".join(map(str, (match.url_name, *ids, query.partition("=")[2]))), query in kind.views
    return ":".join(map(str, (match.url_name, *ids))), not query


def _view_names(kind: Kind) -> list[str]:
    return [view.partition("=")[2] for view in kind.views]
