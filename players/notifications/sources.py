"""Which kinds of things accounts are notified of. An app registers the kinds that it knows.

Who has to know what is asked anew each time something may have changed, and compared with what is stored: so nothing
has to be taken back, a job may run twice, and what no longer waits is gone from the bell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from gipf_engine.messages import Message


@dataclass(frozen=True, slots=True)
class Wanted:
    """That an account is to know something now.

    `message` may hold %(name)s, the name of `person` (its id). `address` is the path that answers it; `state` says
    what of the thing is told (another state is news again); after `until` it is too late.
    """

    account: int
    message: Message
    address: str
    until: datetime
    person: int | None = None
    state: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A kind of notification. `label` and `help` are marked for the catalogs; `find` says who is to know of a thing.

    `has_mail`: owners of accounts may choose mail of it; what has mail of its own (pairings, turns) has it not.
    """

    kind: str
    label: str
    help: str
    find: Callable[[str], Iterable[Wanted]]
    has_mail: bool = False


_sources: dict[str, Source] = {}


def register_source(source: Source) -> Source:
    """From now on there are notifications of this kind. ValueError where two have one name."""
    if source.kind in _sources:
        raise ValueError(f"two kinds of notifications called {source.kind}")
    _sources[source.kind] = source
    return source


def find_source(kind: str) -> Source | None:
    """The source of a kind; None for one that no code has any more."""
    return _sources.get(kind)


def all_sources() -> list[Source]:
    """Every kind, in the order of its registration."""
    return list(_sources.values())
