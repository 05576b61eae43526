"""The boards of ZÈRTZ: a ring for each place that is left, and marbles."""

from __future__ import annotations

from typing import ClassVar

from gipf_engine.diagrams.base import board
from gipf_engine.games.zertz.board import BOARDS, POOL
from gipf_engine.kit.board import Board
from gipf_engine.kit.drawing import DrawnBoard
from gipf_engine.kit.effects import CAPTURED
from gipf_engine.kit.pieces import Look
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import View


@board("zertz")
class ZertzBoard(DrawnBoard):
    """Draws and describes all rule sets."""

    game = "zertz"
    name = Message(_("ZÈRTZ"))
    has_lines = False
    plate = 1.22
    looks: ClassVar = {
        "W": Look("disc", "white", "#fffdf7", "#8d8678", Message(_("white marble")), 12),
        "G": Look("disc", "grey", "#9a958b", "#5f5b54", Message(_("grey marble")), 12),
        "B": Look("disc", "black", "#2b2926", "#0d0c0b", Message(_("black marble")), 12),
    }
    piles: ClassVar = {POOL: Message(_("marbles in the pool")), CAPTURED: Message(_("captured marbles"))}

    def board_of(self, view: View) -> Board:
        """By the rule set; blitz is played on 37 rings."""
        rings = view.rules.rpartition("-")[2]
        return BOARDS[int(rings) if rings.isdecimal() else 37]
