"""A club's journal in words. Lines hold ids; names are looked up when they are printed, so that erasure holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from common.journal.acts import find_act
from common.journal.models import JournalEntry
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players import scope_labels
from players.core.acts import CLUB
from players.core.queries.records import names
from players.models import Account
from players.roles import ROLE_NAMES, Role

_UNKNOWN = _("Other act: %(action)s")
_PERSONS = ("person", "kept")
FIRST_STRONG, END_OF_IT = "\u2068", "\u2069"


@dataclass(frozen=True, slots=True)
class EntryRow:
    """When, who (None: the system, or an account that is gone), and what."""

    at: datetime
    actor: str | None
    text: Message


def describe(lines: Iterable[JournalEntry]) -> list[EntryRow]:
    """The lines as they are read, in their order. Three queries."""
    rows = list(lines)
    people = names(row.data[key] for row in rows for key in _PERSONS if row.data.get(key))
    accounts = dict(Account.objects.filter(pk__in=_accounts(rows)).values_list("pk", "username"))
    events = _events(rows)
    return [
        EntryRow(
            row.at,
            accounts.get(row.actor or 0),
            Message(_template(row), _params(row, people, accounts) | {"event": _isolate(events.get(row.version))}),
        )
        for row in rows
    ]


def _events(rows: Iterable[JournalEntry]) -> dict[int, str]:
    """What the events are called, by the lines' versions; nothing for those that were deleted since."""
    keys = {row.version: f"event:{row.data['event']}" for row in rows if row.data.get("event")}
    labels = scope_labels.labels(set(keys.values()))
    return {version: labels[key].name for version, key in keys.items() if labels[key].name != key}


def _accounts(rows: Iterable[JournalEntry]) -> set[int]:
    return {number for row in rows for number in (row.actor, row.data.get("account")) if number}


def _template(line: JournalEntry) -> str:
    act = find_act(CLUB, line.action)
    return act.sentence_for(line.data) if act is not None else _UNKNOWN


def _isolate(name: str | None) -> str:
    """A name of any script that does not turn the sentence around it."""
    return f"{FIRST_STRONG}{name}{END_OF_IT}" if name is not None else "–"


def _params(line: JournalEntry, people: Mapping[int, str], accounts: Mapping[int, str]) -> dict[str, Any]:
    role = line.data.get("role")
    return {
        "action": line.action,
        "person": _isolate(people.get(line.data.get("person") or 0)),
        "kept": _isolate(people.get(line.data.get("kept") or 0)),
        "account": _isolate(accounts.get(line.data.get("account") or 0)),
        "licence": line.data.get("licence") or "–",
        "server": _isolate(line.data.get("server")),
        "role": Message(ROLE_NAMES[Role(role)]) if role in set(Role) else "–",
    }
