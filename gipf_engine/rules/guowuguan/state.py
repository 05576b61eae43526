"""The facts of a position of Guo Wu Guan, and what a legal turn makes of them (GUO 3)."""

from __future__ import annotations

from typing import NamedTuple

from gipf_engine.rules.guowuguan.layout import MOST_ROUNDS, Layout
from gipf_engine.rules.guowuguan.move import BOTH, PLACES, REFILL, RIGHT, GuoWuGuanMove
from gipf_engine.rules.guowuguan.tiles import INDEX

PASSED = None
"""What stands for a level that is out of play."""
Levels = tuple[bytes | None, ...]

_PLACE = {sign: place for place, sign in enumerate(PLACES)}


class GuoWuGuanState(NamedTuple):
    """Everything that decides how a game goes on and how it is scored. Rows are tiles from the left.

    `levels`: from the top; `PASSED` for one out of play. `commons`: what is lifted comes in at the left, what is drawn
    goes out at the right; the last `hidden` of them lie face down. `passing`: whether phase 2 has begun. `cursor`: in
    phase 1 the place in `Layout.walk` of the level that is reached, in phase 2 the first level (from 0 at the top) that
    may still be passed. `round` counts from 1, `moves` lifts and passes.
    """

    generals: bytes
    levels: Levels
    commons: bytes
    hidden: int
    passing: bool = False
    cursor: int = 0
    round: int = 1
    moves: int = 0

    @property
    def is_closed(self) -> bool:
        """Whether the last round that may be played is over."""
        return self.round > MOST_ROUNDS

    @property
    def gates(self) -> int:
        """How many levels have been passed."""
        return self.levels.count(PASSED)

    def after(self, move: GuoWuGuanMove, layout: Layout) -> GuoWuGuanState:
        """The state after a legal turn, not tested here."""
        if move == REFILL:
            return self._refill(layout)
        return self._lift(move, layout) if move.places else self._pass(move)

    def _lift(self, move: GuoWuGuanMove, layout: Layout) -> GuoWuGuanState:
        level = move.level - 1
        row = self.levels[level]
        assert row is not None
        first, second, third = (_PLACE[sign] for sign in move.places)
        block = bytes((row[first], row[second], row[third]))
        rest: bytes | None = row[:first] + row[first + 1 : second] + row[second + 1 : third] + row[third + 1 :]
        if not rest and not layout.has_passing and not layout.refills_empty:
            rest = PASSED
        return GuoWuGuanState(
            self.generals,
            (*self.levels[:level], rest, *self.levels[move.level :]),
            block + self.commons,
            self.hidden,
            passing=False,
            cursor=layout.walk.index(level),
            round=self.round,
            moves=self.moves + 1,
        )

    def _pass(self, move: GuoWuGuanMove) -> GuoWuGuanState:
        row = self.levels[move.level - 1]
        assert row is not None
        generals = self.generals
        if move.cut == BOTH:
            cut, left = generals[:1] + generals[-1:], generals[1:-1]
        elif move.cut == RIGHT:
            cut, left = generals[-1:], generals[:-1]
        else:
            cut, left = generals[:1], generals[1:]
        return GuoWuGuanState(
            left,
            (*self.levels[: move.level - 1], PASSED, *self.levels[move.level :]),
            cut + row + self.commons,
            self.hidden,
            passing=True,
            cursor=move.level,
            round=self.round,
            moves=self.moves + 1,
        )

    def _refill(self, layout: Layout) -> GuoWuGuanState:
        """From the bottom level up each level in play draws the last of the commons, as long as there are any."""
        returning = INDEX.get(layout.returning, -1)
        generals, levels, drawn = self.generals, list(self.levels), len(self.commons)
        for level in range(len(levels) - 1, -1, -1):
            row = levels[level]
            if row is None:
                continue
            if drawn and self.commons[drawn - 1] == returning:
                generals, drawn = self.commons[drawn - 1 : drawn], drawn - 1
            if not drawn:
                break
            drawn -= 1
            levels[level] = row + self.commons[drawn : drawn + 1]
        left = self.commons[:drawn]
        hidden = max(0, self.hidden - (len(self.commons) - drawn))
        return GuoWuGuanState(generals, tuple(levels), left, hidden, round=self.round + 1, moves=self.moves)
