"""A round before it is public: drafted, discarded, published now or at a time; and one that is public made a draft."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any

from django.utils import timezone

from common.jobs import services as jobs
from common.journal.services import Stale
from common.message_json import to_json as message_to_json
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.pairing import PairingError, RoundPairings
from gipf_engine.tournament.pairing.steps import StepCounter
from players.models import Account
from players.permissions import NotAllowed
from tournaments.core.draws import plays_deals
from tournaments.core.errors import EventRefused
from tournaments.core.loader import EventData, RoundRow
from tournaments.core.pairing_history import current_knowledge
from tournaments.core.round_drafts import (
    boards_of,
    cautions_of_publishing,
    engine_of,
    hand_record,
    need_no_draft,
    to_json,
)
from tournaments.core.services.base import State, event_act, need_confirmation, need_reason, need_state, prepared_act
from tournaments.core.sides import as_pairings, name_of_places
from tournaments.models import Event, Round, RoundDraft, RoundRequest
from tournaments.rounds.acts import DiscardDraft, DraftRound, HoldRoundBack, PublishRound, ScheduleRound, UnpublishRound
from tournaments.rounds.services.rounds import (
    PreparedRound,
    RoundOptions,
    acceleration_of,
    byes_alone,
    check_options,
    find_untouched,
    lay_out,
    pair_event,
    remove_round,
    store_prepared,
)

PUBLISH = "publish"
"""The kind of job that publishes a round at its time. Its subject is the event's scope and the round: "event:12:3"."""


def draft_round(
    event_id: int,
    actor: Account,
    wanted: RoundOptions,
    *,
    expect: int | None = None,
    steps: Callable[[], StepCounter] = StepCounter,
) -> RoundDraft:
    """Pair the next round for arbiters alone to see. Where the format finds nothing, no one is paired in it yet.

    Raises NotAllowed, Stale, EventRefused, and TooManySteps beyond the limit of `steps`.
    """

    def prepare(rows: EventData) -> dict[str, Any]:
        check_options(rows, wanted)
        need_pairings(rows.event)
        return _draft_columns(rows, steps())

    with prepared_act(event_id, actor, DraftRound, prepare, expect=expect) as (
        doing,
        rows,
        columns,
    ):
        need_no_draft(doing.event)
        number = len(rows.rounds) + 1
        RoundRequest.objects.filter(event=doing.event).delete()
        doing.note(round=number)
        doing.note_change(**{name_of_places(doing.event.format): (None, columns["boards"])})
        return RoundDraft.objects.create(
            event=doing.event,
            number=number,
            played_on=wanted.played_on,
            deadline=wanted.deadline,
            made_at=timezone.now(),
            **columns,
        )


def _draft_columns(rows: EventData, steps: StepCounter) -> dict[str, Any]:
    """What a new draft holds of the round: the engine's pairing, or why there is none."""
    engine: RoundPairings | None = None
    refusal: dict[str, Any] = {}
    try:
        engine = pair_event(rows, steps)
    except EventRefused as refused:
        if not isinstance(refused.__cause__, PairingError):
            raise
        refusal = message_to_json(refused.message)
    first = not rows.rounds and engine is not None
    return {
        "boards": to_json(engine or byes_alone(rows)),
        "engine": to_json(engine) if engine is not None else None,
        "refusal": refusal,
        "known": current_knowledge(rows),
        "accelerated": {str(entry): list(points) for entry, points in acceleration_of(rows).items()} if first else {},
    }


def need_pairings(event: Event) -> None:
    """EventRefused where everybody plays alone, so that there is nothing to pair."""
    if plays_deals(event):
        raise EventRefused(Message(_("This format has no pairings: all players play the same deals.")))


def find_draft(event: Event, expect: int | None = None) -> RoundDraft:
    """The draft of an event, of the version `expect` where the caller saw one. Raises EventRefused and Stale."""
    draft = RoundDraft.objects.filter(event=event).first()
    if draft is None:
        raise EventRefused(Message(_("No round is in draft.")))
    if expect is not None and draft.version != expect:
        raise Stale(event.scope, expect, draft.version)
    return draft


def need_closed(draft: RoundDraft) -> None:
    """EventRefused while the draft is being paired by hand."""
    if draft.opened_at is not None:
        message = _("Round %(round)d is being paired by hand: finish that first.")
        raise EventRefused(Message(message, {"round": draft.number}))


def discard_draft(event_id: int, actor: Account, *, reason: str = "", expect: int | None = None) -> None:
    """Throw a draft away; no one but arbiters saw it. `expect` is its version.

    Raises NotAllowed, Stale and EventRefused.
    """
    with event_act(event_id, actor, DiscardDraft) as doing:
        draft = find_draft(doing.event, expect)
        need_closed(draft)
        doing.note(round=draft.number)
        doing.note_change(**{name_of_places(doing.event.format): (draft.boards, None)})
        doing.set_reason(reason)
        draft.delete()


def publish_round(event_id: int, actor: Account, *, expect: int | None = None, confirm: Collection[str] = ()) -> Round:
    """Make a draft the next round of the event: from now on everybody sees it, and its games can be played.

    `expect` is the draft's version. What speaks against it is confirmed by the keys in `confirm`. Raises NotAllowed,
    Stale, EventRefused and ConfirmationNeeded.
    """

    def prepare(rows: EventData) -> tuple[RoundDraft, PreparedRound]:
        draft = _to_publish(rows, expect, confirm)
        round_ = boards_of(draft)
        return draft, PreparedRound(
            pairings=round_,
            setups=lay_out(rows.event, round_),
            known=draft.known or current_knowledge(rows),
            accelerated={int(entry): tuple(points) for entry, points in draft.accelerated.items()},
            by_hand=hand_record(round_, engine_of(draft)),
        )

    with prepared_act(event_id, actor, PublishRound, prepare) as (
        doing,
        rows,
        (draft, prepared),
    ):
        find_draft(doing.event, draft.version)
        wanted = RoundOptions(played_on=draft.played_on, deadline=draft.deadline)
        draft.delete()
        return store_prepared(doing, actor, rows, prepared, wanted)


def _to_publish(rows: EventData, expect: int | None, confirm: Collection[str]) -> RoundDraft:
    """The draft of an event, which nothing keeps from being published."""
    need_state(rows.event, State.RUNNING)
    draft = find_draft(rows.event, expect)
    need_closed(draft)
    if draft.number != len(rows.rounds) + 1:
        raise Stale(rows.event.scope, draft.number, len(rows.rounds) + 1)
    act, cautions = f"{rows.event.scope}:publish:{draft.number}", cautions_of_publishing(rows, draft, boards_of(draft))
    need_confirmation(act, _("Publish the round"), cautions, confirm)
    return draft


def schedule_round(
    event_id: int, actor: Account, at: datetime | None, *, expect: int | None = None, confirm: Collection[str] = ()
) -> RoundDraft:
    """Let a draft be published at a time; None: not automatically. Raises as `publish_round` does."""
    now = timezone.now()
    if at is not None and at <= now:
        raise EventRefused(
            Message(_("That time has passed: publish it now, or choose a later one.")), field="publish_at"
        )

    def prepare(rows: EventData) -> RoundDraft:
        return _to_publish(rows, expect, confirm)

    with prepared_act(event_id, actor, ScheduleRound, prepare) as (doing, _rows, prepared):
        draft = find_draft(doing.event, prepared.version)
        doing.note_change(publish_at=(draft.publish_at, at))
        draft.publish_at, draft.scheduled_by, draft.held_back = at, actor.pk if at else None, False
        draft.confirmed = list(confirm)
        draft.version += 1
        draft.save()
        doing.note(round=draft.number)
        subject = f"{doing.event.scope}:{draft.number}"
        if at is None:
            jobs.withdraw(PUBLISH, subject)
        else:
            jobs.request_later(PUBLISH, subject, at - now)
    return draft


def publish_scheduled(event_id: int, number: int) -> None:
    """Publish a draft whose time has come, if it still has one: the work of a worker. It may be done twice.

    Where something speaks against it that was not confirmed, it stays a draft, and the desk says so.
    """
    draft = RoundDraft.objects.filter(event=event_id, number=number, publish_at__lte=timezone.now()).first()
    if draft is None:
        return
    account = Account.objects.filter(pk=draft.scheduled_by or 0).first()
    try:
        if account is not None:
            publish_round(event_id, account, expect=draft.version, confirm=draft.confirmed)
            return
    except (EventRefused, NotAllowed):
        pass
    except Stale:
        return
    _hold_back(event_id, draft)


def _hold_back(event_id: int, draft: RoundDraft) -> None:
    with event_act(event_id, None, HoldRoundBack, round=draft.number):
        rows = RoundDraft.objects.filter(pk=draft.pk, version=draft.version)
        rows.update(publish_at=None, held_back=True, version=draft.version + 1)


def unpublish_round(
    event_id: int, actor: Account, number: int, *, reason: str, expect: int | None = None
) -> RoundDraft:
    """Make the last round a draft again, as long as nothing was said of its games. `expect` is the round's version.

    Raises NotAllowed, Stale and EventRefused.
    """
    need_reason(reason, Message(_("Give a reason for undoing the round.")))

    def prepare(rows: EventData) -> tuple[RoundRow, RoundPairings]:
        round_ = find_untouched(rows, number, expect)
        need_pairings(rows.event)
        return round_, as_pairings(rows, round_)

    act = prepared_act(event_id, actor, UnpublishRound, prepare, round=number)
    with act as (doing, rows, (round_, pairings)):
        need_no_draft(doing.event)
        points = {str(entry.id): list(entry.virtual_points) for entry in rows.entries if entry.virtual_points}
        remove_round(doing, actor, rows, round_)
        doing.set_reason(reason)
        boards = to_json(pairings)
        doing.note_change(**{name_of_places(doing.event.format): (boards, None)})
        return RoundDraft.objects.create(
            event=doing.event,
            number=number,
            boards=boards,
            engine=round_.by_hand["engine"] if round_.by_hand else boards,
            known=round_.known,
            accelerated=points if number == 1 else {},
            deadline=round_.deadline,
            made_at=timezone.now(),
        )
