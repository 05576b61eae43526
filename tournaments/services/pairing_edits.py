"""One change by hand to the last round, at once: the beginning, one step and the end of a pairing by hand together."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from common.journal.services import Stale
from engine.messages import Message
from engine.messages import gettext_noop as _
from engine.tournament.pairing import PairingError, RoundPairings
from players.models import Account
from players.roles import Act
from tournaments.domain.errors import EventRefused
from tournaments.domain.formats import is_predetermined, pairs_freely
from tournaments.domain.loader import EventData, PairingRow, RoundRow
from tournaments.domain.round_drafts import as_pairings, hand_record, to_json
from tournaments.models import Pairing
from tournaments.services.base import State, need_reason, need_state, prepared_act
from tournaments.services.hand_pairing import WHY, HandStep, Step, confirm_step, engine_round
from tournaments.services.round_changes import apply_round, check_unplayed
from tournaments.services.rounds import lay_out, need_no_draft
from tournaments.services.setup_draws import Setups


@dataclass(frozen=True, slots=True)
class _Edit:
    """A round as it is to be: the places that change, as it was, what is kept of the engine's, and its set-ups."""

    places: Sequence[PairingRow]
    before: RoundPairings
    round: RoundPairings
    record: Mapping[str, Any] | None
    setups: Setups


def swap_colours(
    event_id: int,
    actor: Account,
    pairing_id: int,
    *,
    reason: str,
    expect: int | None = None,
    confirm: Collection[str] = (),
) -> None:
    """Let the other one begin on a board. `expect` is the round's version that the caller saw.

    What speaks against it is confirmed by the keys in `confirm`. Raises NotAllowed, Stale, EventRefused,
    ConfirmationNeeded and Pairing.DoesNotExist.
    """
    need_reason(reason, WHY)

    def prepare(rows: EventData) -> _Edit:
        numbers = Pairing.objects.filter(round__event=rows.event).values_list("round__number", flat=True)
        round_ = _current(rows, numbers.get(pk=pairing_id), expect)
        pairing = next(each for each in round_.pairings if each.id == pairing_id)
        if pairing.white is None:
            raise EventRefused(Message(_("A bye has no colours.")))
        step = HandStep(step=Step.SWAP, one=rows.by_id[pairing.white].number or 0)
        return _prepare(rows, round_, step, [pairing], confirm)

    act = prepared_act(event_id, actor, Act.RUN_ROUNDS, "swap-colours", prepare, pairing=pairing_id)
    with act as (doing, rows, edit):
        need_no_draft(doing.event)
        doing.note(round=edit.round.number, board=edit.places[0].board)
        doing.note_change(pairings=(to_json(edit.before), to_json(edit.round)))
        doing.set_reason(reason)
        apply_round(doing, actor, rows, edit.round, edit.setups, edit.record)


def exchange_entries(
    event_id: int,
    actor: Account,
    round_number: int,
    first: int,
    second: int,
    *,
    reason: str,
    expect: int | None = None,
    confirm: Collection[str] = (),
) -> None:
    """Let two entries (ids) of a round change places: opponent, colour, board or bye.

    Not in formats whose schedule is fixed, where somebody would meet twice. `expect` is the round's version. What
    speaks against it is confirmed by the keys in `confirm`. Raises NotAllowed, Stale, EventRefused and
    ConfirmationNeeded.
    """
    need_reason(reason, WHY)

    def prepare(rows: EventData) -> _Edit:
        if is_predetermined(rows.event.format):
            raise EventRefused(
                Message(_("All pairings of this format are fixed: after an exchange some would meet twice."))
            )
        if not pairs_freely(rows.event.format):
            raise EventRefused(Message(_("In this format results alone say who meets: the next round would not fit.")))
        round_ = _current(rows, round_number, expect)
        places = [_place(round_, entry) for entry in (first, second)]
        one, other = (rows.by_id[entry].number or 0 for entry in (first, second))
        return _prepare(rows, round_, HandStep(step=Step.EXCHANGE, one=one, other=other), places, confirm)

    act = prepared_act(event_id, actor, Act.RUN_ROUNDS, "exchange-entries", prepare, round=round_number)
    with act as (doing, rows, edit):
        need_no_draft(doing.event)
        doing.note(entries=[first, second], boards=[place.board for place in edit.places])
        doing.note_change(pairings=(to_json(edit.before), to_json(edit.round)))
        doing.set_reason(reason)
        apply_round(doing, actor, rows, edit.round, edit.setups, edit.record)


def _prepare(
    rows: EventData, round_: RoundRow, step: HandStep, places: Sequence[PairingRow], confirm: Collection[str]
) -> _Edit:
    """What one step makes of a public round. EventRefused where it cannot be done."""
    need_no_draft(rows.event)
    before = as_pairings(rows, round_)
    try:
        after = step.apply(before)
    except PairingError as error:
        raise EventRefused(error.message) from error
    check_unplayed(rows, round_.number, after)
    confirm_step(rows, step, before, after, confirm)
    record = hand_record(after, engine_round(rows, round_.number))
    return _Edit(places, before, after, record, lay_out(rows.event, after))


def _current(rows: EventData, number: int, expect: int | None) -> RoundRow:
    """The round `number` of an event that runs, which must be the last and as the caller saw it."""
    need_state(rows.event, State.RUNNING)
    round_ = rows.round(number)
    if round_ is None or number != len(rows.rounds):
        raise EventRefused(Message(_("Only pairings of the last round can be changed.")))
    if expect is not None and round_.version != expect:
        raise Stale(rows.event.scope, expect, round_.version)
    return round_


def _place(round_: RoundRow, entry_id: int) -> PairingRow:
    for pairing in round_.pairings:
        if entry_id in pairing.entries:
            return pairing
    raise EventRefused(Message(_("This player is not paired in this round.")))
