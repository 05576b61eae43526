"""An event as its table stood after an earlier round, with the results that are in force now."""

from __future__ import annotations

from dataclasses import replace

from tournaments.core.loader import EntryRow, EventData


def data_after_round(rows: EventData, number: int) -> EventData:
    """The event with its rounds up to `number` alone.

    Whoever came later is not there yet, and whoever left later had not left. Who was expelled is out of every table.
    """
    rounds = rows.rounds[:number]
    seated = {entry for round_ in rounds for pairing in round_.pairings for entry in pairing.entries}
    entries = (_as_then(entry, number) for entry in rows.entries if entry.id in seated or _had_left(entry, number))
    return replace(rows, entries=tuple(entries), rounds=rounds, byes={}, forbidden=())


def _had_left(entry: EntryRow, number: int) -> bool:
    return entry.withdrawn_after is not None and entry.withdrawn_after <= number


def _as_then(entry: EntryRow, number: int) -> EntryRow:
    if _had_left(entry, number):
        return entry
    return replace(entry, withdrawn_after=None, annulled=False)
