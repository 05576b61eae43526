"""How many players an event takes, and who waits for a place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count
from django.db.models.functions import Coalesce

from players.core.queries.records import canonical_id
from players.models import Account
from tournaments.core.queries.visibility import Reader
from tournaments.models import Entry, EntryLimit, Event, WaitingPlayer


@dataclass(frozen=True, slots=True)
class Places:
    """How full an event is. `most` None: it takes all. `moves_up`: who waits longest has a free place at once."""

    most: int | None
    moves_up: bool
    entered: int
    waiting: int

    @property
    def is_full(self) -> bool:
        """Whether who registers now has to wait."""
        return self.most is not None and (self.waiting > 0 or self.entered >= self.most)

    @property
    def free(self) -> int:
        """How many places are free; 0 where there is no limit."""
        return max((self.most or 0) - self.entered, 0)


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """Somebody who waits: the place in the list, from 1, and since when."""

    id: int
    place: int
    person: int
    name: str
    since: datetime


def places_of(event: Event) -> Places:
    """How full an event is. Three queries."""
    limit = EntryLimit.objects.filter(event=event).first()
    return Places(
        most=limit.most if limit is not None else None,
        moves_up=limit.moves_up if limit is not None else True,
        entered=Entry.objects.filter(event=event).count(),
        waiting=WaitingPlayer.objects.filter(event=event).count(),
    )


def full_events(events: Sequence[Event]) -> frozenset[int]:
    """The ids of those of the events in which whoever registers now has to wait. One query."""
    limits = EntryLimit.objects.filter(event__in=[event.pk for event in events]).annotate(
        entered=Count("event__entries", distinct=True), waiting=Count("event__waiting", distinct=True)
    )
    rows = limits.values_list("event_id", "most", "entered", "waiting")
    return frozenset(
        event for event, most, entered, waiting in rows if most is not None and (waiting or entered >= most)
    )


def waiting_list(event: Event) -> list[WaitingRow]:
    """Who waits, the first first."""
    rows = WaitingPlayer.objects.filter(event=event).order_by("pk")
    columns = ("pk", canonical_id("person"), Coalesce("person__merged_into__name", "person__name"), "since")
    return [
        WaitingRow(pk, place, person, name, since)
        for place, (pk, person, name, since) in enumerate(rows.values_list(*columns), 1)
    ]


def own_place(event: Event, reader: Reader) -> int | None:
    """Which place on the waiting list is the reader's, None for none. One query for who has none."""
    if not isinstance(reader, Account) or reader.person is None:
        return None
    rows = WaitingPlayer.objects.filter(event=event)
    mine = rows.annotate(root=canonical_id("person")).filter(root=reader.person.canonical_id).first()
    return rows.filter(pk__lte=mine.pk).count() if mine is not None else None
