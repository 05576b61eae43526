"""Pairing by hand: it begins, its steps are seen by arbiters alone, and at its end it is compared with the engine's."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils import timezone

from common.journal.services import Stale
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament import hand_pairing as engine
from gipf_engine.tournament import hand_steps
from gipf_engine.tournament.crosstable import ByeKind
from gipf_engine.tournament.hand_pairing import Caution, Level
from gipf_engine.tournament.pairing import PairingError, RoundPairings
from players.models import Account
from tournaments.core.errors import EventRefused
from tournaments.core.loader import EventData
from tournaments.core.round_drafts import (
    boards_of,
    cautions_of,
    describe_differences,
    engine_of,
    hand_record,
    to_json,
)
from tournaments.core.services.base import State, event_act, need_confirmation, need_reason, need_state, prepared_act
from tournaments.core.sides import can_be_placed_freely, name_of_places, table_for
from tournaments.models import Event, RoundDraft
from tournaments.rounds.acts import AbandonHandPairing, BeginHandPairing, EndHandPairing, TakeHandStep
from tournaments.rounds.services.hand_drafts import (
    WHY,
    check_half_byes,
    check_numbers,
    close_draft,
    copy_of_last,
    draft_to_open,
    need_free_pairing,
)
from tournaments.rounds.services.round_changes import apply_round
from tournaments.rounds.services.round_comparison import check_unplayed
from tournaments.rounds.services.round_drafts import find_draft, need_pairings
from tournaments.rounds.services.rounds import lay_out
from tournaments.rounds.services.setup_draws import Setups


class StepKind(StrEnum):
    """What can be done to a round by hand."""

    PAIR = "pair"
    UNPAIR = "unpair"
    BYE = "bye"
    SWAP = "swap"
    EXCHANGE = "exchange"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandStep:
    """One step by hand, in pairing numbers: `one` begins where two are paired. `kind` is that of a bye."""

    step: StepKind
    one: int
    other: int = 0
    kind: str = ByeKind.PAIRING.value

    def apply(self, round_: RoundPairings) -> RoundPairings:
        """The round after this step. Raises PairingError where it cannot be done."""
        steps: Mapping[StepKind, Callable[[], RoundPairings]] = {
            StepKind.PAIR: lambda: hand_steps.pair_up(round_, self.one, self.other),
            StepKind.UNPAIR: lambda: hand_steps.unpair(round_, self.one),
            StepKind.BYE: lambda: hand_steps.give_bye(round_, self.one, ByeKind(self.kind)),
            StepKind.SWAP: lambda: hand_steps.swap_sides(round_, self.one),
            StepKind.EXCHANGE: lambda: hand_steps.exchange(round_, self.one, self.other),
        }
        return steps[self.step]()

    @property
    def key(self) -> str:
        return f"{self.step}:{self.one}:{self.other}:{self.kind}"


def begin_hand_pairing(event_id: int, actor: Account, number: int, *, expect: int | None = None) -> RoundDraft:
    """Begin to pair round `number` by hand: the draft, or the last round as it is public, which stays so till the end.

    `expect` is the version of the draft or of the public round. Raises NotAllowed, Stale and EventRefused.
    """

    def prepare(rows: EventData) -> RoundDraft:
        need_state(rows.event, State.RUNNING)
        need_pairings(rows.event)
        draft = RoundDraft.objects.filter(event=rows.event).first()
        return draft_to_open(draft, number, expect) if draft is not None else copy_of_last(rows, number, expect)

    act = prepared_act(event_id, actor, BeginHandPairing, prepare, round=number)
    with act as (doing, _rows, draft):
        if not draft._state.adding:
            draft = find_draft(doing.event, draft.version)
            draft.version += 1
        elif RoundDraft.objects.filter(event=doing.event).exists():
            raise Stale(doing.event.scope, number, number)
        draft.before, draft.opened_by, draft.opened_at, draft.publish_at = draft.boards, actor.pk, timezone.now(), None
        draft.save()
    return draft


def take_step(
    event_id: int, actor: Account, step: HandStep, *, expect: int | None = None, confirm: Collection[str] = ()
) -> RoundDraft:
    """Do one step in the pairing by hand that is under way. `expect` is the draft's version.

    What newly speaks against the round is confirmed by the keys in `confirm`. Raises NotAllowed, Stale, EventRefused
    and ConfirmationNeeded.
    """

    def prepare(rows: EventData) -> tuple[int, RoundPairings]:
        draft = _under_way(rows.event, expect)
        check_numbers(rows, (step.one, step.other) if step.other else (step.one,))
        before = boards_of(draft)
        try:
            after = step.apply(before)
        except PairingError as error:
            raise EventRefused(error.message) from error
        if step.step is not StepKind.SWAP:
            need_free_pairing(rows.event)
        check_half_byes(rows, after)
        if draft.published:
            check_unplayed(rows, draft.number, after)
        confirm_step(rows, step, before, after, confirm)
        return draft.version, after

    act = prepared_act(event_id, actor, TakeHandStep, prepare)
    with act as (doing, _rows, (version, after)):
        draft = _under_way(doing.event, version)
        draft.boards = to_json(after)
        draft.version += 1
        draft.save(update_fields=["boards", "version"])
        doing.note(round=draft.number, step=step.step.value, numbers=[n for n in (step.one, step.other) if n])
    return draft


def confirm_step(
    rows: EventData, step: HandStep, before: RoundPairings, after: RoundPairings, given: Collection[str]
) -> None:
    """Raise ConfirmationNeeded unless what newly speaks against a round after this step was confirmed."""
    known = {str(caution.message) for caution in cautions_of(rows, before)}
    new = [each for each in cautions_of(rows, after) if str(each.message) not in known and not _is_passing(each)]
    if step.step is StepKind.EXCHANGE:
        new += engine.find_byes_taken_over(table_for(rows, before.number), before, step.one, step.other)
    key = f"{rows.event.scope}:{before.number}:{step.key}"
    need_confirmation(key, _("Change the pairings"), new, given)


def _is_passing(caution: Caution) -> bool:
    """What is so between two steps, and is asked at the end."""
    return caution.key in (engine.LEFT_OUT, engine.MEETINGS)


def _under_way(event: Event, expect: int | None) -> RoundDraft:
    draft = find_draft(event, expect)
    if draft.opened_at is None:
        raise EventRefused(Message(_("No round is being paired by hand. Start that first.")))
    return draft


def end_hand_pairing(
    event_id: int, actor: Account, *, reason: str = "", expect: int | None = None, confirm: Collection[str] = ()
) -> RoundDraft | None:
    """End the pairing by hand: the draft as it is now; a public round takes the place of the old one (None then).

    Each place that is not as the engine gives it is confirmed, with everything that speaks against the round, and
    kept. Where there are some, `reason` says why. `expect` is the draft's version. Raises as `take_step` does.
    """

    def prepare(rows: EventData) -> _End:
        draft = _under_way(rows.event, expect)
        end = _End.of(rows, draft)
        if end.record is not None:
            need_reason(reason, WHY)
        differing = [Caution("difference", Level.CONFIRM, message) for message in end.differences]
        cautions = [*differing, *cautions_of(rows, end.round)]
        need_confirmation(f"{rows.event.scope}:{draft.number}:end", _("Finish pairing"), cautions, confirm)
        return end

    with prepared_act(event_id, actor, EndHandPairing, prepare) as (doing, rows, end):
        draft = _under_way(doing.event, end.version)
        doing.note(round=draft.number, engine=draft.engine, differs=end.record is not None, published=draft.published)
        doing.note_change(**{name_of_places(doing.event.format): (draft.before, to_json(end.round))})
        doing.set_reason(reason)
        if not draft.published:
            close_draft(draft, to_json(end.round))
            return draft
        apply_round(doing, actor, rows, end.round, end.setups, end.record)
        draft.delete()
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class _End:
    """What the end of a pairing by hand comes to: the round, what is kept of the engine's, and where they differ."""

    version: int
    round: RoundPairings
    record: Mapping[str, Any] | None
    differences: tuple[Message, ...]
    setups: Setups | None

    @classmethod
    def of(cls, rows: EventData, draft: RoundDraft) -> _End:
        round_ = boards_of(draft)
        if not draft.published and can_be_placed_freely(rows.event.format):
            round_ = hand_steps.sort_boards(table_for(rows, draft.number), round_)
        wanted = engine_of(draft)
        if draft.published:
            check_unplayed(rows, draft.number, round_)
        return cls(
            version=draft.version,
            round=round_,
            record=hand_record(round_, wanted),
            differences=tuple(describe_differences(rows, engine.find_differences(round_, wanted))),
            setups=lay_out(rows.event, round_) if draft.published else None,
        )


def abandon_hand_pairing(event_id: int, actor: Account, *, expect: int | None = None) -> None:
    """End the pairing by hand as if it had not begun. Raises NotAllowed, Stale and EventRefused."""
    with event_act(event_id, actor, AbandonHandPairing) as doing:
        draft = _under_way(doing.event, expect)
        doing.note(round=draft.number)
        if draft.published:
            draft.delete()
            return
        close_draft(draft, draft.before)
