"""What a worker thinks out: a round that takes long to pair, and why it is as it is."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from functools import partial
from typing import Any

from django.conf import settings
from django.utils import timezone

from common.jobs import services as jobs
from common.journal.services import Stale, touch
from common.message_json import to_json
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.pairing.steps import StepCounter, TooManySteps
from players.models import Account
from players.permissions import NotAllowed
from players.roles import Permission
from tournaments.core.errors import EventRefused
from tournaments.core.formats import is_for_teams
from tournaments.core.loader import EventData, load
from tournaments.core.round_drafts import PAIR, PAIRED, READ, STORED, subject_of
from tournaments.core.services.base import State, event_act, need_state, prepared_act
from tournaments.core.sides import places_of
from tournaments.models import Entry, Event, Explanation, Round, RoundDraft, RoundRequest, Team
from tournaments.rounds.acts import AskForExplanation, AskForRound, ForgetRoundRequest
from tournaments.rounds.queries.pairing_explanations import (
    WHOLE_ROUND,
    choose_two,
    digest_of,
    explain_sides,
    explain_two,
    without_names,
)
from tournaments.rounds.services.round_drafts import draft_round
from tournaments.rounds.services.rounds import RoundOptions, check_options, start_requested_round

# --- rounds that take longer than a page should -----------------------------------------------------------
# A person asks, a worker pairs, and the round appears.


def request_round(
    event_id: int,
    actor: Account,
    *,
    number: int | None = None,
    expect: int | None = None,
    despite_open: bool = False,
    played_on: date | None = None,
    deadline: date | None = None,
    draft: bool = False,
) -> Round | RoundDraft | None:
    """Start the next round at once where that takes few steps; else note that it is wanted for a worker to make: None.

    `draft`: it is for arbiters alone until it is published.

    What it takes is counted while it is paired, so that fields of many draws or of players kept apart are the worker's
    too. Asking again for a round that is being made changes nothing. Raises as `start_round` does.
    """
    wanted = RoundOptions(number=number, despite_open=despite_open, played_on=played_on, deadline=deadline)
    on_a_page = partial(StepCounter, settings.ROUND_STEPS_ON_A_PAGE, settings.ROUND_BYTES_ON_A_PAGE)
    with suppress(TooManySteps):
        if draft:
            return draft_round(event_id, actor, wanted, expect=expect, steps=on_a_page)
        return start_requested_round(event_id, actor, wanted, expect=expect, steps=on_a_page)

    def prepare(rows: EventData) -> int:
        check_options(rows, wanted)
        return len(rows.rounds) + 1

    act = prepared_act(event_id, actor, AskForRound, prepare, expect=expect)
    with act as (doing, _rows, coming):
        asked: dict[str, Any] = {
            "round_number": coming,
            "account": actor.pk,
            "despite_open": despite_open,
            "draft": draft,
            "played_on": played_on,
            "deadline": deadline,
            "asked_at": timezone.now(),
            "refusal": {},
        }
        RoundRequest.objects.update_or_create(event=doing.event, defaults=asked)
        jobs.request(PAIR, subject_of(doing.event, coming))
        doing.note(round=coming)
    return None


def cancel_round_request(event_id: int, actor: Account, *, expect: int | None = None) -> None:
    """Take back that a round is wanted, or put away why it could not be made."""
    with event_act(event_id, actor, ForgetRoundRequest, expect=expect) as doing:
        need_state(doing.event, State.RUNNING)
        request = RoundRequest.objects.filter(event=doing.event).first()
        if request is None:
            raise EventRefused(Message(_("No round is waiting to be paired.")))
        doing.note(round=request.round_number)
        request.delete()


def run_deferred_pairing(event_id: int, number: int) -> None:
    """Make the round that a person asked for, if it is still wanted: the work of a worker.

    A refusal is kept for the desk; it is no failure of the worker.
    """
    request = RoundRequest.objects.filter(event=event_id, round_number=number).first()
    if request is None or request.refusal:
        return
    try:
        _pair_request(request)
    except Stale as stale:
        if stale.found > number:
            request.delete()  # another was quicker, and the round is there
        else:
            _refuse_round(request, Message(_("An earlier round was undone in the meantime.")))
    except NotAllowed:
        _refuse_round(request, Message(_("The account that requested it may no longer start rounds here.")))
    except EventRefused as refused:
        _refuse_round(request, refused.message)
    except TooManySteps:
        _refuse_round(request, Message(_("No pairing was found in time: forbid fewer pairings.")))


def _pair_request(request: RoundRequest) -> None:
    account = Account.objects.filter(pk=request.account).first()
    if account is None:
        raise NotAllowed(Permission.RUN_ROUNDS, f"event:{request.event_id}")
    wanted = RoundOptions(
        number=request.round_number,
        despite_open=request.despite_open,
        played_on=request.played_on,
        deadline=request.deadline,
    )
    _report_progress(request, READ)
    by_worker = partial(StepCounter, settings.ROUND_STEPS_BY_WORKER, settings.ROUND_BYTES_BY_WORKER)
    if request.draft:
        draft_round(request.event_id, account, wanted, steps=by_worker)
        return
    start_requested_round(
        request.event_id, account, wanted, steps=by_worker, tell=lambda: _report_progress(request, PAIRED)
    )


def _report_progress(request: RoundRequest, step: int) -> None:
    jobs.progress(PAIR, subject_of(request.event, request.round_number), step, STORED)


def _refuse_round(request: RoundRequest, message: Message) -> None:
    RoundRequest.objects.filter(pk=request.pk).update(refusal=to_json(message))


# --- explanations that take longer than a page may --------------------------------------------------------
# An arbiter asks, a worker finds out, and the answer is kept.


EXPLAIN = "explain"
"""The kind of job. Its subject: the event's scope, the round, and two pairing numbers or zeros, "event:12:3:0:0"."""


def ask_for_explanation(event_id: int, actor: Account, number: int, two: tuple[int, int] = WHOLE_ROUND) -> None:
    """Have a worker find out why round `number` is as it is, or why two pairing numbers did not meet in it.

    The numbers are those of teams, where these meet. Asking again makes it be found out again. Raises NotAllowed, and
    EventRefused for a round, players or teams not there.
    """
    lower, higher = sorted(two)
    with event_act(event_id, actor, AskForExplanation) as doing:
        if not Round.objects.filter(event=doing.event, number=number).exists():
            raise EventRefused(Message(_("This round is not paired.")))
        if (lower, higher) != WHOLE_ROUND:
            sides = (Team if is_for_teams(doing.event.format) else Entry).objects.filter(event=doing.event)
            if sides.filter(number__in=(lower, higher)).count() != len(WHOLE_ROUND):
                raise EventRefused(Message(choose_two(doing.event.format)))
        Explanation.objects.update_or_create(
            event=doing.event,
            round_number=number,
            lower=lower,
            higher=higher,
            defaults={"asked_at": timezone.now(), "finished_at": None, "made_of": "", "beyond": None, "found": {}},
        )
        jobs.request(EXPLAIN, f"{doing.event.scope}:{number}:{lower}:{higher}")
        doing.note(round=number)


def find_explanation(event_id: int, number: int, two: tuple[int, int]) -> None:
    """Find out what was asked for, if it still is: the work of a worker. Finding it out twice does no harm."""
    lower, higher = two
    asked = Explanation.objects.filter(
        event=event_id, round_number=number, lower=lower, higher=higher, finished_at=None
    ).first()
    if asked is None:
        return
    event = Event.objects.select_related("club").get(pk=event_id)
    rows = load(event)
    if rows.round(number) is None:
        asked.delete()  # the round was taken back meanwhile
        return
    values = _compute_columns(rows, number, two) | {"finished_at": timezone.now()}
    Explanation.objects.filter(pk=asked.pk, asked_at=asked.asked_at).update(**values)
    touch([event.scope])


def _compute_columns(rows: EventData, number: int, two: tuple[int, int]) -> dict[str, Any]:
    """The columns of the row. Names are left out of what is kept."""
    nameless, round_ = without_names(rows), rows.rounds[number - 1]
    steps = StepCounter(settings.EXPLANATION_STEPS_BY_WORKER, settings.EXPLANATION_BYTES_BY_WORKER)
    made_of = digest_of(rows, round_)
    try:
        if two != WHOLE_ROUND:
            answer = explain_two(nameless, number, *two, steps)
            return {"made_of": made_of, "found": {"answer": to_json(answer)}}
        found = explain_sides(nameless, round_, steps)
    except TooManySteps as many:
        return {"made_of": made_of, "beyond": many.limit}
    places = {place.id: place.number for place in places_of(rows, round_)}
    reasons = {places[each]: [to_json(message) for message in why] for each, why in found.reasons.items()}
    return {
        "made_of": made_of,
        "found": {"reasons": reasons, "differences": [to_json(each) for each in found.differences]},
    }
