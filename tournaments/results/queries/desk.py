"""The arbiter's desk: what is next, what blocks it, and the boards that are still open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef

from common.jobs import queries as jobs
from common.message_json import from_json
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from tournaments.core import preconditions
from tournaments.core.dates import today
from tournaments.core.draws import missing_deals
from tournaments.core.loader import EventData, PairingRow
from tournaments.core.queries.events import without_account
from tournaments.core.round_drafts import PAIR, STORED, subject_of
from tournaments.core.tie_breaks import DueTieBreaks, due_tie_breaks
from tournaments.core.verification import Provisional, provisional_results
from tournaments.entries.queries import CheckInState, check_in_state
from tournaments.models import CheckIn, Event, RoundDraft, RoundRequest, Webhook
from tournaments.results.queries.calls import OpenCall, open_calls
from tournaments.results.queries.disputes import Dispute, disputes_of
from tournaments.results.queries.waiting import LateEntry, Report, late_entries, reports_of
from tournaments.rounds.queries.rounds import RoundPage, round_page

State = Event.State
WEBHOOK_OFF = _("A webhook was turned off because its address refuses messages: see Webhooks.")
ENOUGH = 2
"""Players with whom an event can begin: with fewer, adding some comes first."""


@dataclass(frozen=True, slots=True)
class NextStep:
    """A step that the event can take. `action` is its name in addresses.

    `blockers` stop it; `warnings` ask for a tick ("all the same") before it is taken.
    """

    action: str
    label: Message
    blockers: tuple[Message, ...] = ()
    warnings: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Overdue:
    """A game that should have been played by `deadline`: who sits there, and the game to decide."""

    round: int
    deadline: date
    white: str
    black: str
    game: int


@dataclass(frozen=True, slots=True)
class RequestedRound:
    """A round that a person asked for: how far its worker is, or why it is not made.

    `failing` is what went wrong in a try that will be repeated. `done` and `total` are 0 while no one took it.
    """

    number: int
    done: int
    total: int
    refusal: Message | None
    failing: str


@dataclass(frozen=True, slots=True)
class Desk:
    """What the desk shows. `first_open` is the id of the first game without a result, where the cursor goes.

    `calls`, `disputes`, `reports`, who is absent (`check_in`) and who came `late` wait for the arbiter, as do matches
    whose `tie_breaks` can start.

    `notices` are good to know. `draft` is the round that arbiters alone see, None where there is none.
    """

    steps: tuple[NextStep, ...]
    round: RoundPage | None
    first_open: int | None
    older_open: tuple[Message, ...]
    overdue: tuple[Overdue, ...]
    wanted: RequestedRound | None
    coming: int | None
    calls: tuple[OpenCall, ...]
    provisional: tuple[Provisional, ...]
    disputes: tuple[Dispute, ...]
    reports: tuple[Report, ...]
    late: tuple[LateEntry, ...]
    notices: tuple[Message, ...]
    draft: RoundDraft | None
    check_in: CheckInState | None
    tie_breaks: tuple[DueTieBreaks, ...] = ()


def desk(rows: EventData, number: int | None = None) -> Desk:
    """The desk with the boards of round `number` (None: the last one)."""
    asked = number or len(rows.rounds)
    shown = round_page(rows, asked, with_reasons=False, whole=True) if rows.rounds else None
    if shown is not None and shown.planned:
        shown = None
    games = [game for board in (shown.boards if shown else ()) for game in board.games]
    elsewhere = [
        pairing for pairing in preconditions.open_boards(rows) if shown is None or pairing.round != shown.number
    ]
    running = rows.event.state == State.RUNNING
    pending = _pending(rows.event)
    wanted, draft = pending.wanted, pending.draft
    is_paired_now = (wanted is not None and wanted.refusal is None) or draft is not None
    return Desk(
        steps=() if is_paired_now else tuple(_next_steps(rows)),
        round=shown,
        first_open=next((game.row.id for game in games if game.is_open), None),
        older_open=tuple(preconditions.no_result(rows, pairing) for pairing in elsewhere),
        overdue=tuple(_overdue(rows)) if running else (),
        wanted=wanted,
        coming=rows.coming,
        calls=tuple(open_calls(rows.event)) if running else (),
        provisional=tuple(provisional_results(rows.event)) if running else (),
        disputes=tuple(disputes_of([rows.event])) if running else (),
        reports=tuple(reports_of(shown.boards)) if running and shown else (),
        late=tuple(late_entries(rows)) if running else (),
        notices=(
            *((*preconditions.notices(rows), *without_account(rows)) if rows.event.state != State.CLOSED else ()),
            *((Message(WEBHOOK_OFF),) if pending.webhook_is_off else ()),
        ),
        draft=draft,
        check_in=check_in_state(rows, pending.check_in),
        tie_breaks=due_tie_breaks(rows),
    )


def _overdue(rows: EventData) -> Iterable[Overdue]:
    """The open games of rounds whose day has passed."""
    now = today(rows.event)
    for round_ in rows.rounds:
        if round_.deadline is not None and round_.deadline < now:
            for pairing in round_.open_pairings:
                yield from _overdue_games(rows, pairing, round_.deadline)


def _overdue_games(rows: EventData, pairing: PairingRow, deadline: date) -> Iterable[Overdue]:
    names = [rows.by_id[entry].name for entry in pairing.entries]
    for game in pairing.games:
        if game.result.is_open:
            white, black = names[::-1] if game.is_swapped else names
            yield Overdue(pairing.round, deadline, white, black, game.id)


def requested_round(event: Event) -> RequestedRound | None:
    """The round that a person asked for and that is not there yet; None where none is waited for."""
    request = RoundRequest.objects.filter(event=event).first()
    return None if request is None else _state_of(event, request)


@dataclass(frozen=True, slots=True)
class _Pending:
    """The round that a person asked for, the draft and the check-in, None where there are none."""

    wanted: RequestedRound | None
    draft: RoundDraft | None
    check_in: CheckIn | None
    webhook_is_off: bool


def _pending(event: Event) -> _Pending:
    """What waits beside the event's rows. One query for all."""
    events = Event.objects.select_related("round_request", "round_draft", "check_in")
    turned_off = Webhook.objects.filter(event=OuterRef("pk")).exclude(disabled="")
    found = events.annotate(webhook_is_off=Exists(turned_off)).get(pk=event.pk)
    request, draft = getattr(found, "round_request", None), getattr(found, "round_draft", None)
    wanted = _state_of(event, request) if request is not None and event.state == State.RUNNING else None
    return _Pending(wanted, draft, getattr(found, "check_in", None), found.webhook_is_off)


def _state_of(event: Event, request: RoundRequest) -> RequestedRound:
    job = jobs.find(PAIR, subject_of(event, request.round_number))
    done, total, error = (job.done, job.total, job.error) if job else (0, 0, "")
    return RequestedRound(request.round_number, done, total or STORED, from_json(request.refusal), error)


def _next_steps(rows: EventData) -> list[NextStep]:
    """What comes next, the likeliest first."""
    state = rows.event.state
    enter = [NextStep("enter", Message(_("Add players")))] if len(rows.entries) < ENOUGH else []
    if state == State.DRAFT:
        return [*enter, NextStep("announce", Message(_("Announce"))), _start_step(rows)]
    if state == State.OPEN:
        return [*enter, _start_step(rows)]
    if state == State.RUNNING:
        return _running(rows)
    return []


def _start_step(rows: EventData) -> NextStep:
    return NextStep("start", Message(_("Start the event")), preconditions.of_start(rows))


def _running(rows: EventData) -> list[NextStep]:
    close = NextStep(
        "close", Message(_("Close the event")), preconditions.of_closing(rows), preconditions.warnings_of_closing(rows)
    )
    if rows.coming is None:
        return [close]
    label = Message(_("Start round %(round)d"), {"round": rows.coming})
    stopping = preconditions.of_round(rows) or missing_deals(rows.event, rows.coming)
    return [NextStep("round", label, stopping, preconditions.warnings_of_round(rows)), close]
