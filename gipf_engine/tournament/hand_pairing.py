"""A round that is paired by hand: what speaks against it, how it differs from another.

A round under way is a `RoundPairings`; entrants without a place in it are idle. The table is the one before the round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Bye, ByeKind, Colour, CrossTable, Entrant
from gipf_engine.tournament.hand_steps import idle_numbers
from gipf_engine.tournament.pairing.base import ByeGiven, Pair, RoundPairings
from gipf_engine.tournament.pairing.swiss.player_state import PlayerState, players_of

LARGEST_DIFFERENCE = 2
"""How many whites more than blacks, or the other way round, are still allowed before the last round (C.04.3)."""


LEFT_OUT, MEETINGS = "left-out", "meetings"
"""Keys of cautions: for one who has no place in a round, and for who would not meet as often as the schedule says."""
ANNOUNCED = (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO)
"""Byes that a person asked for, or was given; the others come with the pairing."""


class Level(IntEnum):
    """How much an act asks of the one who does it, as FIDE's checklist grades its warnings."""

    INFORM = 1
    ACKNOWLEDGE = 2
    CONFIRM = 3
    CONFIRM_TWICE = 4
    REFUSE = 5


@dataclass(frozen=True, slots=True)
class Caution:
    """Something that speaks against an act, and how much it asks. `key` is what programs call it."""

    key: str
    level: Level
    message: Message


REMATCH = "rematch"
"""The key of a caution that two have met before."""

# --- what speaks against it ----------------------------------------------------------------------------


def find_cautions(table: CrossTable, round_: RoundPairings, *, meets_again: bool = False) -> tuple[Caution, ...]:
    """Everything that speaks against a round, board by board, then byes, then who is left out.

    `meets_again`: the system pairs two more than once by its own rule, so that it is no matter that they have met.
    """
    known = {state.number: state for state in players_of(_before(table))}
    return (
        *(
            caution
            for pair in round_.pairs
            for caution in _of_pair(table, known, pair)
            if not (meets_again and caution.key == REMATCH)
        ),
        *(caution for bye in round_.byes for caution in _of_bye(table, known, bye)),
        *_of_pairing_byes(round_),
        *(_left_out(table.entrant(number)) for number in idle_numbers(table, round_)),
    )


def _before(table: CrossTable) -> CrossTable:
    """The table without byes of rounds to come, so that everybody has a history."""
    cut = (replace(each, cells=each.cells[: table.rounds_played], withdrawn=False) for each in table.entrants)
    return replace(table, entrants=tuple(cut))


def _of_pair(table: CrossTable, known: Mapping[int, PlayerState], pair: Pair) -> Iterator[Caution]:
    white, black = known[pair.white], known[pair.black]
    names = {"white": table.entrant(pair.white).name, "black": table.entrant(pair.black).name}
    for entrant in (table.entrant(pair.white), table.entrant(pair.black)):
        if entrant.withdrawn and not table.predetermined:
            yield Caution("withdrawn", Level.REFUSE, Message(_("%(name)s has withdrawn"), {"name": entrant.name}))
    if pair.black in white.opponents and not table.predetermined:
        yield Caution(REMATCH, Level.CONFIRM, Message(_("%(white)s and %(black)s have met before"), names))
    if is_forbidden(table, pair.white, pair.black):
        yield Caution("kept-apart", Level.CONFIRM, Message(_("%(white)s and %(black)s are kept apart"), names))
    if pair.by_lot or table.predetermined:
        return
    yield from _of_colours(table, white, Colour.WHITE)
    yield from _of_colours(table, black, Colour.BLACK)
    if (white.preference, black.preference) == (Colour.BLACK, Colour.WHITE):
        message = _("%(white)s is due to be Black and %(black)s to be White: both have the other colour")
        yield Caution("both-colours", Level.ACKNOWLEDGE, Message(message, names))


def _of_colours(table: CrossTable, player: PlayerState, colour: Colour) -> Iterator[Caution]:
    """What speaks against giving a player this colour; nothing in the last round."""
    if table.rounds_planned == table.rounds_played + 1:
        return
    params = {"name": table.entrant(player.number).name, "colour": Message(COLOURS[colour])}
    if player.repeated is colour:
        message = _("%(name)s would be %(colour)s for the third time running")
        yield Caution("third-colour", Level.CONFIRM, Message(message, params))
    if abs(player.balance + (1 if colour is Colour.WHITE else -1)) > LARGEST_DIFFERENCE:
        message = _("%(name)s would have been %(colour)s three times more often than the other colour")
        yield Caution("colour-difference", Level.CONFIRM, Message(message, params))


COLOURS = {Colour.WHITE: _("White"), Colour.BLACK: _("Black")}


def is_forbidden(table: CrossTable, one: int, other: int) -> bool:
    """Whether two may not meet in the round after `table.rounds_played`."""
    coming = table.rounds_played + 1
    return any(
        {one, other} <= each.numbers and each.first_round <= coming and coming <= (each.last_round or coming)
        for each in table.forbidden
        if not each.is_soft
    )


def _of_bye(table: CrossTable, known: Mapping[int, PlayerState], bye: ByeGiven) -> Iterator[Caution]:
    entrant = table.entrant(bye.number)
    params = {"name": entrant.name}
    if entrant.withdrawn and not table.predetermined:
        yield Caution("withdrawn", Level.REFUSE, Message(_("%(name)s has withdrawn"), params))
    if bye.kind is ByeKind.PAIRING and not known[bye.number].pab:
        message = _("%(name)s has had a bye, or a win without playing, and should not get another bye")
        yield Caution("second-bye", Level.CONFIRM, Message(message, params))
    if bye.kind is ByeKind.FULL:
        yield Caution(
            "full-bye", Level.ACKNOWLEDGE, Message(_("%(name)s gets a full point for a round not played"), params)
        )
    if bye.kind is ByeKind.HALF and had_bye(table, bye.number, ByeKind.HALF):
        message = _("%(name)s has had a half-point bye already")
        yield Caution("second-half-bye", Level.CONFIRM, Message(message, params))


def had_bye(table: CrossTable, number: int, kind: ByeKind) -> bool:
    """Whether an entrant had a bye of this kind in a round that was played."""
    return any(
        isinstance(cell, Bye) and cell.kind is kind for cell in table.entrant(number).cells[: table.rounds_played]
    )


def _of_pairing_byes(round_: RoundPairings) -> Iterator[Caution]:
    given = sum(bye.kind is ByeKind.PAIRING for bye in round_.byes)
    if given > 1:
        message = _("the pairing-allocated bye is given more than once: %(byes)d")
        yield Caution("two-byes", Level.CONFIRM, Message(message, {"byes": given}))


def _left_out(entrant: Entrant) -> Caution:
    message = _("%(name)s is not paired and has no bye: this counts as an absence")
    return Caution(LEFT_OUT, Level.CONFIRM, Message(message, {"name": entrant.name}))


def find_byes_taken_over(table: CrossTable, round_: RoundPairings, one: int, other: int) -> Iterator[Caution]:
    """The byes that a person asked for and that an exchange of two would hand to the other."""
    for bye in round_.byes:
        if bye.kind in ANNOUNCED and bye.number in (one, other):
            new = other if bye.number == one else one
            params = {"name": table.entrant(new).name, "other": table.entrant(bye.number).name}
            message = _("%(name)s would get the bye that %(other)s asked for")
            yield Caution("bye-taken-over", Level.CONFIRM, Message(message, params))


Meetings = Mapping[frozenset[int], int]
"""How often two meet, by their pairing numbers."""


def count_meetings(rounds: Iterable[RoundPairings]) -> Counter[frozenset[int]]:
    """How often everybody meets in these rounds."""
    return Counter(frozenset((pair.white, pair.black)) for round_ in rounds for pair in round_.pairs)


def compare_meetings(table: CrossTable, expected: Meetings, actual: Meetings) -> Iterator[Caution]:
    """Where a schedule brings everybody together: the pairs that meet too often or not often enough."""
    for pair in sorted(expected.keys() | actual.keys(), key=sorted):
        times, wanted = actual.get(pair, 0), expected.get(pair, 0)
        if times != wanted:
            one, other = (table.entrant(number).name for number in sorted(pair))
            message = _("%(one)s and %(other)s would meet %(times)d times in the event instead of %(wanted)d")
            params = {"one": one, "other": other, "times": times, "wanted": wanted}
            yield Caution(MEETINGS, Level.CONFIRM, Message(message, params))


# --- how it differs from another -----------------------------------------------------------------------

Seat = tuple[int, int]
"""Two pairing numbers at a board, the one who begins first; (number, 0) for a bye."""


def seats_of(round_: RoundPairings) -> tuple[Seat, ...]:
    """The boards of a round, then its byes."""
    return (*((pair.white, pair.black) for pair in round_.pairs), *((bye.number, 0) for bye in round_.byes))


@dataclass(frozen=True, slots=True)
class Difference:
    """A place that is not the same in two rounds: what stands there by hand, and what the engine gives its players."""

    board: int
    by_hand: Seat
    engine: tuple[Seat, ...]


def find_differences(by_hand: RoundPairings, engine: RoundPairings | None) -> tuple[Difference, ...]:
    """The places of a round that the engine gives otherwise, board by board; every place where it gives no round."""
    wanted = seats_of(engine) if engine is not None else ()
    kinds = {bye.number: bye.kind for bye in engine.byes} if engine is not None else {}
    own_kinds = {bye.number: bye.kind for bye in by_hand.byes}
    found = []
    for board, seat in enumerate(seats_of(by_hand), 1):
        if seat in wanted and own_kinds.get(seat[0]) == kinds.get(seat[0]):
            continue
        instead = tuple(each for each in wanted if set(each) & (set(seat) - {0}))
        found.append(Difference(board, seat, instead))
    return tuple(found)
