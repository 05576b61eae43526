"""A round that arbiters alone see: who sits where, who is idle, what speaks against it, where the engine differs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from common.message_json import from_json
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import ByeKind
from gipf_engine.tournament.hand_pairing import Caution, find_differences, seats_of
from gipf_engine.tournament.hand_steps import idle_numbers
from gipf_engine.tournament.numbers import points_text
from gipf_engine.tournament.pairing import RoundPairings
from tournaments.core.formats import is_for_teams
from tournaments.core.loader import EntryRow, EventData
from tournaments.core.round_drafts import (
    boards_of,
    cautions_of,
    cautions_of_publishing,
    describe_differences,
    engine_of,
)
from tournaments.core.sides import (
    SideRow,
    as_pairings,
    can_be_placed_freely,
    fixed_numbers,
    has_fixed_schedule,
    sides_by_number,
    table_for,
)
from tournaments.core.team_loader import TeamRow
from tournaments.models import Event, RoundDraft
from tournaments.rounds.queries.rounds import BYES, bye_words


@dataclass(frozen=True, slots=True)
class DraftSide:
    """A player or a team in a draft, with the points from before the round, in tenths."""

    side: SideRow
    points: int

    @property
    def entry(self) -> EntryRow | None:
        """The player; None where teams meet."""
        return self.side if isinstance(self.side, EntryRow) else None

    @property
    def team(self) -> TeamRow | None:
        """The team; None where players meet."""
        return self.side if isinstance(self.side, TeamRow) else None


@dataclass(frozen=True, slots=True)
class DraftBoard:
    """A place of a draft: two with their points before the round, or one and what kind of bye it is."""

    number: int
    white: DraftSide
    black: DraftSide | None
    bye: Message | None


@dataclass(frozen=True, slots=True)
class DraftPage:
    """A draft as its arbiters see it. `by_hand`: it is being paired by hand, since `opened_at`.

    `cautions` speak against it as it is, `differences` tell where the engine pairs otherwise; `refusal` says why the
    engine pairs nothing. `can_pair`: any two can be paired in this format, not only swap colours.
    """

    number: int
    version: int
    published: bool
    by_hand: bool
    opened_at: datetime | None
    publish_at: datetime | None
    held_back: bool
    boards: tuple[DraftBoard, ...]
    idle: tuple[SideRow, ...]
    cautions: tuple[Caution, ...]
    differences: tuple[Message, ...]
    refusal: Message | None
    can_pair: bool

    @property
    def idle_entries(self) -> list[EntryRow]:
        """The players without a place."""
        return [each for each in self.idle if isinstance(each, EntryRow)]

    @property
    def idle_teams(self) -> list[TeamRow]:
        """The teams without a place."""
        return [each for each in self.idle if isinstance(each, TeamRow)]


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
        idle=tuple(sides_by_number(rows)[number] for number in idle_numbers(table, round_)),
        cautions=(*(each for each in cautions_of(rows, round_) if each not in found), *found),
        differences=tuple(describe_differences(rows, find_differences(round_, engine_of(draft)))),
        refusal=from_json(draft.refusal) if draft.refusal else None,
        can_pair=_pairs_any_two(rows.event.format),
    )


def _pairs_any_two(key: str) -> bool:
    """Whether by hand any two can meet in the format, and not only swap colours."""
    return can_be_placed_freely(key) or has_fixed_schedule(key)


WORTH: Mapping[ByeKind, str] = {
    ByeKind.PAIRING: _("the pairing-allocated bye"),
    ByeKind.HALF: _("half a point"),
    ByeKind.ZERO: _("nothing"),
    ByeKind.FULL: _("a full point"),
}
"""What the byes that are given by hand are worth."""

WORTH_OF_TEAMS: Mapping[ByeKind, str] = {
    **WORTH,
    ByeKind.HALF: _("as a drawn match"),
    ByeKind.FULL: _("as a won match"),
}


# --- what the page of pairing by hand lays out ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandTable:
    """A round to be laid out by hand, a draft or the last one (`published`), of its `version`.

    `state` is what the page's script reads, as JSON: who there is, who sits where, and `fixed`, the pairing numbers of
    those whose board or match has a result. `free`: any two can be paired, not only swap colours. `of_teams`: teams are
    laid out, and matches of them.
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
    of_teams: bool = False

    @property
    def kinds(self) -> tuple[tuple[str, str], ...]:
        """What a bye can be worth, in the reader's language."""
        words = WORTH_OF_TEAMS if self.of_teams else WORTH
        return tuple((kind.value, gettext(text)) for kind, text in words.items())


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
    free, table = _pairs_any_two(rows.event.format), table_for(rows, number)
    placed = {number for seat in seats_of(round_) for number in seat}
    sides = [each for number, each in sorted(sides_by_number(rows).items()) if not each.withdrawn or number in placed]
    state = {
        "players": [
            {"number": each.number, "name": each.name, "points": points_text(table.points(each.number or 0))}
            for each in sides
        ],
        "boards": [[pair.white, pair.black] for pair in round_.pairs],
        "byes": [[bye.number, bye.kind.value] for bye in round_.byes],
        "fixed": list(fixed_numbers(rows, rows.rounds[number - 1])) if published else [],
        "free": free,
    }
    places = [f"{pair.white}-{pair.black}" for pair in round_.pairs]
    places += [f"{bye.number}:{bye.kind.value}" for bye in round_.byes]
    text = json.dumps(state, ensure_ascii=False)
    of_teams = is_for_teams(rows.event.format)
    return HandTable(number, version, published, free, text, " ".join(places), is_draft, of_teams)


def _boards(rows: EventData, draft: RoundDraft) -> Sequence[DraftBoard]:
    round_, table, sides = boards_of(draft), table_for(rows, draft.number), sides_by_number(rows)

    def side(number: int) -> DraftSide:
        return DraftSide(sides[number], table.points(number))

    places = [(pair.white, pair.black, None) for pair in round_.pairs]
    alone = [(bye.number, 0, _bye_words(rows.event, bye.kind.value)) for bye in round_.byes]
    return [
        DraftBoard(board, side(white), side(black) if black else None, bye)
        for board, (white, black, bye) in enumerate([*places, *alone], 1)
    ]


def _bye_words(event: Event, kind: str) -> Message:
    """What a bye is called; of a team it is no board that the other team leaves empty."""
    return Message(BYES[kind]) if is_for_teams(event.format) else bye_words(event, kind)
