"""The event's journal in words. Lines hold ids; names are looked up when they are printed, so that erasure holds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from common.journal import queries as journal
from common.journal.acts import find_act
from common.journal.models import JournalEntry
from games.attempts.acts import EndAttempt
from games.core.labels import rules_name
from games.models import ClaimReason
from games.recordings.acts import EndOnlineGame
from games.records.acts import HandInRecord
from games.results.acts import ClaimResult, ContradictResult, HandInScore, UndoDecision
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import RESULTS
from players.core.queries import records
from players.models import Account
from players.roles import ROLE_NAMES, Role
from tournaments.core.acts import EVENT, Undo
from tournaments.core.loader import EventData
from tournaments.core.queries.events import PUBLIC
from tournaments.core.standard_rules import SETTINGS
from tournaments.duplicate.queries import ENDINGS
from tournaments.journal.queries.journal_changes import (
    COLOURS,
    END_OF_IT,
    FIELDS,
    LEFT_TO_RIGHT,
    Change,
    changes_of,
    result_label,
)
from tournaments.models import Event, Reason, RestorePoint

_SHOWN_NAME = Coalesce("person__merged_into__name", "person__name", "username")
"""How accounts are called among organisers: by their person, by the sign-in name where there is none."""
MOST_LINES = 60
MOST_NAMES = 6

HAND_STEPS: dict[str, str] = {
    "pair": _("paired"),
    "unpair": _("taken out"),
    "bye": _("given a bye"),
    "swap": _("colours swapped"),
    "exchange": _("changed places"),
}
LEFT_RULES = _("%(act)s. Not under standard rules since then: %(why)s")
UNKNOWN = _("Other act: %(action)s")
ANOTHER_SECTION = _("another section")
"""What a section is called that is a draft, or is gone."""
SEAT_NAMES = {"white": _("White"), "black": _("Black")}
SEATS = {
    "white": _("White reported %(result)s"),
    "black": _("Black reported %(result)s"),
    "arbiter": _("arbiter entered %(result)s"),
}
TEXTS: dict[str, str] = {
    "event.name": FIELDS["name"],
    "event.place": FIELDS["place"],
    "event.about": FIELDS["about"],
    "event.file_header": _("lines of the file"),
    "entry.details": _("player's data in the file"),
    "category.name": _("names of categories"),
    "placeprize.name": _("names of prizes"),
    "team.name": _("names of teams"),
    "waitingplayer.person": _("places on waiting lists"),
    "reason.text": _("reasons of acts"),
    "claimreason.text": _("reasons of results"),
    "move.comment": _("comments in records"),
    "record.tags": _("tags of records"),
    "roundrequest.refusal": _("reason for a failed pairing"),
    "job.error": _("why a job failed"),
}
"""What texts are called out of which the name of an erased person went, by model and field."""


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry of the journal: when, who (None: the system), what, and why where a person said so.

    `round` is the number of the round that it is about, None where it is about none. `changes` are old and new values.
    `has_point`: a restore point was kept before it; `is_undone`: an undo that is in force went back to before it.
    """

    version: int
    at: datetime
    actor: str | None
    action: str
    text: Message
    reason: str
    round: int | None
    changes: tuple[Change, ...]
    has_point: bool = False
    is_undone: bool = False


def journal_entries(
    rows: EventData, newest: int = MOST_LINES, versions: Collection[int] | None = None
) -> list[EntryRow]:
    """The newest lines, newest first; of these `versions` alone, where any are named. Four queries at most."""
    lines = _with_words(rows.event, journal.entries(rows.event.scope, newest=newest, versions=versions))
    # Whatever undid one of the newest lines came after it, and so is among them.
    return _rows_of(rows, lines, undone_ranges(rows.event) if versions is not None else _undone_by(lines))


def describe(rows: EventData, lines: QuerySet[JournalEntry]) -> list[EntryRow]:
    """Lines of the event's journal in words, in their order. Five queries at most."""
    return _rows_of(rows, _with_words(rows.event, lines), undone_ranges(rows.event))


def _with_words(event: Event, lines: QuerySet[JournalEntry]) -> list[JournalEntry]:
    """The lines with who acted (`actor_name`), why (`reason`) and whether a restore point was kept (`has_point`)."""
    mine = {"event": event.pk, "version": OuterRef("version")}
    return list(
        lines.annotate(
            actor_name=Subquery(Account.objects.filter(pk=OuterRef("actor")).values_list(_SHOWN_NAME)[:1]),
            reason=Subquery(Reason.objects.filter(**mine).order_by().values("text")[:1]),
            has_point=Exists(RestorePoint.objects.filter(**mine)),
        )
    )


def _rows_of(rows: EventData, lines: Sequence[Any], undone: Sequence[range]) -> list[EntryRow]:
    names, reasons = _Names(rows, lines), _claim_reasons(lines)
    return [
        EntryRow(
            line.version,
            line.at,
            line.actor_name,
            line.action,
            _describe_entry(line, names),
            reasons.get(line.version, "") or line.reason or "",
            names.round_of(line.data),
            changes_of(line),
            line.has_point,
            any(line.version in each for each in undone),
        )
        for line in lines
    ]


def undone_ranges(event: Event) -> list[range]:
    """The versions of the lines that are undone."""
    return _undone_by(JournalEntry.objects.filter(scope__key=event.scope, action=Undo.name).order_by("-version"))


def _undone_by(newest_first: Iterable[JournalEntry]) -> list[range]:
    """The versions that these lines undid. Where an undo is undone itself, what it had undone counts again."""
    found: list[range] = []
    for line in newest_first:
        if line.action == Undo.name and not any(line.version in each for each in found):
            found.append(range(line.data["to"], line.version))
    return found


def _claim_reasons(lines: Sequence[JournalEntry]) -> dict[int, str]:
    """Why results were said, by the versions of the lines that tell of a claim."""
    claims = {(line.data["game"], line.data["claim"]): line.version for line in lines if "claim" in line.data}
    if not claims:
        return {}
    reasons = ClaimReason.objects.filter(claim__game__in={game for game, _number in claims})
    found = reasons.values_list("claim__game", "claim__number", "text")
    return {claims[game, number]: text for game, number, text in found if (game, number) in claims}


class _Names:
    """Everything that the lines' ids stand for, looked up at once."""

    def __init__(self, rows: EventData, lines: Sequence[JournalEntry]) -> None:
        self.entries: Mapping[int, str] = {entry.id: entry.name for entry in rows.entries}
        self.teams: Mapping[int, str] = {team.id: team.name for team in rows.teams}
        self.boards = {pairing.id: pairing for round_ in rows.rounds for pairing in round_.pairings}
        self.games = {game.id: pairing for pairing in self.boards.values() for game in pairing.games}
        self.attempts = {attempt.id: pairing for pairing in self.boards.values() for attempt in pairing.attempts}
        data = [line.data for line in lines]
        data += [each["first"]["data"] for each in data if "first" in each]
        people = {person for each in data for person in [each.get("person"), *each.get("people", [])] if person}
        self.people = records.names(people) if people else {}
        accounts = {each["account"] for each in data if "account" in each}
        self.accounts = account_names(accounts) if accounts else {}
        sections = {each["section"] for each in data if "section" in each}
        public = Event.objects.filter(pk__in=sections, state__in=PUBLIC)
        self.sections = dict(public.values_list("pk", "name")) if sections else {}

    def player(self, data: Mapping[str, Any]) -> str:
        """Those whom a line is about: by entry, or by person where the entry is gone."""
        if data.get("entry") in self.entries:
            return self.entries[data["entry"]]
        people = [data["person"]] if "person" in data else data.get("people", [])
        return self.people.get(people[0], "–") if people else "–"

    def players(self, data: Mapping[str, Any]) -> object:
        """Several entries by name, or how many they are."""
        known = [self.entries[entry] for entry in data.get("entries", []) if entry in self.entries]
        if len(known) > MOST_NAMES:
            return Message(
                _("%(names)s and %(more)d more"), {"names": known[:MOST_NAMES], "more": len(known) - MOST_NAMES}
            )
        return known

    def round_of(self, data: Mapping[str, Any]) -> int | None:
        """The round that a line is about: by its number, or by that of its game."""
        pairing = self.games.get(data.get("game", 0)) or self.attempts.get(data.get("attempt", 0))
        return pairing.round if pairing is not None else data.get("round")

    def where(self, data: Mapping[str, Any]) -> object:
        """The board of a game."""
        pairing = self.games.get(data.get("game", 0))
        if pairing is None:
            return Message(_("A deleted game"))
        return Message(_("Round %(round)s, board %(board)s"), {"round": pairing.round, "board": pairing.board})


def _deal(data: Mapping[str, Any], names: _Names) -> Message:
    """The round and deal of an attempt, and whose it is."""
    pairing = names.attempts.get(data.get("attempt", 0))
    if pairing is None or pairing.alone is None:
        return Message(_("A deleted deal"))
    place = next(attempt.place for attempt in pairing.attempts if attempt.id == data["attempt"])
    params = {"round": pairing.round, "deal": place, "player": names.entries.get(pairing.alone, "–")}
    return Message(_("Round %(round)s, deal %(deal)s, %(player)s"), params)


def account_names(ids: Iterable[int]) -> dict[int, str]:
    """How these accounts are called among organisers."""
    return dict(Account.objects.filter(pk__in=list(ids)).values_list("pk", _SHOWN_NAME))


def _describe_entry(line: JournalEntry, names: _Names) -> Message:
    data, act = line.data, find_act(EVENT, line.action)
    message = Message(act.sentence_for(data) if act is not None else UNKNOWN, _params(line, names))
    for addition in act.additions_for(data) if act is not None else ():
        players = names.players({"entries": data.get("moved_up", [])})
        message = Message(addition, {"act": message, "players": players, "seed": data.get("seed", "")})
    left = [Message(SETTINGS[each]) for each in data.get("left_rules", []) if each in SETTINGS]
    return Message(LEFT_RULES, {"act": message, "why": left}) if left else message


def _params(line: JournalEntry, names: _Names) -> dict[str, object]:
    data = line.data
    return {
        "action": line.action,
        "player": names.player(data),
        "players": names.players(data),
        "team": names.teams.get(data.get("team", 0), "–"),
        "teams": [names.teams[team] for team in data.get("teams", []) if team in names.teams],
        "where": names.where(data),
        "deal": _deal(data, names) if "attempt" in data else "",
        "ending": Message(ENDINGS[data["ending"]]) if data.get("ending") in ENDINGS else "",
        "round": data.get("round", ""),
        "rounds": ", ".join(map(str, data.get("missed", []))),
        "board": data.get("board", ""),
        "minutes": f"{LEFT_TO_RIGHT}{data.get('minutes', '')}{END_OF_IT}",
        "handicap": data.get("handicap") or "–",
        "step": Message(HAND_STEPS[data["step"]]) if data.get("step") in HAND_STEPS else "",
        "numbers": " – ".join(map(str, data.get("numbers", []))),
        "kept": data.get("kept", ""),
        "webhook": data.get("webhook", ""),
        "number": data.get("number", ""),
        "refused": data.get("refused", ""),
        "deadline": data.get("deadline") or "–",
        "colour": Message(COLOURS[data.get("first_colour") or "w"]),
        "game": rules_name(data["rules"]) if data.get("rules") else "",
        "fields": [Message(FIELDS[name]) for name in data.get("fields", []) if name in FIELDS],
        "texts": _texts(data),
        "result": _result(data),
        "seat": Message(SEAT_NAMES[data["seat"]]) if data.get("seat") in SEAT_NAMES else "",
        "old": result_label(data.get("old", "")),
        "first": data.get("paired_since", [""])[0],
        "last": data.get("paired_since", [""])[-1],
        "rated_result": result_label(data.get("rated_result", "")),
        "account": names.accounts.get(data.get("account", 0), "–"),
        "section": names.sections.get(data.get("section", 0), Message(ANOTHER_SECTION)),
        "breaches": data.get("breaches", []),
        "first_act": _first_act(data, names),
        "role": Message(ROLE_NAMES[Role(data["role"])]) if data.get("role") in list(Role) else "",
    }


def _first_act(data: Mapping[str, Any], names: _Names) -> Message | str:
    """The first of the acts that an undo took back, as its own line tells it."""
    first = data.get("first")
    return _describe_entry(JournalEntry(action=first["action"], data=first["data"]), names) if first else ""


def _texts(data: Mapping[str, Any]) -> list[Message]:
    """The kinds of texts that changed, each once."""
    kinds = dict.fromkeys(f"{text['model']}.{text['field']}" for text in data.get("texts", []))
    return [Message(TEXTS[kind]) for kind in kinds if kind in TEXTS]


def _result(data: Mapping[str, Any]) -> object:
    """A claimed result, and who claimed it."""
    result = RESULTS.get(data.get("result", ""))
    if result is None:
        return ""
    claimed = SEATS.get(data.get("role", ""))
    label = result_label(result.code)
    return Message(claimed, {"result": label}) if claimed else label


RESULTS_AND_RECORDS = (
    *(ClaimResult.name, UndoDecision.name, HandInScore.name, ContradictResult.name),
    *(HandInRecord.name, EndOnlineGame.name, EndAttempt.name),
)
"""Acts with which results and records come in."""


def news_since(event: Event, version: int, reader: Account) -> int:
    """How many results and records came in after `version`, others than the reader's own."""
    there = JournalEntry.objects.filter(scope__key=event.scope, version__gt=version)
    lines = there.filter(action__in=RESULTS_AND_RECORDS)
    return lines.exclude(actor=reader.pk).count()
