"""The journal of an event in parts, filtered and searched, and as a file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, overload

from django.db.models import Q, QuerySet

from common.csv import Cell
from common.journal.acts import Part, acts_in
from common.journal.models import JournalEntry
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from players.names import normalize_name
from players.permissions import may
from players.roles import Permission
from tournaments.core.acts import EVENT, Undo
from tournaments.core.loader import EventData
from tournaments.core.queries.events import Reader
from tournaments.core.saved_event import FORMAT_VERSION, write_table
from tournaments.journal.queries.journal_entries import EntryRow, account_names, describe
from tournaments.models import Event, Reason

# --- the whole journal of an event, for one who may see the event: filtered, searched, in parts -----------
# Arbiters read all of it. Everybody else reads what is public anyway: no drafts, no one who is kept apart, no
# roles, no reasons (they may say why a person left), and of those who acted only people, no sign-in names.


KINDS: Mapping[str, frozenset[Part]] = {
    "settings": frozenset({Part.SETTINGS, Part.STATE}),
    "players": frozenset({Part.ENTRIES, Part.ENTRY, Part.APART}),
    "rounds": frozenset({Part.PAIRINGS, Part.DRAFT, Part.REQUEST}),
    "results": frozenset({Part.RESULTS}),
}
"""Kinds of acts that can be asked for, by what they change."""
KIND_NAMES: Mapping[str, str] = {
    "settings": _("Settings and steps"),
    "players": _("Players"),
    "rounds": _("Rounds and pairings"),
    "results": _("Results"),
}


def actions_of(kind: str) -> frozenset[str]:
    """The acts of a kind; those that change everything are of each."""
    return frozenset(act.name for act in acts_in(EVENT) if act.changes & KINDS[kind])


def public_entries() -> Q:
    """Which entries everybody may read: of acts that are public, also where they are what an undo began with."""
    acts = [act for act in acts_in(EVENT) if act.is_public()]
    names = [act.name for act in acts]
    readable = Q(action__in=names) & (~Q(action=Undo.name) | Q(data__first__action__in=names))
    for act in acts:
        if act.public_where:
            readable &= ~Q(action=act.name) | Q((f"data__{act.public_where}", True))
    return readable


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalFilter:
    """Which lines are wanted: of a `kind` (a key of `KINDS`), of a round, with a `text` in names or reasons.

    `since` is the version of the first line that is wanted.
    """

    kind: str = ""
    round: int | None = None
    text: str = ""
    since: int = 0


class JournalLines(Sequence[EntryRow]):
    """The lines that fit, newest first. Only those of a slice are read and put into words."""

    def __init__(self, rows: EventData, reader: Reader, wanted: JournalFilter) -> None:
        self._rows = rows
        self._reads_all = may(reader, Permission.READ_JOURNAL, rows.event.scope)
        self._lines = _visible(rows.event, reads_all=self._reads_all, wanted=wanted)
        if wanted.round is not None or wanted.text.strip():
            fitting = _Fitting(rows, wanted, reads_all=self._reads_all).versions(self._lines)
            self._lines = self._lines.filter(version__in=fitting)
        self._count = self._lines.count()

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> EntryRow: ...

    @overload
    def __getitem__(self, place: slice) -> list[EntryRow]: ...

    def __getitem__(self, place: int | slice) -> EntryRow | list[EntryRow]:
        if isinstance(place, int):
            return self[place : place + 1][0]
        found = describe(self._rows, self._lines[place])
        return found if self._reads_all else _for_everybody(self._rows.event, found)


def _visible(event: Event, *, reads_all: bool, wanted: JournalFilter) -> QuerySet[JournalEntry]:
    lines = JournalEntry.objects.filter(scope__key=event.scope).select_related("scope").order_by("-version")
    if wanted.kind:
        lines = lines.filter(action__in=actions_of(wanted.kind))
    if wanted.since:
        lines = lines.filter(version__gte=wanted.since)
    return lines if reads_all else lines.filter(public_entries())


def _for_everybody(event: Event, found: Sequence[EntryRow]) -> list[EntryRow]:
    """The rows without reasons, and without names of accounts that are no one's in public."""
    versions = [row.version for row in found]
    acted = JournalEntry.objects.filter(scope__key=event.scope, version__in=versions).values_list("version", "actor")
    people = set(
        Account.objects.filter(person__isnull=False)
        .values_list("pk", flat=True)
        .filter(pk__in={actor for _version, actor in acted if actor})
    )
    known = {version for version, actor in acted if actor is None or actor in people}
    return [replace(row, reason="", has_point=False, actor=row.actor if row.version in known else "") for row in found]


class _Fitting:
    """Which lines are about a round, and which have a text in a name or a reason. Names stand in no line."""

    def __init__(self, rows: EventData, wanted: JournalFilter, *, reads_all: bool) -> None:
        self._wanted, self._text = wanted, normalize_name(wanted.text)
        found = [entry.id for entry in rows.entries if self._text in normalize_name(entry.name)] if self._text else []
        self._entries = frozenset(found)
        pairings = [each for round_ in rows.rounds for each in round_.pairings]
        self._rounds = {game.id: each.round for each in pairings for game in each.games}
        self._players = {game.id: frozenset(each.entries) for each in pairings for game in each.games}
        self._versions: Collection[int] = ()
        if self._text and reads_all:
            reasons = Reason.objects.filter(event=rows.event, text__icontains=wanted.text.strip())
            self._versions = frozenset(reasons.values_list("version", flat=True))

    def versions(self, lines: QuerySet[JournalEntry]) -> list[int]:
        """The versions of the lines that fit."""
        found = list(lines.values_list("version", "actor", "data"))
        actors = self._actors({actor for _version, actor, _data in found if actor}) if self._text else frozenset()
        return [
            version
            for version, actor, data in found
            if self._fits_round(data)
            and (not self._text or version in self._versions or actor in actors or self._names_entry(data))
        ]

    def _actors(self, ids: Collection[int]) -> frozenset[int]:
        return frozenset(pk for pk, name in account_names(ids).items() if self._text in normalize_name(name))

    def _fits_round(self, data: Mapping[str, Any]) -> bool:
        wanted = self._wanted.round
        return wanted is None or wanted in (data.get("round"), self._rounds.get(data.get("game", 0)))

    def _names_entry(self, data: Mapping[str, Any]) -> bool:
        about = {data.get("entry"), *data.get("entries", ()), *self._players.get(data.get("game", 0), ())}
        return bool(about & self._entries)


# --- the journal of an event as CSV and JSON --------------------------------------------------------------


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
