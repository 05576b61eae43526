"""A round laid out by hand as a whole: what speaks against it, and one act that saves or publishes it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from common.journal.services import Stale
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import ByeKind
from gipf_engine.tournament.hand_pairing import Caution, Level, find_differences
from gipf_engine.tournament.hand_steps import has_same_opponents, sort_boards
from gipf_engine.tournament.hand_steps import lay_out as lay_out_boards
from gipf_engine.tournament.pairing import PairingError, RoundPairings
from players.models import Account
from tournaments.core.errors import EventRefused
from tournaments.core.loader import EventData
from tournaments.core.pairing_history import current_knowledge
from tournaments.core.round_drafts import (
    boards_of,
    cautions_of,
    cautions_of_publishing,
    describe_differences,
    engine_of,
    hand_record,
    to_json,
)
from tournaments.core.services.base import (
    EventCommand,
    State,
    need_confirmation,
    need_reason,
    need_state,
    prepared_act,
)
from tournaments.core.sides import can_be_placed_freely, name_of_places, table_for
from tournaments.models import Event, RoundDraft
from tournaments.rounds.acts import PublishLayout, SaveLayout
from tournaments.rounds.services.hand_drafts import (
    WHY,
    check_half_byes,
    check_numbers,
    close_draft,
    copy_of_last,
    need_free_pairing,
)
from tournaments.rounds.services.round_changes import apply_round
from tournaments.rounds.services.round_comparison import check_unplayed
from tournaments.rounds.services.round_drafts import find_draft, need_pairings
from tournaments.rounds.services.rounds import PreparedRound, RoundOptions, lay_out, store_prepared
from tournaments.rounds.services.setup_draws import Setups


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A whole round in pairing numbers: `boards` with White first, `byes` with their kinds. All others are idle.

    `publish`: it is public at once; else the draft stays one. `public`: who laid it out saw the public round, and not a
    draft of it; versions are of the one that was seen.
    """

    number: int
    boards: tuple[tuple[int, int], ...]
    byes: tuple[tuple[int, ByeKind], ...] = ()
    publish: bool = True
    public: bool = False

    @property
    def numbers(self) -> tuple[int, ...]:
        """Everybody who has a place."""
        return (*(each for board in self.boards for each in board), *(number for number, _kind in self.byes))


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutInQuestion:
    """A layout beside what is there: `round` is what it makes of the `draft`, which is not stored for a public round.

    `record` is what is kept of the engine's pairing, None where both are the same.
    """

    rows: EventData
    draft: RoundDraft
    layout: Layout
    laid: RoundPairings

    @property
    def round(self) -> RoundPairings:
        """The round as it would be stored: in publishing order, unless its boards are known already."""
        if self.draft.published or not can_be_placed_freely(self.rows.event.format):
            return self.laid
        return sort_boards(table_for(self.rows, self.draft.number), self.laid)

    @property
    def record(self) -> Mapping[str, Any] | None:
        return hand_record(self.round, engine_of(self.draft))

    @property
    def differences(self) -> tuple[Message, ...]:
        """Board by board in the order of the layout, what the rules give instead."""
        return self._describe(self.laid)

    def _describe(self, round_: RoundPairings) -> tuple[Message, ...]:
        return tuple(describe_differences(self.rows, find_differences(round_, engine_of(self.draft))))

    @property
    def cautions(self) -> tuple[Caution, ...]:
        """What speaks against the round itself."""
        found = cautions_of(self.rows, self.round)
        if self.draft.published or not self.layout.publish:
            return found
        more = cautions_of_publishing(self.rows, self.draft, self.round)
        return (*found, *(each for each in more if each not in found))

    def confirm(self, given: Collection[str]) -> None:
        """Raise unless everything that speaks against the layout, and where it differs, was confirmed by keys."""
        differing = [Caution("difference", Level.CONFIRM, message) for message in self._describe(self.round)]
        act, button = f"{self.rows.event.scope}:{self.draft.number}:layout", _("Publish this pairing")
        if not self.layout.publish:
            act, button = f"{act}:save", _("Save this pairing")
        need_confirmation(act, button, [*differing, *self.cautions], given)


def read_layout(rows: EventData, layout: Layout, expect: int | None) -> LayoutInQuestion:
    """What the layout makes of the draft, or of the last round where there is none. Writes nothing.

    `expect` is the version of either. Raises Stale, and EventRefused for what cannot be laid out so.
    """
    need_state(rows.event, State.RUNNING)
    need_pairings(rows.event)
    draft = _draft_of(rows, layout, expect)
    if draft.published and not layout.publish:
        raise EventRefused(
            Message(_("Round %(round)d is public: changes to it are public, too."), {"round": draft.number})
        )
    check_numbers(rows, layout.numbers)
    before = boards_of(draft)
    try:
        laid = lay_out_boards(before, layout.boards, layout.byes)
    except PairingError as error:
        raise EventRefused(error.message) from error
    if not has_same_opponents(before, laid):
        need_free_pairing(rows.event)
    check_half_byes(rows, laid)
    if draft.published:
        check_unplayed(rows, draft.number, laid)
    return LayoutInQuestion(rows=rows, draft=draft, layout=layout, laid=laid)


def _draft_of(rows: EventData, layout: Layout, expect: int | None) -> RoundDraft:
    """The draft, or a copy of the last round where there is none; Stale where that is not what the caller saw."""
    draft, last = RoundDraft.objects.filter(event=rows.event).first(), rows.round(layout.number)
    if draft is None:
        if expect is not None and not layout.public:  # it was published, or given up
            raise Stale(rows.event.scope, expect, last.version if last is not None else 0)
        return copy_of_last(rows, layout.number, expect)
    coming = draft.number == len(rows.rounds) + (0 if draft.published else 1)
    seen = expect is None or (expect == draft.version and not layout.public)
    if not coming or draft.number != layout.number or not seen:
        raise Stale(rows.event.scope, expect or layout.number, draft.version)
    return draft


def lay_out_round(
    event_id: int,
    actor: Account,
    layout: Layout,
    *,
    reason: str = "",
    expect: int | None = None,
    confirm: Collection[str] = (),
) -> RoundDraft | None:
    """Let a draft, or the last round, be as it is laid out: one act, whatever was changed. The draft that is left.

    `expect` is the version of the draft, or of the public round where there is none. Where it is not as the engine
    gives it, `reason` says why. What speaks against it is confirmed by the keys in `confirm`. Raises NotAllowed,
    Stale, EventRefused and ConfirmationNeeded.
    """

    def prepare(rows: EventData) -> tuple[LayoutInQuestion, Setups | None]:
        asked = read_layout(rows, layout, expect)
        if asked.record is not None:
            need_reason(reason, WHY)
        asked.confirm(confirm)
        return asked, lay_out(rows.event, asked.round) if layout.publish else None

    act = PublishLayout if layout.publish else SaveLayout
    with prepared_act(event_id, actor, act, prepare, round=layout.number) as (doing, rows, (asked, setups)):
        draft = _as_prepared(doing.event, asked.draft)
        doing.note(engine=draft.engine, differs=asked.record is not None, was_public=draft.published)
        doing.note_change(**{name_of_places(rows.event.format): (draft.before or draft.boards, to_json(asked.round))})
        doing.set_reason(reason)
        if setups is None:
            close_draft(draft, to_json(asked.round))
            return draft
        _publish(doing, actor, rows, draft, asked, setups)
    return None


def _as_prepared(event: Event, draft: RoundDraft) -> RoundDraft:
    """The draft, which is what it was before the lock; Stale where it is not, or where there is one now."""
    if not draft._state.adding:
        return find_draft(event, draft.version)
    if RoundDraft.objects.filter(event=event).exists():
        raise Stale(event.scope, draft.number, draft.number)
    return draft


def _publish(
    doing: EventCommand,
    actor: Account,
    rows: EventData,
    draft: RoundDraft,
    asked: LayoutInQuestion,
    setups: Setups,
) -> None:
    """Write the round in the place of the public one, or as the next. Inside the act."""
    wanted = RoundOptions(played_on=draft.played_on, deadline=draft.deadline)
    if not draft._state.adding:
        draft.delete()
    if draft.published:
        apply_round(doing, actor, rows, asked.round, setups, asked.record)
        return
    prepared = PreparedRound(
        pairings=asked.round,
        setups=setups,
        known=draft.known or current_knowledge(rows),
        accelerated={int(entry): tuple(points) for entry, points in draft.accelerated.items()},
        by_hand=asked.record,
    )
    store_prepared(doing, actor, rows, prepared, wanted)
