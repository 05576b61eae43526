"""A round that arbiters alone see: who sits where, who is idle, what speaks against it, where the engine differs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from common.message_json import from_json
from gipf_engine.messages import Message
from gipf_engine.tournament.hand_pairing import Caution, find_differences, seats_of
from gipf_engine.tournament.hand_steps import idle_numbers
from gipf_engine.tournament.numbers import points_text
from gipf_engine.tournament.pairing import RoundPairings
from tournaments.core.formats import is_predetermined, pairs_freely
from tournaments.core.loader import EntryRow, EventData
from tournaments.core.preconditions import has_result
from tournaments.core.round_drafts import (
    as_pairings,
    boards_of,
    cautions_of,
    cautions_of_publishing,
    describe_differences,
    engine_of,
    table_for,
)
from tournaments.models import Event, RoundDraft
from tournaments.rounds.queries.rounds import Side, bye_words


@dataclass(frozen=True, slots=True)
class DraftBoard:
    """A place of a draft: two with their points before the round, or one and what kind of bye it is."""

    number: int
    white: Side
    black: Side | None
    bye: Message | None


@dataclass(frozen=True, slots=True)
class DraftPage:
    """A draft as its arbiters see it. `by_hand`: it is being paired by hand, since `opened_at`.

    `cautions` speak against it as it is, `differences` tell where the engine pairs otherwise; `refusal` says why the
    engine pairs nothing. `can_pair`: players can be paired otherwise in this format, not only swap colours.
    """

    number: int
    version: int
    published: bool
    by_hand: bool
    opened_at: datetime | None
    publish_at: datetime | None
    held_back: bool
    boards: tuple[DraftBoard, ...]
    idle: tuple[EntryRow, ...]
    cautions: tuple[Caution, ...]
    differences: tuple[Message, ...]
    refusal: Message | None
    can_pair: bool


def draft_page(rows: EventData) -> DraftPage | None:
    """The draft of an event, None where there is none."""
    draft = RoundDraft.objects.filter(event=rows.event).first()
    if draft is None:
        return None
    round_, table = boards_of(draft), table_for(rows, draft.number)
    closed = draft.opened_at is None and not draft.published
    found = cautions_of_publishing(rows, draft, round_) if closed else ()
    return DraftPage(
        number=draft.number,
        version=draft.version,
        published=draft.published,
        by_hand=draft.opened_at is not None,
        opened_at=draft.opened_at,
        publish_at=draft.publish_at,
        held_back=draft.held_back,
        boards=tuple(_boards(rows, draft)),
        idle=tuple(rows.by_number[number] for number in idle_numbers(table, round_)),
        cautions=(*(each for each in cautions_of(rows, round_) if each not in found), *found),
        differences=tuple(describe_differences(rows, find_differences(round_, engine_of(draft)))),
        refusal=from_json(draft.refusal) if draft.refusal else None,
        can_pair=pairs_freely(rows.event.format) or is_predetermined(rows.event.format),
    )


# --- what the page of pairing by hand lays out ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandTable:
    """A round to be laid out by hand, a draft or the last one (`published`), of its `version`.

    `state` is what the page's script reads, as JSON: who there is, who sits where, and `fixed`, the pairing numbers of
    those whose board has a result. `free`: players can be paired otherwise, not only swap colours.
    """

    number: int
    version: int
    published: bool
    free: bool
    state: str
    text: str
    """The boards and byes as forms send them."""
    is_draft: bool
    """Whether `version` is that of a draft, be it of a public round."""


def hand_table(rows: EventData) -> HandTable | None:
    """The draft, or the last round where there is none; None where neither is there to be laid out."""
    draft = RoundDraft.objects.filter(event=rows.event).first()
    if draft is not None:
        return _table(rows, draft.number, draft.version, boards_of(draft), published=draft.published, is_draft=True)
    round_ = rows.rounds[-1] if rows.rounds else None
    if round_ is None or round_.locked or rows.event.state != Event.State.RUNNING:
        return None
    return _table(rows, round_.number, round_.version, as_pairings(rows, round_), published=True, is_draft=False)


def _table(
    rows: EventData, number: int, version: int, round_: RoundPairings, *, published: bool, is_draft: bool
) -> HandTable:
    free = pairs_freely(rows.event.format) or is_predetermined(rows.event.format)
    table, decided = table_for(rows, number), rows.rounds[number - 1].pairings if published else ()
    fixed = [each for pairing in decided if has_result(pairing) for each in pairing.entries]
    placed = {number for seat in seats_of(round_) for number in seat}
    entries = [each for number, each in sorted(rows.by_number.items()) if not each.withdrawn or number in placed]
    state = {
        "players": [
            {"number": each.number, "name": each.name, "points": points_text(table.points(each.number or 0))}
            for each in entries
        ],
        "boards": [[pair.white, pair.black] for pair in round_.pairs],
        "byes": [[bye.number, bye.kind.value] for bye in round_.byes],
        "fixed": [rows.by_id[entry].number for entry in fixed],
        "free": free,
    }
    places = [f"{pair.white}-{pair.black}" for pair in round_.pairs]
    places += [f"{bye.number}:{bye.kind.value}" for bye in round_.byes]
    return HandTable(
        number, version, published, free, json.dumps(state, ensure_ascii=False), " ".join(places), is_draft
    )


def _boards(rows: EventData, draft: RoundDraft) -> Sequence[DraftBoard]:
    round_, table = boards_of(draft), table_for(rows, draft.number)

    def side(number: int) -> Side:
        return Side(rows.by_number[number], table.points(number))

    places = [(pair.white, pair.black, None) for pair in round_.pairs]
    alone = [(bye.number, 0, bye_words(rows.event, bye.kind.value)) for bye in round_.byes]
    return [
        DraftBoard(board, side(white), side(black) if black else None, bye)
        for board, (white, black, bye) in enumerate([*places, *alone], 1)
    ]
