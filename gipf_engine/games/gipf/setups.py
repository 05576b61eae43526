"""How games of GIPF begin: the three rule sets' pieces, handicaps, and which position texts can be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from gipf_engine.games.gipf.board import BOARD, EQUIPMENT, PIECES, RESERVE
from gipf_engine.games.gipf.laying import GipfLaying
from gipf_engine.games.gipf.options import CROSSING_STAYS, REPETITION
from gipf_engine.games.gipf.position_text import read_position, write_position
from gipf_engine.games.gipf.state import GIPFS_ONLY, NOTHING_YET, SINGLES, GipfState, Side
from gipf_engine.kit.rules import GameRules
from gipf_engine.kit.table import Table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Position
from gipf_engine.rules.errors import BadSetup, IllegalMove

_CORNERS = (BOARD.mask(("b5", "e2", "h5")), BOARD.mask(("b2", "e8", "h2")))
"""Where the pieces of White and Black stand at the start."""
_NAMES = (Message(_("White")), Message(_("Black")))
_EXTRA = {
    1: (_("One extra piece for White"), _("One extra piece for Black")),
    2: (_("%(count)d extra pieces for White"), _("%(count)d extra pieces for Black")),
}
"""A handicap in words: of one piece, and of several."""


class GipfSetups(GameRules[GipfState]):
    """What is there before the first turn, and positions as texts."""

    equipment = EQUIPMENT
    piece_names: ClassVar[Mapping[str, Message]] = dict(zip(PIECES, _NAMES, strict=True))
    pieces: ClassVar[int] = 18
    """Each player's pieces, those on the board at the start counted."""
    most_handicap: ClassVar[int] = 0
    has_gipfs: ClassVar[bool] = True
    has_opening: ClassVar[bool] = False
    """Whether GIPF-pieces are brought in by the players."""

    def __init__(self, options: frozenset[str] = frozenset()) -> None:
        super().__init__(options)
        self.draws = REPETITION in options
        self.crossing_row_may_stay = CROSSING_STAYS in options

    def begin(self, setup: str, handicap: str) -> GipfState:
        """See `GameRules`. `handicap` "1/0": extra pieces in White's and Black's reserve."""
        if setup:
            raise BadSetup(Message(_("GIPF has one fixed start and takes no set-up")), setup[:40])
        standing = 0 if self.has_opening else 6 if self.has_gipfs else 3
        phase = NOTHING_YET if self.has_opening else SINGLES
        white, black = (
            Side(corners if standing else 0, self.pieces - standing + extra, 0, phase)
            for corners, extra in zip(_CORNERS, self._read_handicap(handicap), strict=True)
        )
        return self._counted(GipfState(white, black, sum(_CORNERS) if standing == 6 else 0))

    def read(self, text: str) -> GipfState:
        """See `Game`."""
        state, times = read_position(text)
        if not self.has_gipfs and state.gipfs:
            raise BadSetup(Message(_("basic GIPF has no GIPF-pieces")), text)
        if not self.has_opening and (state.own.phase, state.other.phase) != (SINGLES, SINGLES):
            raise BadSetup(Message(_("only tournament GIPF starts with bringing in GIPF-pieces")), text)
        if times > 1 and not self.draws:
            raise BadSetup(Message(_("positions are counted only when repetition is a draw")), text)
        for seat in (0, 1):
            self._check_pieces(state, seat, text)
        return self._counted(state, times)

    def text(self, state: GipfState) -> str:
        """See `Game`."""
        return write_position(state)

    def key_text(self, state: GipfState) -> str:
        """See `Game`. How often the position has come up is not in it."""
        sides = [f"{side.reserve} {side.captured} {side.phase}" for side in (state.own, state.other)]
        return " ".join([str(state.seat), *sides])

    def table(self, state: GipfState) -> Table:
        """See `Game`."""
        stacks = state.stacks()
        piles: list[tuple[str, ...]] = []
        for seat, side in enumerate(state.sides):
            piles += [(PIECES[seat],) * side.reserve, (PIECES[1 - seat],) * side.captured]
        return Table(EQUIPMENT, tuple(stacks.get(name, "") for name in BOARD.names), tuple(piles), state.seat)

    def mover(self, state: GipfState) -> int:
        """See `Game`."""
        return state.seat

    def other_to_move(self, state: GipfState) -> GipfState:
        """See `Game`."""
        return state.turn_over()

    def laying(self) -> GipfLaying:
        """See `Rules`."""
        return GipfLaying(self, self.pieces, has_gipfs=self.has_gipfs, has_opening=self.has_opening)

    def handicaps(self) -> Mapping[str, Message]:
        """ "2/0": two extra pieces for White. A handicap is for one side."""
        known: dict[str, Message] = {}
        for count in range(1, self.most_handicap + 1):
            white, black = _EXTRA[min(count, 2)]
            known[f"{count}/0"] = Message(white, {"count": count})
            known[f"0/{count}"] = Message(black, {"count": count})
        return known

    def swap_handicap(self, handicap: str) -> str:
        """ "2/0" is "0/2" then."""
        return "/".join(reversed(handicap.split("/")))

    def handicap_steps(self, handicap: str) -> int:
        """ "2/0" is 2, "0/2" is -2."""
        white, black = self._read_handicap(handicap)
        return white - black

    def check_count(self, before: Position, after: Position, written: int) -> None:
        """`(16)` behind a turn is what is left in the reserve of the one who played it. Raises `IllegalMove`."""
        left = after.view().pool(RESERVE, before.turn).count
        if left != written:
            numbers = {"left": left, "written": written}
            raise IllegalMove(Message(_("pieces left in the reserve: %(left)s, not %(written)s"), numbers))

    def _counted(self, state: GipfState, times: int = 1) -> GipfState:
        """The state with itself in its history, where positions are counted."""
        for _time in range(times if self.draws else 0):
            state = state.seen_again()
        return state

    def _read_handicap(self, text: str) -> tuple[int, int]:
        if not text:
            return 0, 0
        if not self.most_handicap:
            raise BadSetup(Message(_("only basic GIPF is played with a handicap")), text[:40])
        found = re.fullmatch(r"([0-9])/([0-9])", text)
        extra = (int(found[1]), int(found[2])) if found else (0, 0)
        if not found or max(extra) > self.most_handicap or min(extra) > 0:
            words = {"most": self.most_handicap, "text": text[:40]}
            wrong = _("a handicap is written 0/2, at most %(most)s extra pieces for one side, not %(text)s")
            raise BadSetup(Message(wrong, words), text[:40])
        return extra

    def _check_pieces(self, state: GipfState, seat: int, text: str) -> None:
        side, total = state.sides[seat], state.count_pieces(seat)
        if not self.pieces <= total <= self.pieces + self.most_handicap:
            words = {"player": _NAMES[seat], "count": total, "right": self.pieces}
            raise BadSetup(
                Message(
                    _("pieces of %(player)s on the board, in reserve and captured: %(count)s, not %(right)s"),
                    words,
                ),
                text,
            )
        untouched = side.reserve == total
        if (side.phase == NOTHING_YET and not untouched) or (side.phase == GIPFS_ONLY and side.pieces & ~state.gipfs):
            raise BadSetup(
                Message(
                    _("%(player)s's pieces on the board do not fit the phase %(phase)s"),
                    {"player": _NAMES[seat], "phase": side.phase},
                ),
                text,
            )
