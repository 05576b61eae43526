"""Laying out positions of GIPF: what stands nowhere is in the reserve, but for what is captured already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from gipf_engine.games.gipf.board import BOARD, PIECES
from gipf_engine.games.gipf.state import GIPFS_ONLY, NOTHING_YET, SINGLES, GipfState, Side
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.laying import TAKE, TAKE_WORDS, Laid, Laying, none_left

if TYPE_CHECKING:
    from gipf_engine.kit.position import KitPosition
    from gipf_engine.kit.rules import GameRules
    from gipf_engine.rules.base import Position

_SINGLES = (Laid("W", Message(_("White piece"))), Laid("B", Message(_("Black piece"))))
_GIPFS = (Laid("WW", Message(_("White GIPF-piece"))), Laid("BB", Message(_("Black GIPF-piece"))))


class GipfLaying(Laying["Position"]):
    """Of one rule set, which is played with so many `pieces` a player; the rest as in `GipfSetups`."""

    def __init__(self, rules: GameRules[GipfState], pieces: int, *, has_gipfs: bool, has_opening: bool) -> None:
        self._rules, self._pieces = rules, pieces
        self._has_gipfs, self._has_opening = has_gipfs, has_opening

    @property
    def choices(self) -> Sequence[Laid]:
        """See `Laying`."""
        return [*_SINGLES, *(_GIPFS if self._has_gipfs else ()), Laid(TAKE, TAKE_WORDS)]

    def empty(self) -> Position:
        """See `Laying`."""
        side = Side(0, self._pieces, 0, SINGLES)
        return self._read(GipfState(self._with_phase(side, 0), self._with_phase(side, 0), 0))

    def put(self, position: Position, point: str, key: str) -> Position:
        """See `Laying`."""
        state: GipfState = cast("KitPosition[GipfState]", position).state
        bit, there = BOARD.bit[point], state.stacks().get(point, "")
        known = {laid.key: laid.words for laid in self.choices}
        words, put = known[key], "" if key in (TAKE, there) else key
        gipfs = (state.gipfs & ~bit) | (bit if len(put) == 2 else 0)
        white, black = (
            side._replace(
                pieces=(side.pieces & ~bit) | (bit if put[:1] == piece else 0),
                reserve=side.reserve + there.count(piece) - put.count(piece),
            )
            for side, piece in zip(state.sides, PIECES, strict=True)
        )
        if min(white.reserve, black.reserve) < 0:
            raise none_left(words)
        sides = [self._with_phase(side, gipfs) for side in (white, black)]
        return self._read(GipfState(sides[state.seat], sides[1 - state.seat], gipfs, state.seat))

    def _with_phase(self, side: Side, gipfs: int) -> Side:
        """What has been brought in, as the board shows it. Where players bring in GIPF-pieces first, these alone leave
        it open whether more come.
        """
        if not self._has_opening:
            return side
        if side.reserve == self._pieces:
            return side._replace(phase=NOTHING_YET)
        only_gipfs = side.phase != SINGLES and not side.pieces & ~gipfs
        return side._replace(phase=GIPFS_ONLY if only_gipfs else SINGLES)

    def _read(self, state: GipfState) -> Position:
        return self._rules.position(self._rules.text(state))
