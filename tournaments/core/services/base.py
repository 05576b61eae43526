"""What every service of an event shares: permission, lock, version, state, journal, what is confirmed, who is told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.conf import settings
from django.db.models import Max, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from common.compiled_query import CompiledObjects, CompiledQuery
from common.jobs import services as jobs
from common.journal import services as journal
from common.journal.acts import Act, Part
from common.journal.models import Scope
from common.journal.queries import version as version_of
from games.core.events import GamesChanged
from games.models import Game
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from gipf_engine.tournament.hand_pairing import Caution, Level
from players.accounts.services.subscriptions import MailKind, register_mail, subscribers
from players.core.queries.records import belongs_to, record_ids
from players.identity import person_of
from players.models import Account, Follow, MailSubscription, Person
from players.notifications.services.notifications import ask_to_notify
from players.permissions import require
from tournaments.core.acts import EventAct
from tournaments.core.errors import ConfirmationNeeded, EventRefused
from tournaments.core.event_values import plain
from tournaments.core.loader import EventData, load, read_event
from tournaments.core.queries.events import PUBLIC
from tournaments.core.saved_event import fingerprint_of, pack, save_event, stored_fingerprint
from tournaments.core.webhooks import (
    ADDED,
    EVENT_UNDONE,
    RESULT,
    ROUND_CHANGED,
    ROUND_PUBLISHED,
    ids_to_send,
    make_body,
    new_message_id,
)
from tournaments.models import Event, Member, Pairing, Reason, RestorePoint, Round, Slot, Webhook, WebhookMessage

# --- restore points ---------------------------------------------------------------------------------------
# The event as it was before an act that is risky, kept on the server with what is still hidden.


_RISKY_PARTS = frozenset(Part) - {Part.RESULTS, Part.REQUEST}


def is_risky(act: type[EventAct], state: str) -> bool:
    """Whether a point is kept before this act: it changes more than results, in an event that has started.

    Before the start everything can be taken back one by one; the start itself is risky.
    """
    parts = act.changes & _RISKY_PARTS
    has_started = state in (Event.State.RUNNING, Event.State.CLOSED)
    return act.keeps_point and bool(parts if has_started else parts & {Part.STATE})


@dataclass(frozen=True, slots=True)
class ReadyPoint:
    """A restore point that is worked out and not stored: the event as it was at `version` of its scope."""

    version: int
    content: bytes


def prepare_point(event_id: int, act: type[EventAct]) -> ReadyPoint | None:
    """The point for an act that is about to begin, where it is risky. Before the event is locked: it takes thought."""
    for (state,) in _STATE_OF(event_id):
        if is_risky(act, state):
            return _make_point(event_id)
    return None


_STATE_OF = CompiledQuery(lambda event: Event.objects.filter(pk=event).order_by().values_list("state"))


def _make_point(event_id: int) -> ReadyPoint:
    version = version_of(f"event:{event_id}")
    return ReadyPoint(version, pack(save_event(event_id)))


def keep_point(event: Event, act_version: int, ready: ReadyPoint | None = None) -> None:
    """Store the point before the act that makes `act_version`, whose lock is held; made here where none is ready.

    One that was made before something else was done is made once more.
    """
    if ready is None or ready.version != act_version - 1:
        ready = _make_point(event.pk)
    RestorePoint.objects.create(event=event, version=act_version, content=ready.content)


# --- what webhooks are to be told is written in the transaction of the act --------------------------------
# With it or not at all, and once.
#
# A worker sends it (`tournaments.notices.services`).


DELIVER = "deliver-webhook"
"""The kind of job that sends what waits for a webhook. Its subject is the event's scope and its id, "event:12:3"."""


def subject_of(webhook: Webhook) -> str:
    return f"event:{webhook.event_id}:{webhook.pk}"


def tell_of_act(event: Event, version: int, act: type[Act], data: Mapping[str, Any]) -> None:
    """Write what webhooks of the event are told of an act, where they want to know. Within the act; one query."""
    kind = act.webhook_for(data)
    if kind and event.state in PUBLIC:
        _tell(event.pk, kind, {"version": version, **ids_to_send(data)})
    if data.get("moved_up") and kind != ADDED and event.state in PUBLIC:
        _tell(event.pk, ADDED, {"version": version, "entries": data["moved_up"]})


def tell_of_results(changed: GamesChanged) -> None:
    """Webhooks of the event are told of results that are others now. Within the act that changed them."""
    there = [game for game in changed.games if game.removed_at is None]
    if not there or not changed.result:
        return
    scope, _colon, event_id = there[0].parent_scope.key.partition(":")
    if scope == "event":
        results = [{"game": game.pk, "result": game.result, "game_version": game.version} for game in there]
        _tell(int(event_id), RESULT, *results)


def _tell(event_id: int, kind: str, *happened: Mapping[str, Any]) -> None:
    found = [webhook for webhook in _WEBHOOKS_OF(event_id) if kind in webhook.happenings]
    if not found:
        return
    messages = [{"event": event_id, **data, "url": _url(event_id, data)} for data in happened]
    write_messages(found, kind, messages, timezone.now())


_WEBHOOKS_OF = CompiledObjects(
    lambda event: (
        Webhook.objects.filter(Q(event=event) | Q(for_club=True, event__club__events=event), disabled="")
        .distinct()
        .order_by("pk")
    )
)


def write_messages(webhooks: list[Webhook], kind: str, messages: Iterable[Mapping[str, Any]], now: datetime) -> None:
    """For each of `messages` one of `kind` to each of these, and the jobs that deliver them. In a transaction."""
    bodies = [make_body(kind, now, data) for data in messages]
    WebhookMessage.objects.bulk_create(
        WebhookMessage(webhook=each, message_id=new_message_id(), kind=kind, body=body, made_at=now, next_at=now)
        for body in bodies
        for each in webhooks
    )
    jobs.request_many(DELIVER, map(subject_of, webhooks))


def _url(event_id: int, data: Mapping[str, Any]) -> str:
    """Where the API tells what is so now."""
    event = f"events/{event_id}"
    place = (
        f"games/{data['game']}" if "game" in data else f"{event}/rounds/{data['round']}" if "round" in data else event
    )
    return f"{settings.BASE_URL}{reverse('api-index')}{place}"


# --- mail to players about their pairings, for those who asked for it -------------------------------------
# Asked for within the act, sent by workers.
#
# A worker looks at the round as it is by then. A round that is a draft again is not told, and who was told of a
# pairing that changed meanwhile is told of the new one.


PAIRINGS = register_mail(
    MailKind(
        "pairings",
        _("Your pairings"),
        _("When a round of one of your events is published: board, opponent and colour."),
        lambda account: account.person_id is not None,
    )
)
CLUB_EVENT = "club-event"
"""The kind of notification that a club has announced an event, about the event's id."""
FOLLOWED_BOARD = "followed-otb"
"""The kind of notification that a person who is followed plays over the board, about the event's id."""
PAIRING = "pairing"
"""The kind of notification of a player's pairing, about an event's id."""
MAIL_ROUND = "mail-round"
"""The kind of job that finds who wants mail about a round. Its subject is "event:12:3", with the round's number."""
MAIL_PAIRING = "mail-pairing"
"""The kind of job that mails a player's pairing. Its subject is "event:12:3:45", with the account's id at the end."""
_MAILED = {ROUND_PUBLISHED, ROUND_CHANGED, EVENT_UNDONE}
"""What webhooks are told of acts after which players are mailed."""


def ask_for_pairing_mails(event: Event, act: type[Act], data: Mapping[str, Any]) -> None:
    """Ask for mail about the round that an act published or changed, where anyone wants such mail. Within the act."""
    if not settings.EMAIL_HOST or event.state != Event.State.RUNNING or act.webhook_for(data) not in _MAILED:
        return
    if MailSubscription.objects.filter(kind=PAIRINGS.key).exists():
        number = data.get("round") or Round.objects.filter(event=event).aggregate(last=Max("number"))["last"]
        if number is not None:
            jobs.request(MAIL_ROUND, f"{event.scope}:{number}")


def request_pairing_mails(event_id: int, number: int) -> None:
    """Ask for a mail to each account that wants to know its pairing in this round."""
    seats = _seats(event_id, number).values_list("entry__members__person", "entry__members__person__merged_into")
    people = {merged or person for person, merged in seats}
    wanted = subscribers(PAIRINGS).filter(belongs_to(people))
    subjects = [f"event:{event_id}:{number}:{account}" for account in wanted.values_list("pk", flat=True)]
    jobs.request_many(MAIL_PAIRING, subjects)


@dataclass(frozen=True)
class OwnPairing:
    """A player's pairing. `opponents` are empty for byes and deals; `game` is the first one that is open."""

    pairing: Pairing
    side: str
    opponents: list[Person]
    game: Game | None
    has_two_games: bool
    key: str

    @property
    def round(self) -> Round:
        return self.pairing.round

    @property
    def event(self) -> Event:
        return self.pairing.round.event


def pairing_to_tell(account: Account, event_id: int, number: int) -> OwnPairing | None:
    """The pairing of the account's person in a round that is published; None where there is nothing (more) to tell."""
    person = person_of(account)
    if person is None:
        return None
    own = _seats(event_id, number).filter(entry__members__person__in=record_ids(person.pk))
    seat = own.select_related("pairing__round__event").first()
    if seat is None:
        return None
    pairing = seat.pairing
    games = [paired.game for paired in pairing.paired_games.select_related("game")]
    first_open = next((game for game in games if game.result == PENDING), None)
    if games and first_open is None:
        return None
    others = Member.objects.filter(entry__slots__pairing=pairing).exclude(entry=seat.entry_id)
    members = list(others.select_related("person__merged_into"))
    side = seat.side if members and pairing.has_colours else ""
    key = ":".join([pairing.kind, str(pairing.board), side, *(str(member.entry_id) for member in members)])
    opponents = [member.person.merged_into or member.person for member in members]
    return OwnPairing(pairing, side, opponents, first_open, len(games) > 1, key)


def _seats(event_id: int, number: int) -> QuerySet[Slot]:
    return Slot.objects.filter(
        round__event=event_id, round__number=number, round__event__state=Event.State.RUNNING
    ).order_by("pk")


# --- what every service of an event shares: permission, lock, version, state, journal ---------------------


LONGEST_REASON = 300

NOT_IN_JOURNAL = frozenset({"id", "club", "name", "place", "about", "file_header", "staged"})
"""Columns whose words may name a person, and those that no act changes: the journal does not tell their values."""

TRIES = 5
"""How often an act is prepared anew where the event changes meanwhile."""

State = Event.State
T = TypeVar("T")

STATE_NAMES: dict[str, str] = {
    State.DRAFT: _("draft"),
    State.OPEN: _("open"),
    State.RUNNING: _("running"),
    State.CLOSED: _("closed"),
}


@dataclass
class EventCommand:
    """An act on an event under way: the event as it is under the lock, and the journal's line in the making."""

    event: Event
    act: journal.ActContext

    @property
    def scope(self) -> Scope:
        return self.act.scope

    def note(self, **data: Any) -> None:
        """Add ids and values to the line. No names."""
        self.act.data |= data

    def note_change(self, **changes: tuple[Any, Any]) -> None:
        """Add old and new values to the line, by what changed; what is the same as before is left out. No names."""
        found = {name: [plain(old), plain(new)] for name, (old, new) in changes.items() if plain(old) != plain(new)}
        if found:
            self.act.data["changed"] = {**self.act.data.get("changed", {}), **found}

    def set_reason(self, text: str) -> None:
        """Keep why this act was done, where a person said so. EventRefused where it is too long."""
        reason = text.strip()
        if len(reason) > LONGEST_REASON:
            message = Message(_("A reason has at most %(most)s characters."), {"most": LONGEST_REASON})
            raise EventRefused(message, field="reason")
        if reason:
            Reason.objects.create(event=self.event, version=self.act.version, text=reason)


@contextmanager
def event_act(
    event_id: int,
    actor: Account | None,
    act: type[EventAct],
    *,
    expect: int | None = None,
    **data: Any,
) -> Iterator[EventCommand]:
    """Do `act` on an event under its lock. Where it takes no permission, the service checks `actor` (None: the server).

    Raises `NotAllowed`, `journal.Stale` where something that `act` depends on was done after the version `expect`, and
    DoesNotExist.
    """
    key = f"event:{event_id}"
    _require(actor, act, key)
    point = prepare_point(event_id, act)
    with journal.commit(key, actor, act, expect=expect, **data) as context:
        doing = EventCommand(read_event(event_id), context)
        if point is not None:
            keep_point(doing.event, context.version, point)
        before = _event_columns(doing.event)
        yield doing
        after = _event_columns(doing.event)
        doing.note_change(**{name: (old, after[name]) for name, old in before.items()})
        tell_of_act(doing.event, context.version, act, context.data)
        if before["state"] != after["state"] and Follow.objects.filter(club=doing.event.club_id).exists():
            ask_to_notify(CLUB_EVENT, event_id)
        ask_for_pairing_mails(doing.event, act, context.data)
        if act.webhook_for(context.data) in _MAILED:
            ask_to_notify(PAIRING, event_id)
            if Follow.objects.filter(person__isnull=False).exists():
                ask_to_notify(FOLLOWED_BOARD, event_id)


def _require(actor: Account | None, act: type[EventAct], key: str) -> None:
    if act.permission is not None:
        require(actor, act.permission, key)


def _event_columns(event: Event) -> dict[str, Any]:
    """The event's own values, as the journal's lines say what changed of them."""
    return {
        each.name: getattr(event, each.name) for each in Event._meta.concrete_fields if each.name not in NOT_IN_JOURNAL
    }


@contextmanager
def prepared_act(
    event_id: int,
    actor: Account | None,
    act: type[EventAct],
    prepare: Callable[[EventData], T],
    *,
    expect: int | None = None,
    **data: Any,
) -> Iterator[tuple[EventCommand, EventData, T]]:
    """`event_act` for what takes thought: `prepare` thinks before the lock, and under it rows alone are written.

    `prepare` gets the event's rows, refuses what cannot be, and returns what the act is to write. It runs outside any
    transaction; where the event is not the same any more under the lock, it runs again with what is there now. Raises
    as `event_act` does, and `journal.Busy` where the event changed each time.
    """
    key = f"event:{event_id}"
    _require(actor, act, key)
    journal.check_not_overtaken(key, expect, act, **data)
    for _try in range(TRIES):
        version = version_of(key)
        rows = load(read_event(event_id))
        prepared = prepare(rows)
        known = fingerprint_of(rows)
        try:
            with event_act(event_id, actor, act, expect=expect, **data) as doing:
                quiet = doing.act.version == version + 1  # no act since, so nothing to compare
                if not quiet and stored_fingerprint(doing.event) != known:
                    raise _Moved
                yield doing, rows, prepared
        except _Moved:
            continue
        return
    raise journal.Busy(f"{key} changed each time that {act.name} was prepared")


class _Moved(Exception):
    """The event is not what the act was prepared with: nothing is written, and it is prepared again."""


def need_state(event: Event, *states: str) -> None:
    """EventRefused unless the event is in one of these states."""
    if event.state not in states:
        names = [Message(STATE_NAMES[state]) for state in states]
        raise EventRefused(
            Message(
                _("Not possible in this event's state (%(state)s), only in: %(states)s."),
                {"state": Message(STATE_NAMES[event.state]), "states": names},
            )
        )


def need_reason(text: str, message: Message) -> None:
    """EventRefused with `message` where no one said why."""
    if not text.strip():
        raise EventRefused(message, field="reason")


# --- what speaks against an act is confirmed on the server ------------------------------------------------
# One who acts sends back the key of what was shown.
#
# The key follows from the act and from the cautions, so that no one can confirm what was not shown, and there is
# nothing that confirms everything.


def need_confirmation(
    act: str, button: str, cautions: Sequence[Caution], given: Collection[str], consequences: Sequence[Message] = ()
) -> None:
    """Raise unless everything that speaks against `act` was confirmed; `given` are the keys that were sent.

    `button` says what is done all the same, as the button that confirms it does ("Publish the round anyway").

    EventRefused for what cannot be confirmed, else ConfirmationNeeded: once, or twice for Level.CONFIRM_TWICE, the
    second time with the `consequences`. What is only to be known is not asked.
    """
    refused = [caution.message for caution in cautions if caution.level is Level.REFUSE]
    if refused:
        raise EventRefused(Message(_("Not possible: %(reasons)s."), {"reasons": refused}), refused)
    asked = [caution for caution in cautions if caution.level >= Level.CONFIRM]
    if not asked:
        return
    first = _key(act, asked)
    if first not in given:
        raise ConfirmationNeeded(asked, first, button)
    if any(caution.level is Level.CONFIRM_TWICE for caution in asked):
        follows = [Caution("consequence", Level.CONFIRM_TWICE, message) for message in consequences]
        second = _key(f"{act}:{first}", follows)
        if second not in given:
            raise ConfirmationNeeded(follows, second, button, again=True)


def _key(act: str, cautions: Sequence[Caution]) -> str:
    text = "\n".join([act, *sorted(f"{caution.level} {caution.message}" for caution in cautions)])
    return salted_hmac("tournaments.confirmations", text, algorithm="sha256").hexdigest()[:32]
