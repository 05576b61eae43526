"""Explanations that take longer than a page may: an arbiter asks, a worker finds out, and the answer is kept."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils import timezone

from common.jobs import services as jobs
from common.journal.services import touch
from common.message_json import to_json
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.pairing.steps import StepCounter, TooManySteps
from players.models import Account
from tournaments.core.errors import EventRefused
from tournaments.core.loader import EventData, load
from tournaments.core.services.base import event_act
from tournaments.models import Entry, Event, Explanation, Round
from tournaments.rounds.acts import AskForExplanation
from tournaments.rounds.queries.pairing_explanations import WHOLE_ROUND, digest_of, without_names
from tournaments.rounds.queries.pairing_reasons import explain_absence, explain_round

EXPLAIN = "explain"
"""The kind of job. Its subject: the event's scope, the round, and two pairing numbers or zeros, "event:12:3:0:0"."""


def ask_for_explanation(event_id: int, actor: Account, number: int, two: tuple[int, int] = WHOLE_ROUND) -> None:
    """Have a worker find out why round `number` is as it is, or why two pairing numbers did not meet in it.

    Asking again makes it be found out again. Raises NotAllowed, and EventRefused for a round or players not there.
    """
    lower, higher = sorted(two)
    with event_act(event_id, actor, AskForExplanation) as doing:
        if not Round.objects.filter(event=doing.event, number=number).exists():
            raise EventRefused(Message(_("This round is not paired.")))
        if (lower, higher) != WHOLE_ROUND:
            known = Entry.objects.filter(event=doing.event, number__in=(lower, higher)).count()
            if known != len(WHOLE_ROUND):
                raise EventRefused(Message(_("Choose two players.")))
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
            answer = explain_absence(nameless, number, *two, steps)
            return {"made_of": made_of, "found": {"answer": to_json(answer)}}
        found = explain_round(nameless, round_, steps)
    except TooManySteps as many:
        return {"made_of": made_of, "beyond": many.limit}
    boards = {pairing.id: pairing.board for pairing in round_.pairings}
    reasons = {boards[pairing]: [to_json(each) for each in messages] for pairing, messages in found.reasons.items()}
    return {
        "made_of": made_of,
        "found": {"reasons": reasons, "differences": [to_json(each) for each in found.differences]},
    }
