"""Ratings that an event uses beside those of the lists, and the pairing numbers that they would give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from gipf_engine.messages import Message
from tournaments.core.loader import EntryRow, EventData
from tournaments.entries.numbering import find_start, listed_ratings, next_numbers, why_fixed


@dataclass(frozen=True, slots=True)
class NumberRow:
    """An entry with the rating that the list has for it now (None: none), and the number that ratings would give it."""

    entry: EntryRow
    listed: int | None
    next_number: int | None

    @property
    def differs(self) -> bool:
        """Whether the event uses another rating than the list has."""
        return self.entry.rating != self.listed

    @property
    def moves(self) -> bool:
        """Whether the entry would get another number."""
        return self.entry.number != self.next_number


@dataclass(frozen=True, slots=True)
class Numbering:
    """The ratings and numbers of an event. `list_day`: of which day the list is; `fixed`: why numbers cannot move."""

    rows: Sequence[NumberRow]
    list_day: date
    fixed: Message | None

    @property
    def differing(self) -> list[NumberRow]:
        """The entries whose rating is not the list's."""
        return [row for row in self.rows if row.differs]

    @property
    def moving(self) -> list[NumberRow]:
        """The entries that would get another number, in the order of these; none where numbers cannot move."""
        if self.fixed is not None:
            return []
        return sorted((row for row in self.rows if row.moves), key=lambda row: row.next_number or 0)


def numbering(rows: EventData) -> Numbering:
    """Every entry, in the order of their numbers. Five queries."""
    start = find_start(rows.event)
    listed, moved = listed_ratings(rows.event, rows.entries), next_numbers(rows)
    found = [
        NumberRow(
            entry,
            listed[entry.id].value if entry.id in listed else None,
            moved.get(entry.id, entry.number),
        )
        for entry in rows.entries
    ]
    return Numbering(found, start.list_day, why_fixed(rows, start))
