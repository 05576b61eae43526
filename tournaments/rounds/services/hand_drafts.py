"""The draft that is paired by hand: one that is there, or a copy of the last round, and what is refused in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.conf import settings
from django.utils import timezone

from common.computed_once import compute_once
from common.journal import queries as journal
from common.journal.services import Stale
from common.release import release
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament import hand_pairing as engine
from gipf_engine.tournament import hand_steps
from gipf_engine.tournament.crosstable import ByeKind
from gipf_engine.tournament.pairing import PairingError, RoundPairings
from gipf_engine.tournament.pairing.steps import StepCounter, TooManySteps
from tournaments.core.errors import EventRefused
from tournaments.core.formats import is_for_teams, system_of
from tournaments.core.loader import EventData, RoundRow
from tournaments.core.queries.cached import CACHED_SECONDS
from tournaments.core.round_drafts import kept_engine, to_json
from tournaments.core.sides import as_pairings, can_be_placed_freely, has_fixed_schedule, sides_by_number
from tournaments.models import Event, RoundDraft
from tournaments.rounds.queries.pairing_reasons import table_before
from tournaments.rounds.services.round_drafts import need_closed

WHY = Message(_("Give a reason for changing the pairing by hand."))


def draft_to_open(draft: RoundDraft, number: int, expect: int | None) -> RoundDraft:
    """The draft, which may now be paired by hand. Raises EventRefused and Stale."""
    need_closed(draft)
    if draft.number != number or expect not in (None, draft.version):
        raise Stale(draft.event.scope, expect or number, draft.version)
    return draft


def copy_of_last(rows: EventData, number: int, expect: int | None) -> RoundDraft:
    """The last round as a draft that is not stored yet, with what the engine gives for it."""
    round_ = rows.round(number)
    if round_ is None or number != len(rows.rounds):
        raise EventRefused(Message(_("Only pairings of the last round can be changed.")))
    if expect is not None and round_.version != expect:
        raise Stale(rows.event.scope, expect, round_.version)
    return RoundDraft(
        event=rows.event,
        number=number,
        published=True,
        boards=to_json(as_pairings(rows, round_)),
        engine=_engine_of_public(rows, round_),
        known=round_.known,
        made_at=timezone.now(),
    )


def _engine_of_public(rows: EventData, round_: RoundRow) -> dict[str, Any] | None:
    """What the format pairs for a public round, as a column keeps it: kept while nothing is done in the event."""

    def compute() -> dict[str, Any]:
        wanted = engine_round(rows, round_.number)
        return {"engine": to_json(wanted) if wanted is not None else None}

    version = journal.version(rows.event.scope)
    kept = compute_once(f"engine-round:{release()}:{rows.event.pk}:{version}", dict[str, Any], compute, CACHED_SECONDS)
    found: dict[str, Any] | None = kept["engine"]
    return found


def engine_round(rows: EventData, number: int) -> RoundPairings | None:
    """What the format pairs for a round that is public, from what was known then; None where it finds nothing.

    Where it takes too long to find out, it is what was kept, or the round itself. Where first moves were drawn, they
    are as they were published.
    """
    steps = StepCounter(settings.ROUND_STEPS_ON_A_PAGE, settings.ROUND_BYTES_ON_A_PAGE)
    try:
        made = system_of(rows.event).pair(table_before(rows, number), steps)
    except PairingError:
        return None
    except TooManySteps:
        kept = rows.rounds[number - 1].by_hand
        return kept_engine(number, kept) if kept else as_pairings(rows, rows.rounds[number - 1])
    public = as_pairings(rows, rows.rounds[number - 1])
    there = {(pair.white, pair.black) for pair in public.pairs}
    pairs = tuple(
        hand_steps.reverse_pair(pair) if pair.by_lot and (pair.black, pair.white) in there else pair
        for pair in made.pairs
    )
    asked = {bye.number for bye in made.byes}
    announced = tuple(bye for bye in public.byes if bye.number not in asked and bye.kind in engine.ANNOUNCED)
    return RoundPairings(number, pairs, (*made.byes, *announced))


def check_numbers(rows: EventData, numbers: Iterable[int]) -> None:
    """EventRefused for a number that no player has, or no team where teams meet."""
    known, of_teams = sides_by_number(rows), is_for_teams(rows.event.format)
    unknown = _("Team number %(number)d does not exist.") if of_teams else _("Player number %(number)d does not exist.")
    for number in numbers:
        if number not in known:
            raise EventRefused(Message(unknown, {"number": number}))


def check_half_byes(rows: EventData, round_: RoundPairings) -> None:
    """EventRefused where a person gets a half-point bye who is to get none."""
    for bye in round_.byes:
        side = sides_by_number(rows)[bye.number]
        if bye.kind is ByeKind.HALF and side.no_half_byes:
            raise EventRefused(Message(_("Half-point byes are stopped for %(name)s."), {"name": side.name}))


def need_free_pairing(event: Event) -> None:
    """EventRefused where pairings follow from results, so that only colours can be swapped."""
    if not can_be_placed_freely(event.format) and not has_fixed_schedule(event.format):
        raise EventRefused(
            Message(_("In this format pairings follow from results alone: the next round would not fit."))
        )


def close_draft(draft: RoundDraft, boards: Mapping[str, Any]) -> None:
    """Store that no one pairs a draft by hand any more, and what stands in it now."""
    draft.boards, draft.before, draft.opened_at, draft.opened_by = boards, {}, None, None
    draft.version += 1
    draft.save()
