"""A round that is being made: whether there is one, which job pairs it, and how its draft is stored and judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import ByeKind
from gipf_engine.tournament.hand_pairing import (
    LEFT_OUT,
    Caution,
    Difference,
    Level,
    compare_meetings,
    count_meetings,
    find_cautions,
    find_differences,
)
from gipf_engine.tournament.pairing import RoundPairings
from gipf_engine.tournament.pairing.base import ByeGiven, Pair
from tournaments.core.errors import EventRefused
from tournaments.core.formats import format_of, is_for_teams
from tournaments.core.loader import EventData
from tournaments.core.pairing_history import current_knowledge
from tournaments.core.schedule import scheduled_rounds
from tournaments.core.sides import as_pairings, byes_asked_for, has_fixed_schedule, sides_by_number, table_for
from tournaments.models import Event, Round, RoundDraft

# --- whether a round is being made ------------------------------------------------------------------------


def need_no_draft(event: Event) -> None:
    """EventRefused where a round is being made already, or is being paired by hand."""
    draft = RoundDraft.objects.filter(event=event).first()
    if draft is None:
        return
    message = _("There is a draft of round %(round)d: publish or discard it first.")
    if draft.opened_at is not None:
        message = _("Round %(round)d is being paired by hand: finish that first.")
    raise EventRefused(Message(message, {"round": draft.number}))


def is_paired(event: Event) -> bool:
    """Whether a round is paired, be it only as a draft."""
    return Round.objects.filter(event=event).exists() or RoundDraft.objects.filter(event=event).exists()


# --- the job that pairs a round for which a page has no time: what it is called, and how far it is --------


PAIR = "pair"
"""The kind of job. Its subject is the event's scope and the round's number: "event:12:3"."""

READ, PAIRED, STORED = 1, 2, 3
"""How far a round is, of STORED."""


def subject_of(event: Event, number: int) -> str:
    """The subject of the job that makes a round."""
    return f"{event.scope}:{number}"


# --- rounds that are not public yet, and rounds changed by hand -------------------------------------------
# How they are kept, and what speaks against them.


def to_json(round_: RoundPairings) -> dict[str, Any]:
    """A round as a JSON column keeps it: pairs with who begins first, and byes with their kinds."""
    return {
        "pairs": [[pair.white, pair.black, pair.by_lot] for pair in round_.pairs],
        "byes": [[bye.number, bye.kind.value] for bye in round_.byes],
    }


def from_json(number: int, data: Mapping[str, Any]) -> RoundPairings:
    """The round that was kept."""
    return RoundPairings(
        number,
        tuple(Pair(white, black, by_lot) for white, black, by_lot in data["pairs"]),
        tuple(ByeGiven(entrant, ByeKind(kind)) for entrant, kind in data["byes"]),
    )


def boards_of(draft: RoundDraft) -> RoundPairings:
    """What stands in a draft now."""
    return from_json(draft.number, draft.boards)


def engine_of(draft: RoundDraft) -> RoundPairings | None:
    """What the format pairs in place of a draft; None where it finds nothing."""
    return from_json(draft.number, draft.engine) if draft.engine is not None else None


def cautions_of(rows: EventData, round_: RoundPairings) -> tuple[Caution, ...]:
    """Everything that speaks against a round made by hand; where the schedule is fixed, whom it would not bring."""
    table = table_for(rows, round_.number)
    found = find_cautions(table, round_, meets_again=format_of(rows.event.format).meets_again)
    if not has_fixed_schedule(rows.event.format):
        return found
    return (*found, *compare_meetings(table, *_meetings(rows, round_)))


def _meetings(rows: EventData, round_: RoundPairings) -> tuple[Counter[frozenset[int]], Counter[frozenset[int]]]:
    """How often everybody meets by the schedule, and with `round_` in its place among the others."""
    whole = count_meetings(scheduled_rounds(replace(rows, rounds=())))
    others = [as_pairings(rows, each) for each in rows.rounds if each.number != round_.number]
    coming = [each for each in scheduled_rounds(rows) if each.number != round_.number]
    return whole, count_meetings([*others, round_, *coming])


def cautions_of_publishing(rows: EventData, draft: RoundDraft, round_: RoundPairings) -> tuple[Caution, ...]:
    """What speaks against publishing a draft: who left, byes asked for and results changed since it was made."""
    found = [each for each in cautions_of(rows, round_) if each.level is Level.REFUSE or each.key == LEFT_OUT]
    return (*found, *_byes_asked_since(rows, round_), *_results_changed(rows, draft))


def _byes_asked_since(rows: EventData, round_: RoundPairings) -> Iterator[Caution]:
    alone = {bye.number for bye in round_.byes}
    for row, _kind in byes_asked_for(rows, round_.number):
        if row.number not in alone and not row.withdrawn:
            message = _("%(name)s asked for a bye in this round")
            yield Caution("bye-asked-for", Level.CONFIRM, Message(message, {"name": row.name}))


def _results_changed(rows: EventData, draft: RoundDraft) -> Iterator[Caution]:
    if draft.known is not None and draft.known["results"] != current_knowledge(rows)["results"]:
        yield Caution("results-changed", Level.CONFIRM, Message(_("results have changed since this round was paired")))


# --- what was changed by hand ---------------------------------------------------------------------------


def hand_record(round_: RoundPairings, engine: RoundPairings | None) -> dict[str, Any] | None:
    """What is kept of a round made by hand: the engine's (None where it found none). None where both are the same."""
    if not find_differences(round_, engine) and engine is not None and len(engine.pairs) == len(round_.pairs):
        return None
    return {"engine": to_json(engine) if engine is not None else None}


def kept_engine(number: int, by_hand: Mapping[str, Any] | None) -> RoundPairings | None:
    """The engine's round out of what is kept; None where it found none, or nothing is kept."""
    kept = by_hand["engine"] if by_hand else None
    return from_json(number, kept) if kept is not None else None


BY_HAND_LINE = "MPA @ Round"
"""Begins, with the round's number, the comment of a file on a round that arbiters paired otherwise."""


def hand_lines(rows: EventData) -> Iterator[str]:
    """A line for each round that arbiters paired otherwise than the format, in pairing numbers, for files."""
    for round_ in rows.rounds:
        if round_.by_hand is None:
            continue
        engine = kept_engine(round_.number, round_.by_hand)
        found = find_differences(as_pairings(rows, round_), engine)
        wanted = dict.fromkeys(seat for each in found for seat in each.engine)
        instead = f"the engine pairs {_seats(wanted)}" if engine is not None else "the engine finds no pairing"
        yield f"{BY_HAND_LINE} {round_.number}: by hand {_seats(each.by_hand for each in found)}; {instead}"


def _seats(seats: Iterable[tuple[int, int]]) -> str:
    return " ".join(f"{one}-{other}" for one, other in seats)


_OF_BOARDS = (
    _("board %(board)d: you paired %(hand)s, the rules give %(engine)s"),
    _("board %(board)d: you paired %(hand)s, the rules leave it empty"),
)
_OF_MATCHES = (
    _("match %(board)d: you paired %(hand)s, the rules give %(engine)s"),
    _("match %(board)d: you paired %(hand)s, the rules leave it empty"),
)


def describe_differences(rows: EventData, differences: Sequence[Difference]) -> Iterator[Message]:
    """Board by board, or match by match, who sits there by hand and what the engine gives them."""
    instead, empty = _OF_MATCHES if is_for_teams(rows.event.format) else _OF_BOARDS
    for each in differences:
        params = {"board": each.board, "hand": _name_seats(rows, each.by_hand)}
        engine = [_name_seats(rows, seat) for seat in each.engine]
        if engine:
            yield Message(instead, {**params, "engine": engine})
        else:
            yield Message(empty, params)


def _name_seats(rows: EventData, seat: tuple[int, int]) -> Message:
    sides = sides_by_number(rows)
    names = [sides[number].name for number in seat if number in sides]
    if not seat[1]:
        return Message(_("%(one)s (no opponent)"), {"one": names[0]})
    return Message(_("%(one)s – %(two)s"), {"one": names[0], "two": names[1]})
