"""The board of GIPF: 37 spots and 24 dots, lines, flat pieces; reserves and captures in the corners."""

from __future__ import annotations

from typing import ClassVar

from gipf_engine.diagrams.base import board
from gipf_engine.games.gipf.board import BOARD, PIECES, RESERVE
from gipf_engine.kit.board import Board
from gipf_engine.kit.drawing import DrawnBoard
from gipf_engine.kit.effects import CAPTURED
from gipf_engine.kit.pieces import Look
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Effects, Pool, View

RADIUS = 15.5


@board("gipf")
class GipfBoard(DrawnBoard):
    """Draws and describes all rule sets of GIPF."""

    game = "gipf"
    name = Message(_("GIPF"))
    ground = ""
    layer = 8
    margin = 18
    plate = 1.1
    line = ("#2b2926", 1.6)
    short = RADIUS + 4
    looks: ClassVar = {
        "W": Look("coin", "white", "#fffdf7", "#8d8678", Message(_("white piece")), RADIUS, mark="#c9c2b2"),
        "B": Look("coin", "black", "#2b2926", "#0d0c0b", Message(_("black piece")), RADIUS, mark="#5f5b54"),
    }
    together: ClassVar = {"WW": Message(_("white GIPF-piece")), "BB": Message(_("black GIPF-piece"))}
    shown_empty: ClassVar = frozenset({RESERVE})
    piles: ClassVar = {RESERVE: Message(_("pieces in reserve")), CAPTURED: Message(_("pieces captured"))}

    def board_of(self, view: View) -> Board:
        """There is one."""
        return BOARD

    def counted_as(self, pool: Pool) -> str:
        """See `DrawnBoard`."""
        return PIECES[pool.seat or 0] if pool.name == RESERVE else PIECES[1 - (pool.seat or 0)]

    def tell_last_move(self, effects: Effects) -> list[Message]:
        """See `DrawnBoard`: with what came off."""
        told = []
        if effects.path:
            words = {"first": effects.path[0], "last": effects.path[-1]}
            told.append(Message(_("Last move: from %(first)s to %(last)s."), words))
        if effects.returned:
            told.append(Message(_("Returned to the reserve: %(spots)s."), {"spots": list(effects.returned)}))
        if effects.captured:
            told.append(Message(_("Captured: %(spots)s."), {"spots": list(effects.captured)}))
        return told

    def summarize(self, view: View, seat: int) -> list[Message]:
        """See `Board`: what a player has in reserve and has captured."""
        names = {RESERVE: _("Reserve: %(count)s"), CAPTURED: _("Captured: %(count)s")}
        return [Message(words, {"count": view.pool(name, seat).count}) for name, words in names.items()]
