"""A GIPF position as ints, seen from the player whose turn it is, and what each step of a turn makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gipf_engine.rules.gipf import bits
from gipf_engine.rules.gipf.position_text import COLOURS, GIPFS_ONLY, NOTHING_YET, SINGLES, PositionData
from gipf_engine.rules.gipf.removal import (
    may_remove,
    may_remove_with_choice,
    must_remove,
    removals,
    removals_with_choice,
)


class PlayerState(NamedTuple):
    """What one player has: bits of his pieces, and what lies on his side of the table, in pieces."""

    pieces: int
    reserve: int
    captured: int
    phase: str


class State(NamedTuple):
    """A position inside a turn, seen from the player whose turn it is. `gipfs` are the bits of both players'."""

    own: PlayerState
    other: PlayerState
    gipfs: int

    @property
    def occupied(self) -> int:
        """Every piece on the board."""
        return self.own.pieces | self.other.pieces

    def without(self, taken: int) -> State:
        """Own pieces back in the reserve, the other's captured (GIPF 4, 9)."""
        if not taken:
            return self
        own, other, gipfs = self
        back, caught, double = taken & own.pieces, taken & other.pieces, taken & gipfs
        return State(
            PlayerState(
                own.pieces & ~taken,
                own.reserve + back.bit_count() + (back & double).bit_count(),
                own.captured + caught.bit_count() + (caught & double).bit_count(),
                own.phase,
            ),
            other._replace(pieces=other.pieces & ~taken),
            gipfs & ~taken,
        )

    def push(self, entry: int, gipf: bool) -> State:
        """A piece has come in at `entry`, which must be possible here (GIPF 3)."""
        own, other, gipfs = self
        first = bits.FIRST_BIT[entry]
        mine, theirs = own.pieces, other.pieces
        if entry in bits.PUSHES:
            line, pushes = bits.PUSHES[entry]
            push = pushes[self.occupied & line]
            mine, theirs, gipfs = push.shift(mine), push.shift(theirs), push.shift(gipfs)
        return State(
            PlayerState(mine | first, own.reserve - 1 - gipf, own.captured, GIPFS_ONLY if gipf else SINGLES),
            other if theirs == other.pieces else other._replace(pieces=theirs),
            gipfs | first if gipf else gipfs,
        )

    def has_room(self, entry: int) -> bool:
        """Whether the official entry `entry` is what would happen here."""
        if entry not in bits.PUSHES:
            return not self.occupied & bits.FIRST_BIT[entry]
        line, pushes = bits.PUSHES[entry]
        push = pushes.get(self.occupied & line)
        return push is not None and push.entry == entry

    def has_lost_gipfs(self, has_gipfs: bool) -> tuple[bool, bool]:
        """Whether the player, and whether the other, has brought in GIPF-pieces and has none left (GIPF 10)."""
        if not has_gipfs:
            return False, False
        own, other, gipfs = self
        return (
            own.phase != NOTHING_YET and not own.pieces & gipfs,
            other.phase != NOTHING_YET and not other.pieces & gipfs,
        )

    def removals(self, crossing_row_may_stay: bool) -> Iterator[int]:
        """Every set of spots that the player may take off now, lazily (GIPF 5)."""
        listing = removals_with_choice if crossing_row_may_stay else removals
        return listing(self.own.pieces, self.occupied, self.gipfs)

    def may_remove(self, taken: int, crossing_row_may_stay: bool) -> bool:
        """Whether the player may take off just these spots now, none included (GIPF 5)."""
        if not taken:
            return not must_remove(self.own.pieces, self.occupied, self.gipfs)
        test = may_remove_with_choice if crossing_row_may_stay else may_remove
        return test(taken, self.own.pieces, self.occupied, self.gipfs)

    def swap_sides(self) -> State:
        """The pieces as they lie, seen from the other player."""
        return State(self.other, self.own, self.gipfs)


def state_of(position_data: PositionData) -> State:
    """Position data as ints, from the player to move."""
    sides = [
        PlayerState(
            bits.mask(spot for spot, pieces in position_data.board.items() if pieces[0] == COLOURS[seat]),
            position_data.reserves[seat],
            position_data.captured[seat],
            position_data.phases[seat],
        )
        for seat in (0, 1)
    ]
    gipfs = bits.mask(spot for spot, pieces in position_data.board.items() if len(pieces) == 2)
    return State(sides[position_data.turn], sides[1 - position_data.turn], gipfs)


def position_data_of(state: State, turn: int, times: int = 1) -> PositionData:
    """The ints as position data; `turn` is the seat of `state.own`."""
    white, black = (state.other, state.own) if turn else (state.own, state.other)
    board: dict[str, str] = {}
    for side, colour in ((white, "W"), (black, "B")):
        board |= dict.fromkeys(bits.spots(side.pieces & ~state.gipfs), colour)
        board |= dict.fromkeys(bits.spots(side.pieces & state.gipfs), colour * 2)
    return PositionData(
        board=board,
        turn=turn,
        reserves=(white.reserve, black.reserve),
        captured=(white.captured, black.captured),
        phases=(white.phase, black.phase),
        times=times,
    )
