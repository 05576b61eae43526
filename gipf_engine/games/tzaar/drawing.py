"""The board of TZAAR: lines that end at the hole; tzaars have a target, tzarras a dot, stacks show their heights."""

from __future__ import annotations

from typing import ClassVar, Literal

from gipf_engine.diagrams.base import board
from gipf_engine.games.tzaar.board import BOARD, HAND, KIND_NAMES, visible
from gipf_engine.kit.board import Board
from gipf_engine.kit.drawing import DrawnBoard
from gipf_engine.kit.effects import CAPTURED
from gipf_engine.kit.layout import legs_of
from gipf_engine.kit.pieces import Look
from gipf_engine.kit.slabs import LAYER, RADIUS
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Effects, View


def _white(word: str, face: Literal["", "dot", "target"]) -> Look:
    return Look("slab", "ivory", "#efe2bd", "#d9c798", Message(word), RADIUS, mark="#6b5a2a", face=face)


def _black(word: str, face: Literal["", "dot", "target"]) -> Look:
    return Look("slab", "coal", "#34312d", "#1c1a18", Message(word), RADIUS, mark="#e8e4da", face=face)


@board("tzaar")
class TzaarBoard(DrawnBoard):
    """Draws and describes all rule sets."""

    game = "tzaar"
    name = Message(_("TZAAR"))
    ground = ""
    has_stacks = True
    legs = 2
    unit = 46
    layer = LAYER
    rise = 22
    short = RADIUS + 5
    margin = 24
    plate = 1.18
    looks: ClassVar = {
        "Z": _white(_("white tzaar"), "target"),
        "A": _white(_("white tzarra"), "dot"),
        "T": _white(_("white tott"), ""),
        "z": _black(_("black tzaar"), "target"),
        "a": _black(_("black tzarra"), "dot"),
        "t": _black(_("black tott"), ""),
    }
    piles: ClassVar = {HAND: Message(_("pieces to place")), CAPTURED: Message(_("captured pieces"))}

    def board_of(self, view: View) -> Board:
        """There is one."""
        return BOARD

    def tell_last_move(self, effects: Effects) -> list[Message]:
        """See `DrawnBoard`: action by action."""
        actions = ["-".join(leg) for leg in legs_of(effects.path, self.legs)]
        return [Message(_("Last move: %(path)s."), {"path": actions})]

    def summarize(self, view: View, seat: int) -> list[Message]:
        """See `Board`: what is to be placed or was captured, and the stacks of each kind."""
        counts = visible(["".join(stack) for stack in view.spots.values()], seat)
        kinds = [
            Message(_("%(count)s × %(piece)s"), {"count": counts[kind], "piece": KIND_NAMES[kind]})
            for kind in KIND_NAMES
        ]
        return [*super().summarize(view, seat), Message(_("On the board: %(count)s"), {"count": kinds})]
