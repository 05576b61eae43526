"""The journal of an event as CSV and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from common.csv import Cell
from gipf_engine.messages import Message
from tournaments.core.event_tables import FORMAT_VERSION, write_table
from tournaments.journal.queries.journal_entries import EntryRow
from tournaments.models import Event


def journal_csv(event: Event, lines: Iterable[EntryRow], to_text: Callable[[Message | str], str]) -> str:
    """The journal, one line for each value that an act changed, and one for an act that changed none.

    Heads and actions are in English, for programs; words are in the reader's language.
    """
    head: list[Cell] = ["version", "at", "who", "action", "round", "what", "why", "changed", "before", "after"]
    found: list[list[Cell]] = [head]
    for row in lines:
        act: list[Cell] = [row.version, row.at.isoformat(timespec="seconds"), row.actor or "", row.action, row.round]
        act += [to_text(row.text), row.reason]
        changes = [[to_text(each.label), to_text(each.old), to_text(each.new)] for each in row.changes]
        found += [[*act, *change] for change in changes or [["", "", ""]]]
    return write_table(event, found)


def journal_json(event: Event, lines: Iterable[EntryRow], to_text: Callable[[Message | str], str]) -> dict[str, Any]:
    """The journal, newest first; words are in the reader's language."""
    return {
        "format_version": FORMAT_VERSION,
        "event": event.pk,
        "journal": [
            {
                "version": row.version,
                "at": row.at.isoformat(timespec="seconds"),
                "who": row.actor,
                "action": row.action,
                "round": row.round,
                "what": to_text(row.text),
                "why": row.reason,
                "changes": [
                    {"field": each.field, "before": to_text(each.old), "after": to_text(each.new)}
                    for each in row.changes
                ],
            }
            for row in lines
        ],
    }
