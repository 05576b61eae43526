"""What is kept of an event, under the version that it was made for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache

from common.cached_values import read_as
from common.computed_once import Admit, free_for_all
from common.release import release
from tournaments.core.loader import EventData, EventRows, load
from tournaments.core.schedule import annul_absent
from tournaments.models import Event

T = TypeVar("T")

CACHED_SECONDS = 10 * 60
"""Under a version that moved nothing is found again; but it lies in Redis till then, an erased name with it."""


def get_or_compute(
    event: Event, what: str, version: int, type_: type[T], compute: Callable[[], T], admit: Admit = free_for_all
) -> T:
    """`compute()`, of `type_`, kept while nothing happens in the event. `version` was read before anything else.

    `admit` is called before it is computed.
    """
    key = cache_key(event, what, version)
    kept = read_as(type_, cache.get(key))
    if kept is not None:
        return kept
    admit()
    value = compute()
    cache.set(key, value, CACHED_SECONDS)
    return value


def cache_key(event: Event, what: str, version: int) -> str:
    """Where `what` of the event is kept."""
    return f"event:{event.pk}:{version}:{what}:{release()}"


def rows_of(event: Event, version: int) -> EventData:
    """The event's rows, cached. The games of who stayed away from most of a fixed schedule are annulled in them."""
    rows = get_or_compute(event, "rows", version, EventRows, lambda: EventRows.of(annul_absent(load(event))))
    return rows.with_event(event)
