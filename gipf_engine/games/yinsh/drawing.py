"""The board of YINSH: lines, rings, and markers that show one of two sides."""

from __future__ import annotations

from typing import ClassVar

from gipf_engine.diagrams.base import board
from gipf_engine.games.yinsh.board import BOARD, HAND, OFF, POOL
from gipf_engine.kit.board import Board
from gipf_engine.kit.drawing import DrawnBoard
from gipf_engine.kit.pieces import Look
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Pool, View

_WHITE, _BLACK = ("white", "#fffdf7", "#6b665d"), ("black", "#2b2926", "#0d0c0b")


@board("yinsh")
class YinshBoard(DrawnBoard):
    """Draws and describes both rule sets."""

    game = "yinsh"
    name = Message(_("YINSH"))
    plate = 1.16
    looks: ClassVar = {
        "R": Look("ring", *_WHITE, Message(_("white ring")), 14),
        "r": Look("ring", *_BLACK, Message(_("black ring")), 14),
        "M": Look("disc", *_WHITE, Message(_("white marker")), 10),
        "m": Look("disc", *_BLACK, Message(_("black marker")), 10),
    }
    piles: ClassVar = {
        POOL: Message(_("markers left")),
        HAND: Message(_("rings to place")),
        OFF: Message(_("rings taken off")),
    }

    def board_of(self, view: View) -> Board:
        """There is one."""
        return BOARD

    def counted_as(self, pool: Pool) -> str:
        """See `DrawnBoard`."""
        return "M" if pool.seat is None else "Rr"[pool.seat]
