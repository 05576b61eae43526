"""What can be done to a round that is paired by hand: steps one by one, or the whole laid out anew.

A round under way is a `RoundPairings`; entrants without a place in it are idle. The table is the one before the round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import ByeKind, CrossTable
from gipf_engine.tournament.pairing.base import ByeGiven, Pair, PairingError, RoundPairings


def idle_numbers(table: CrossTable, round_: RoundPairings) -> tuple[int, ...]:
    """Who plays in the event and has no place in the round, by pairing number."""
    placed = set(_placed(round_))
    return tuple(sorted(each.number for each in table.entrants if not each.withdrawn and each.number not in placed))


def unpair(round_: RoundPairings, number: int) -> RoundPairings:
    """Let the one who sits with `number`, or has a bye, be idle. Raises PairingError where no one does."""
    pairs = tuple(pair for pair in round_.pairs if number not in (pair.white, pair.black))
    byes = tuple(bye for bye in round_.byes if bye.number != number)
    if (pairs, byes) == (round_.pairs, round_.byes):
        raise PairingError(Message(_("Number %(number)d is not paired in this round."), {"number": number}))
    return replace(round_, pairs=pairs, byes=byes)


def pair_up(round_: RoundPairings, white: int, black: int) -> RoundPairings:
    """Let two idle entrants meet, `white` beginning. Raises PairingError where one of them is not idle."""
    if white == black:
        raise PairingError(Message(_("Choose two different numbers.")))
    _need_idle(round_, white, black)
    return replace(round_, pairs=(*round_.pairs, Pair(white, black)))


def give_bye(round_: RoundPairings, number: int, kind: ByeKind) -> RoundPairings:
    """Give an idle entrant a bye. Raises PairingError where the entrant has a place already."""
    _need_idle(round_, number)
    return replace(round_, byes=(*round_.byes, ByeGiven(number, kind)))


def reverse_pair(pair: Pair) -> Pair:
    """The pair with the other one beginning."""
    return Pair(pair.black, pair.white, pair.by_lot)


def swap_sides(round_: RoundPairings, number: int) -> RoundPairings:
    """Let the other one begin on the board of `number`. Raises PairingError where it sits at none."""
    if not any(number in (pair.white, pair.black) for pair in round_.pairs):
        raise PairingError(Message(_("Number %(number)d has no opponent in this round."), {"number": number}))
    pairs = (
        replace(reverse_pair(pair), by_lot=False) if number in (pair.white, pair.black) else pair
        for pair in round_.pairs
    )
    return replace(round_, pairs=tuple(pairs))


def exchange(round_: RoundPairings, one: int, other: int) -> RoundPairings:
    """Let two change places: opponent, colour, board or bye; the one who was idle gives that to the other.

    Raises PairingError where both sit at one board, or neither has a place.
    """
    if any({one, other} == {pair.white, pair.black} for pair in round_.pairs):
        raise PairingError(Message(_("These two meet each other: swap their colours instead.")))
    placed = set(_placed(round_))
    if not placed & {one, other} or one == other:
        raise PairingError(Message(_("Choose two, at least one of them paired.")))
    places = {one: other, other: one}

    def moved(number: int) -> int:
        return places.get(number, number)

    pairs = tuple(
        pair if {pair.white, pair.black}.isdisjoint(places) else Pair(moved(pair.white), moved(pair.black))
        for pair in round_.pairs
    )
    return replace(round_, pairs=pairs, byes=tuple(replace(bye, number=moved(bye.number)) for bye in round_.byes))


def _placed(round_: RoundPairings) -> Iterator[int]:
    for pair in round_.pairs:
        yield from (pair.white, pair.black)
    yield from (bye.number for bye in round_.byes)


def _need_idle(round_: RoundPairings, *numbers: int) -> None:
    placed = set(_placed(round_))
    for number in numbers:
        if number in placed:
            message = _("Number %(number)d is already in this round: unpair it first.")
            raise PairingError(Message(message, {"number": number}))


def lay_out(
    before: RoundPairings, boards: Sequence[tuple[int, int]], byes: Sequence[tuple[int, ByeKind]]
) -> RoundPairings:
    """The round `before` with these boards, the one who begins first, and these byes; all others are idle.

    A board that stays as it was keeps that its first move is drawn. Raises PairingError where a person is in it twice.
    """
    numbers = Counter([*(number for board in boards for number in board), *(number for number, _kind in byes)])
    for number, times in numbers.items():
        if times > 1:
            raise PairingError(Message(_("Number %(number)d is in this round twice."), {"number": number}))
    kept = {(pair.white, pair.black): pair for pair in before.pairs}
    pairs = tuple(kept.get(board) or Pair(*board) for board in boards)
    return RoundPairings(before.number, pairs, tuple(ByeGiven(number, kind) for number, kind in byes))


def has_same_opponents(one: RoundPairings, other: RoundPairings) -> bool:
    """Whether two rounds differ in nothing but who begins and the order of boards."""

    def opponents(round_: RoundPairings) -> tuple[frozenset[frozenset[int]], frozenset[ByeGiven]]:
        return frozenset(frozenset((pair.white, pair.black)) for pair in round_.pairs), frozenset(round_.byes)

    return opponents(one) == opponents(other)


def sort_boards(table: CrossTable, round_: RoundPairings) -> RoundPairings:
    """The boards in publishing order (C.04.2): the better one's score, the sum, the better one's number."""

    def key(pair: Pair) -> tuple[int, int, int]:
        points = {number: table.points(number) for number in (pair.white, pair.black)}
        best, number = max((score, -number) for number, score in points.items())
        return -best, -sum(points.values()), -number

    return replace(round_, pairs=tuple(sorted(round_.pairs, key=key)))
