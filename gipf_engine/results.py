"""The one table of results. Pure: no Django.

A result is a code. The table says for each side what it scored and whether the game was played and
counts for ratings. How many points an outcome is worth is the event's `Scoring`, in tenths of a point.
Codes follow FIDE's TRF where it has one: a forfeit is unplayed and unrated.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gipf_engine.messages import gettext_noop as _


class SideResult(StrEnum):
    """What one side of a game scored, before any points are given for it."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Result:
    """One row of the table.

    `white` and `black` are the two sides' outcomes, None where the game has none (yet): white is
    the player who begins. `played`: it happened over the board. `rated`: it counts for rating lists.
    """

    code: str
    label: str
    name: str
    white: SideResult | None
    black: SideResult | None
    played: bool
    rated: bool

    @property
    def is_open(self) -> bool:
        """No one has scored and a person still may."""
        return self.code == PENDING

    @property
    def is_forfeit(self) -> bool:
        """Decided without a game: at least one side did not come."""
        return not self.played and self.white is not None

    def outcome(self, side: str) -> SideResult | None:
        """The outcome of `side`, "white" or "black"."""
        return self.white if side == "white" else self.black


PENDING = "pending"
VOID = "void"

_W, _D, _L = SideResult.WIN, SideResult.DRAW, SideResult.LOSS

RESULTS: dict[str, Result] = {
    row.code: row
    for row in (
        Result("1-0", "1-0", _("White wins"), _W, _L, played=True, rated=True),
        Result("1/2-1/2", "½-½", _("draw"), _D, _D, played=True, rated=True),
        Result("0-1", "0-1", _("Black wins"), _L, _W, played=True, rated=True),
        Result("1/2-0", "½-0", _("half a point for White, none for Black"), _D, _L, played=True, rated=False),
        Result("0-1/2", "0-½", _("half a point for Black, none for White"), _L, _D, played=True, rated=False),
        Result("0-0", "0-0", _("both lose"), _L, _L, played=True, rated=False),
        Result("+-", "+ -", _("White wins by forfeit"), _W, _L, played=False, rated=False),
        Result("-+", "- +", _("Black wins by forfeit"), _L, _W, played=False, rated=False),
        Result("--", "- -", _("both forfeit"), _L, _L, played=False, rated=False),
        Result(PENDING, "…", _("no result yet"), None, None, played=False, rated=False),
        Result(VOID, "void", _("void: as if never paired"), None, None, played=False, rated=False),
    )
}


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points of an event, in tenths of a point.

    The defaults are FIDE's: 1, ½, 0; the pairing-allocated bye is worth a win, a full-point bye a
    win, a half-point bye a draw, a zero-point bye and a forfeit loss nothing.
    """

    win: int = 10
    draw: int = 5
    loss: int = 0
    pairing_bye: int = 10
    full_bye: int = 10
    half_bye: int = 5
    zero_bye: int = 0
    forfeit_win: int = 10
    forfeit_loss: int = 0

    def points(self, outcome: SideResult, *, played: bool = True) -> int:
        """Tenths of a point for one side of one game."""
        if outcome is SideResult.DRAW:
            return self.draw
        if outcome is SideResult.WIN:
            return self.win if played else self.forfeit_win
        return self.loss if played else self.forfeit_loss
