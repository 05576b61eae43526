"""The event's journal in words. Lines hold ids; names are looked up when they are printed, so that erasure holds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from common.journal import queries as journal
from common.journal.models import JournalEntry
from games.models import ClaimReason
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING, RESULTS, VOID
from players import queries as players
from players.models import Account
from players.roles import ROLE_NAMES, Role
from tournaments.core.dependencies import UNDO
from tournaments.core.loader import EventData
from tournaments.core.standard_rules import SETTINGS
from tournaments.duplicate.queries import ENDINGS
from tournaments.journal.queries.journal_changes import COLOURS, FIELDS, Change, changes_of, result_label
from tournaments.models import Event, Reason, RestorePoint

_SHOWN_NAME = Coalesce("person__merged_into__name", "person__name", "username")
"""How accounts are called among organisers: by their person, by the sign-in name where there is none."""
MOST_LINES = 60
MOST_NAMES = 6

TEMPLATES: dict[str, str] = {
    "create-event": _("Event made"),
    "edit-event": _("Event changed: %(fields)s"),
    "announce": _("Event announced"),
    "retract": _("Announcement taken back"),
    "enter-person": _("%(player)s registered"),
    "enter-myself": _("%(player)s registered"),
    "enter-many": _("Registered: %(players)s"),
    "remove-entry": _("%(player)s was removed from the list"),
    "leave-event": _("%(player)s was removed from the list"),
    "set-entry-limit": _("Limit of players changed"),
    "move-up": _("%(player)s moved up from the waiting list"),
    "remove-waiting": _("%(player)s was removed from the waiting list"),
    "leave-waiting-list": _("%(player)s left the waiting list"),
    "request-bye": _("Bye in round %(round)s asked for: %(player)s"),
    "give-byes": _("Byes in round %(round)s: %(players)s"),
    "give-missed-byes": _("Half-point byes for rounds missed before entering: %(player)s, rounds %(rounds)s"),
    "open-check-in": _("Check-in for round %(round)s opened"),
    "close-check-in": _("Check-in for round %(round)s closed"),
    "check-in": _("%(player)s checked in for round %(round)s"),
    "take-back-check-in": _("Check-in of %(player)s for round %(round)s taken back"),
    "set-half-byes": _("Half-point byes of %(player)s are allowed"),
    "take-ratings": _("Ratings taken from the list: %(players)s"),
    "set-rating": _("Rating of %(player)s set by hand"),
    "renumber": _("Pairing numbers recalculated from the ratings"),
    "save-category": _("A category was saved"),
    "delete-category": _("A category was deleted"),
    "set-prizes": _("Prizes changed"),
    "set-birth-years": _("Birth years entered or changed: %(players)s"),
    "cancel-bye": _("Bye in round %(round)s taken back: %(player)s"),
    "start-event": _("Event started; pairing numbers are given"),
    "unstart-event": _("Start taken back"),
    "start-round": _("Round %(round)s started"),
    "draft-round": _("Round %(round)s paired as a draft"),
    "discard-draft": _("Draft of round %(round)s discarded"),
    "publish-round": _("Round %(round)s published"),
    "schedule-round": _("The time at which round %(round)s is published was set"),
    "hold-round-back": _("Round %(round)s was not published at the time set: there were new warnings"),
    "unpublish-round": _("Round %(round)s is a draft again"),
    "begin-hand-pairing": _("Round %(round)s: pairing by hand started"),
    "take-hand-step": _("Round %(round)s, paired by hand: %(step)s %(numbers)s"),
    "abandon-hand-pairing": _("Round %(round)s: pairing by hand cancelled"),
    "end-hand-pairing": _("Round %(round)s: pairing by hand finished; same as the engine's"),
    "ask-for-explanation": _("Reasons of round %(round)s requested; they are calculated in the background"),
    "ask-for-round": _("Round %(round)s asked for; a worker pairs it"),
    "forget-round-request": _("Round %(round)s is no longer waited for"),
    "set-deadline": _("Round %(round)s is to be played by %(deadline)s"),
    "lock-round": _("Round %(round)s locked"),
    "unlock-round": _("Round %(round)s unlocked"),
    "revoke-seat-link": _("%(where)s: the link on the slip of %(seat)s was revoked"),
    "add-webhook": _("Webhook %(webhook)s added"),
    "change-webhook": _("Webhook %(webhook)s changed"),
    "rotate-webhook-secret": _("Webhook %(webhook)s has another secret"),
    "remove-webhook": _("Webhook %(webhook)s removed"),
    "enable-webhook": _("Webhook %(webhook)s turned on again"),
    "disable-webhook": _("Webhook %(webhook)s turned off: its address does not take messages"),
    "forbid": _("Kept apart: %(players)s"),
    "allow": _("May meet again: %(players)s"),
    "import-event": _("Event imported from a file"),
    "undo": _("Undone, back to before: %(first_act)s"),
    "delete-round": _("Round %(round)s taken back"),
    "swap-colours": _("Colours swapped on board %(board)s of round %(round)s"),
    "exchange-entries": _("Exchanged in round %(round)s: %(players)s"),
    "redraw-setups": _("Set-ups of round %(round)s drawn again"),
    "withdraw": _("%(player)s withdrew; the results stand"),
    "readmit": _("%(player)s plays on"),
    "close-event": _("Event closed"),
    "reopen-event": _("Event reopened"),
    "claim-result": _("%(where)s: %(result)s"),
    "end-online-game": _("%(where)s: the game played here ended %(result)s"),
    "close-board": _("%(where)s: the game played here was stopped"),
    "begin-next-games": _("Second games begin on the boards of the server"),
    "move-board": _("Board %(board)s of round %(round)s is played over the board"),
    "undo-decision": _("%(where)s: the decision %(old)s was undone"),
    "hand-in-record": _("%(where)s: a record was handed in"),
    "hand-in-file": _("A file of records was handed in"),
    "hand-in-records": _("From a file of records: %(kept)s kept, %(refused)s refused"),
    "hand-in-score": _("%(where)s: a score sheet with %(result)s was handed in"),
    "begin-attempt": _("%(deal)s: begun"),
    "end-attempt": _("%(deal)s: over (%(ending)s)"),
    "hand-in-attempt": _("%(deal)s: a record of play over the board was handed in"),
    "close-deals": _("The deals of round %(round)s closed"),
    "adjudicate": _("%(where)s: the final score is certified"),
    "contradict-result": _("%(where)s: a record proves %(result)s, and another result stands; the arbiter decides"),
    "set-handicap": _("%(where)s: handicap %(handicap)s"),
    "set-rated-result": _("%(where)s: counts in rating lists as %(rated_result)s"),
    "scrub-texts": _("%(player)s was erased; the name was removed from: %(texts)s"),
    "grant": _("%(account)s has the role %(role)s"),
    "offer-role": _("%(account)s is offered the role %(role)s"),
    "accept-role": _("%(account)s accepted the role %(role)s"),
    "decline-role": _("%(account)s declined the role %(role)s"),
    "withdraw-role": _("The offer of the role %(role)s to %(account)s is withdrawn"),
    "give-up-role": _("%(account)s gave up the role %(role)s"),
    "revoke": _("%(account)s no longer has the role %(role)s"),
}
COLOUR_DRAWN = _("Event started; pairing numbers are given, and number 1 has %(colour)s in round 1 (drawn by lot)")
COLOUR_SET = _("Event started; pairing numbers are given, and number 1 has %(colour)s in round 1 (set by hand)")
NO_DEADLINE = _("Round %(round)s has no deadline any more")
EXPELLED = _("%(player)s was expelled; the results count for the opponents alone")
NO_HALF_BYES = _("%(player)s gets no half-point bye")
SEEDED = _("%(act)s. They were drawn with the seed %(seed)s")
ANNULLED = _("%(player)s withdrew; the results do not count")
BY_HAND = _("Round %(round)s: pairing by hand finished; it differs from the engine's")
HAND_STEPS: dict[str, str] = {
    "pair": _("paired"),
    "unpair": _("taken out"),
    "bye": _("given a bye"),
    "swap": _("colours swapped"),
    "exchange": _("changed places"),
}
WAITS = _("%(player)s is on the waiting list")
MOVED_UP = _("%(act)s. Moved up from the waiting list: %(players)s")
REDRAWN_BOARD = _("Set-up of board %(board)s in round %(round)s drawn again")
LATE = _("%(where)s: %(result)s; too late, not in force")
CORRECTED = _("%(where)s: %(result)s; it was %(old)s")
CORRECTED_LATE = _("%(where)s: %(result)s; it was %(old)s, and rounds %(first)s to %(last)s were paired with that")
CORRECTED_BEFORE_LAST = _("%(where)s: %(result)s; it was %(old)s, and round %(last)s was paired with that")
RATED_AS_IN_THE_TABLE = _("%(where)s: counts in rating lists as in the table")
NOT_RATED = _("%(where)s: counts in no rating list")
IMPORTED_WITH_BREACHES = _("Event imported from a file, although its rounds break rules of pairing: %(breaches)s")
LEFT_RULES = _("%(act)s. Not under standard rules since then: %(why)s")
UNKNOWN = _("Other act: %(action)s")
SEAT_NAMES = {"white": _("White"), "black": _("Black")}
SEATS = {
    "white": _("%(result)s, says White"),
    "black": _("%(result)s, says Black"),
    "arbiter": _("%(result)s, entered by the arbiter"),
}
TEXTS: dict[str, str] = {
    "event.name": FIELDS["name"],
    "event.place": FIELDS["place"],
    "event.about": FIELDS["about"],
    "event.file_header": _("lines of the file"),
    "entry.details": _("what the file said of the player"),
    "category.name": _("names of categories"),
    "placeprize.name": _("names of prizes"),
    "waitingplayer.person": _("places on waiting lists"),
    "reason.text": _("reasons of acts"),
    "claimreason.text": _("reasons of results"),
    "move.comment": _("comments in records"),
    "record.tags": _("tags of records"),
    "roundrequest.refusal": _("why a round could not be made"),
    "job.error": _("why a job failed"),
}
"""What texts are called out of which the name of an erased person went, by model and field."""


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry of the journal: when, who (None: the system), what, and why where somebody said so.

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
    names, said = _Names(rows, lines), _claim_reasons(lines)
    return [
        EntryRow(
            line.version,
            line.at,
            line.actor_name,
            line.action,
            _describe(line, names),
            said.get(line.version, "") or line.reason or "",
            names.round_of(line.data),
            changes_of(line),
            line.has_point,
            any(line.version in each for each in undone),
        )
        for line in lines
    ]


def undone_ranges(event: Event) -> list[range]:
    """The versions of the lines that are undone."""
    return _undone_by(JournalEntry.objects.filter(scope__key=event.scope, action=UNDO).order_by("-version"))


def _undone_by(newest_first: Iterable[JournalEntry]) -> list[range]:
    """The same, as lines say. Where an undo is undone itself, what it had undone counts again."""
    found: list[range] = []
    for line in newest_first:
        if line.action == UNDO and not any(line.version in each for each in found):
            found.append(range(line.data["to"], line.version))
    return found


def _claim_reasons(lines: Sequence[JournalEntry]) -> dict[int, str]:
    """Why results were said, by the versions of the lines that tell of a claim."""
    claims = {(line.data["game"], line.data["claim"]): line.version for line in lines if "claim" in line.data}
    if not claims:
        return {}
    said = ClaimReason.objects.filter(claim__game__in={game for game, _number in claims})
    found = said.values_list("claim__game", "claim__number", "text")
    return {claims[game, number]: text for game, number, text in found if (game, number) in claims}


class _Names:
    """Everything that the lines' ids stand for, looked up at once."""

    def __init__(self, rows: EventData, lines: Sequence[JournalEntry]) -> None:
        self.entries: Mapping[int, str] = {entry.id: entry.name for entry in rows.entries}
        self.boards = {pairing.id: pairing for round_ in rows.rounds for pairing in round_.pairings}
        self.games = {game.id: pairing for pairing in self.boards.values() for game in pairing.games}
        self.attempts = {attempt.id: pairing for pairing in self.boards.values() for attempt in pairing.attempts}
        data = [line.data for line in lines]
        data += [each["first"]["data"] for each in data if "first" in each]
        people = {person for each in data for person in [each.get("person"), *each.get("people", [])] if person}
        self.people = players.names(people) if people else {}
        accounts = {each["account"] for each in data if "account" in each}
        self.accounts = account_names(accounts) if accounts else {}

    def player(self, data: Mapping[str, Any]) -> str:
        """Whoever a line is about: by entry, or by person where the entry is gone."""
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
            return Message(_("A game that is gone"))
        return Message(_("Round %(round)s, board %(board)s"), {"round": pairing.round, "board": pairing.board})


def _deal(data: Mapping[str, Any], names: _Names) -> Message:
    """The round and deal of an attempt, and whose it is."""
    pairing = names.attempts.get(data.get("attempt", 0))
    if pairing is None or pairing.alone is None:
        return Message(_("A deal that is gone"))
    place = next(attempt.place for attempt in pairing.attempts if attempt.id == data["attempt"])
    told = {"round": pairing.round, "deal": place, "player": names.entries.get(pairing.alone, "–")}
    return Message(_("Round %(round)s, deal %(deal)s, %(player)s"), told)


def account_names(ids: Iterable[int]) -> dict[int, str]:
    """How these accounts are called among organisers."""
    return dict(Account.objects.filter(pk__in=list(ids)).values_list("pk", _SHOWN_NAME))


def _describe(line: JournalEntry, names: _Names) -> Message:
    said = Message(_template(line), _params(line, names))
    if line.action == "start-event" and line.data.get("seed"):
        said = Message(SEEDED, {"act": said, "seed": line.data["seed"]})
    if line.data.get("moved_up") and line.action != "move-up":
        said = Message(MOVED_UP, {"act": said, "players": names.players({"entries": line.data["moved_up"]})})
    left = [Message(SETTINGS[each]) for each in line.data.get("left_rules", []) if each in SETTINGS]
    return Message(LEFT_RULES, {"act": said, "why": left}) if left else said


def _template(line: JournalEntry) -> str:
    """The sentence of an action, or the other one that it has for a special case."""
    action, data = line.action, line.data
    special = {
        "withdraw": EXPELLED if data.get("expelled") else ANNULLED if data.get("annulled") else "",
        **dict.fromkeys(("enter-person", "enter-myself"), WAITS if "waiting" in data else ""),
        "redraw-setups": REDRAWN_BOARD if data.get("board") else "",
        "end-hand-pairing": BY_HAND if data.get("differs") else "",
        "claim-result": LATE if data.get("late") else _decision_template(data),
        "set-deadline": "" if data.get("deadline") else NO_DEADLINE,
        "start-event": _start_template(data),
        "set-half-byes": "" if data.get("allowed") else NO_HALF_BYES,
        "import-event": IMPORTED_WITH_BREACHES if data.get("breaches") else "",
        "set-rated-result": {"": RATED_AS_IN_THE_TABLE, VOID: NOT_RATED}.get(data.get("rated_result", ""), ""),
    }
    return special.get(action) or TEMPLATES.get(action, UNKNOWN)


def _decision_template(data: Mapping[str, Any]) -> str:
    """A decision that takes the place of a result says what it was, and which rounds were paired with it."""
    if "paired_since" in data:
        first, last = data["paired_since"]
        return CORRECTED_BEFORE_LAST if first == last else CORRECTED_LATE
    return CORRECTED if data.get("old", PENDING) != PENDING else ""


def _start_template(data: Mapping[str, Any]) -> str:
    if not data.get("first_colour"):
        return ""
    return COLOUR_DRAWN if data.get("colour_by_lot") else COLOUR_SET


def _params(line: JournalEntry, names: _Names) -> dict[str, object]:
    data = line.data
    return {
        "action": line.action,
        "player": names.player(data),
        "players": names.players(data),
        "where": names.where(data),
        "deal": _deal(data, names) if "attempt" in data else "",
        "ending": Message(ENDINGS[data["ending"]]) if data.get("ending") in ENDINGS else "",
        "round": data.get("round", ""),
        "rounds": ", ".join(map(str, data.get("missed", []))),
        "board": data.get("board", ""),
        "handicap": data.get("handicap") or "–",
        "step": Message(HAND_STEPS[data["step"]]) if data.get("step") in HAND_STEPS else "",
        "numbers": " – ".join(map(str, data.get("numbers", []))),
        "kept": data.get("kept", ""),
        "webhook": data.get("webhook", ""),
        "refused": data.get("refused", ""),
        "deadline": data.get("deadline") or "–",
        "colour": Message(COLOURS[data.get("first_colour") or "w"]),
        "fields": [Message(FIELDS[name]) for name in data.get("fields", []) if name in FIELDS],
        "texts": _texts(data),
        "result": _result(data),
        "seat": Message(SEAT_NAMES[data["seat"]]) if data.get("seat") in SEAT_NAMES else "",
        "old": result_label(data.get("old", "")),
        "first": data.get("paired_since", [""])[0],
        "last": data.get("paired_since", [""])[-1],
        "rated_result": result_label(data.get("rated_result", "")),
        "account": names.accounts.get(data.get("account", 0), "–"),
        "breaches": data.get("breaches", []),
        "first_act": _first_act(data, names),
        "role": Message(ROLE_NAMES[Role(data["role"])]) if data.get("role") in list(Role) else "",
    }


def _first_act(data: Mapping[str, Any], names: _Names) -> Message | str:
    """The first of the acts that an undo took back, as its own line tells it."""
    first = data.get("first")
    return _describe(JournalEntry(action=first["action"], data=first["data"]), names) if first else ""


def _texts(data: Mapping[str, Any]) -> list[Message]:
    """The kinds of texts that changed, each once."""
    kinds = dict.fromkeys(f"{text['model']}.{text['field']}" for text in data.get("texts", []))
    return [Message(TEXTS[kind]) for kind in kinds if kind in TEXTS]


def _result(data: Mapping[str, Any]) -> object:
    """A claimed result, and who claimed it."""
    result = RESULTS.get(data.get("result", ""))
    if result is None:
        return ""
    said = SEATS.get(data.get("role", ""))
    label = result_label(result.code)
    return Message(said, {"result": label}) if said else label


@dataclass(frozen=True, slots=True)
class Starter:
    """Who started a round, and when. `name` is an account's, None for the system."""

    name: str | None
    at: datetime


STARTING = ("start-round", "draft-round", "publish-round")
"""Acts after which somebody else who means to start the same round is too late."""


def who_started(event: Event, number: int) -> Starter | None:
    """The account that started a round, None while nobody did."""
    lines = JournalEntry.objects.filter(scope__key=event.scope, action__in=STARTING, data__round=number)
    line = lines.order_by("-version").first()
    if line is None:
        return None
    return Starter(account_names([line.actor] if line.actor else []).get(line.actor or 0), line.at)


def news_since(event: Event, version: int, reader: Account) -> int:
    """How many results and records came in after `version`, others than the reader's own."""
    said = ("claim-result", "undo-decision", "end-online-game", "hand-in-record", "hand-in-score")
    actions = (*said, "contradict-result", "end-attempt")
    lines = JournalEntry.objects.filter(scope__key=event.scope, version__gt=version, action__in=actions)
    return lines.exclude(actor=reader.pk).count()
