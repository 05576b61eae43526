"""The board of DVONN: it lies with its long side to the players; stacks show their heights."""

from __future__ import annotations

from typing import ClassVar

from gipf_engine.diagrams.base import board
from gipf_engine.games.dvonn.board import BOARD, DVONN, HAND, MEN, OUT
from gipf_engine.kit.board import Board
from gipf_engine.kit.drawing import DrawnBoard
from gipf_engine.kit.pieces import Look
from gipf_engine.kit.slabs import LAYER, RADIUS
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Pool, View


@board("dvonn")
class DvonnBoard(DrawnBoard):
    """Draws and describes both rule sets."""

    game = "dvonn"
    name = Message(_("DVONN"))
    ground = ""
    has_stacks = True
    level = True
    unit = 46
    layer = LAYER
    rise = 26
    short = RADIUS + 5
    margin = 30
    ends = 15
    looks: ClassVar = {
        "W": Look("slab", "ivory", "#efe2bd", "#d9c798", Message(_("white piece")), RADIUS),
        "B": Look("slab", "coal", "#34312d", "#1c1a18", Message(_("black piece")), RADIUS),
        "R": Look("slab", "red", "#c8402f", "#9f2f22", Message(_("DVONN piece")), RADIUS),
    }
    piles: ClassVar = {
        DVONN: Message(_("DVONN pieces to place")),
        HAND: Message(_("pieces to place")),
        OUT: Message(_("pieces removed")),
    }

    def board_of(self, view: View) -> Board:
        """There is one."""
        return BOARD

    def counted_as(self, pool: Pool) -> str:
        """See `DrawnBoard`."""
        return "R" if pool.seat is None else MEN[pool.seat]

    def summarize(self, view: View, seat: int) -> list[Message]:
        """See `Board`: what is to be placed, and the pieces in own stacks."""
        count = sum(len(stack) for stack in view.spots.values() if stack and stack[-1] == MEN[seat])
        return [*super().summarize(view, seat), Message(_("In own stacks: %(count)s"), {"count": count})]
