"""A GIPF position as ints, seen from the player whose turn it is, and what each step of a turn makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from gipf_engine.games.gipf.bits import EntryBits, has_four, runs
from gipf_engine.games.gipf.board import BOARD, PIECES
from gipf_engine.games.gipf.history import NOTHING_SEEN, History
from gipf_engine.games.gipf.removal import Removals

NOTHING_YET, GIPFS_ONLY, SINGLES = "-", "g", "s"
KINDS = {NOTHING_YET: (True,), GIPFS_ONLY: (True, False), SINGLES: (False,)}
"""What may come in in each phase: True a GIPF-piece, False a single (GIPF 11)."""


class Side(NamedTuple):
    """What one player has: bits of his pieces, and what lies on his side of the table, in pieces."""

    pieces: int
    reserve: int
    captured: int
    phase: str

    def with_pieces(self, pieces: int) -> Side:
        """The side with these pieces on the board (`_replace` takes three times as long)."""
        return Side(pieces, self.reserve, self.captured, self.phase)


class GipfState(NamedTuple):
    """A position inside a turn or between turns. `gipfs`: the bits of both players' GIPF-pieces.

    `seat`: whose turn it is, who has `own`. `history`: the positions between turns since a piece was last captured,
    this one included, where repetition draws.
    """

    own: Side
    other: Side
    gipfs: int
    seat: int = 0
    history: History = NOTHING_SEEN

    @property
    def occupied(self) -> int:
        """Every piece on the board."""
        return self.own.pieces | self.other.pieces

    @property
    def sides(self) -> tuple[Side, Side]:
        """White's and Black's."""
        return (self.other, self.own) if self.seat else (self.own, self.other)

    @property
    def times(self) -> int:
        """How often the position has come up; 1 where it is not counted."""
        return self.history.count(self[:4]) or 1

    @property
    def has_row(self) -> bool:
        """Whether the player has four in a row (GIPF 4)."""
        return has_four(self.own.pieces)

    @property
    def kinds(self) -> tuple[bool, ...]:
        """What the player may bring in: True a GIPF-piece, of two pieces, False a single."""
        reserve, kinds = self.own.reserve, KINDS[self.own.phase]
        return kinds if reserve > 1 else tuple(gipf for gipf in kinds if reserve > gipf)

    def without(self, taken: int) -> GipfState:
        """Own pieces back in the reserve, the other's captured (GIPF 4, 9)."""
        own, other, gipfs, seat, history = self
        back, caught, double = taken & own.pieces, taken & other.pieces, taken & gipfs
        return GipfState(
            Side(
                own.pieces & ~taken,
                own.reserve + back.bit_count() + (back & double).bit_count(),
                own.captured + caught.bit_count() + (caught & double).bit_count(),
                own.phase,
            ),
            other.with_pieces(other.pieces & ~taken) if caught else other,
            gipfs & ~taken,
            seat,
            history,
        )

    def push(self, entry: EntryBits, gipf: bool) -> GipfState:
        """A piece has come in at `entry`, which must be possible here (GIPF 3)."""
        own, other, gipfs, seat, history = self
        mine, moved = own.pieces, entry.moved
        if mine & moved:
            mine = entry.shift(mine)
        if gipfs & moved:
            gipfs = entry.shift(gipfs)
        return GipfState(
            Side(mine | entry.first, own.reserve - 1 - gipf, own.captured, GIPFS_ONLY if gipf else SINGLES),
            other.with_pieces(entry.shift(other.pieces)) if other.pieces & moved else other,
            gipfs | entry.first if gipf else gipfs,
            seat,
            history,
        )

    def turn_over(self, history: History = NOTHING_SEEN) -> GipfState:
        """The pieces as they lie, seen from the other player, whose turn it is."""
        own, other, gipfs, seat, _history = self
        return GipfState(other, own, gipfs, 1 - seat, history)

    def seen_again(self) -> GipfState:
        """This position once more in its history."""
        return self._replace(history=self.history.append(self[:4]))

    @property
    def lost_gipfs(self) -> tuple[bool, bool]:
        """Whether the player, and whether the other, has brought in GIPF-pieces and has none left (GIPF 10)."""
        own, other, gipfs, _seat, _history = self
        return (
            own.phase != NOTHING_YET and not own.pieces & gipfs,
            other.phase != NOTHING_YET and not other.pieces & gipfs,
        )

    def removals(self, crossing_may_stay: bool) -> Removals:
        """What the player may take off now (GIPF 5)."""
        return Removals(self.own.pieces, self.occupied, self.gipfs, crossing_may_stay)

    def rows(self) -> list[int]:
        """The player's rows, each as the bits of the run that comes off with it (GIPF 4)."""
        return runs(self.own.pieces, self.occupied)

    def rows_to_take(self) -> list[int]:
        """Those in which a single stands: they must be taken (GIPF 5, 7)."""
        return [row for row in self.rows() if row & ~self.gipfs]

    def count_pieces(self, seat: int) -> int:
        """All pieces of a seat: on the board, in reserve, captured."""
        side, other = self.sides[seat], self.sides[1 - seat]
        return side.pieces.bit_count() + (side.pieces & self.gipfs).bit_count() + side.reserve + other.captured

    def stacks(self) -> Mapping[str, str]:
        """What stands on each spot that is not empty: "W", "B", "WW" or "BB"."""
        white, black = self.sides
        return _stacks(white.pieces, black.pieces, self.gipfs)


@lru_cache(maxsize=32)
def _stacks(white: int, black: int, gipfs: int) -> Mapping[str, str]:
    """Kept for a moment: each of the turns of a position is told of what stands there."""
    return {
        spot: piece * (1 + bool(gipfs & BOARD.bit[spot]))
        for pieces, piece in zip((white, black), PIECES, strict=True)
        for spot in BOARD.points(pieces)
    }
