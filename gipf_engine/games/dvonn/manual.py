"""The rules of DVONN as players are told them, with the positions that show them."""

from __future__ import annotations

from gipf_engine.kit.table import Table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Chapter, Illustration, Portrait

PORTRAIT = Portrait(
    Message(_("Stacks travel as far as they are high, and all that lose touch with the three red pieces are gone.")),
    ".../..../..(RWB)(WB)B/.(BW).(BBW)B/(BW)BWWR/(BW)RWWW/.WBB(WB)/WWB../B(BW)B(WB)(WB)/.(WB).B/W.W w - - - B2,W2",
)

_MOVING = ".R./..W./.B(BW).B/..RW./..B.B/...../...../...../...../..../... w - - - B18,R1,W20"
_BRIDGE = "..R/..BB/..W../.B.W./...../...../...../...../...../..../... w - - - B20,R2,W21"


def chapters(start: Table, *, placed: bool) -> list[Chapter]:
    """The game that begins with this table, or with all its pieces on the board."""
    return [
        Chapter(Message(_("The goal")), _GOAL),
        _beginning(start, placed),
        Chapter(Message(_("Moving")), _MOVE, _SHOW_MOVE),
        Chapter(Message(_("Losing touch")), _CUT, _SHOW_CUT),
        Chapter(Message(_("The end")), _END),
    ]


_GOAL = (
    Message(
        _("Own more pieces at the end than your opponent. A stack belongs to the player whose piece is on its top.")
    ),
)
_MOVE = (
    Message(
        _(
            "You move a stack with your piece on its top: a single piece one point, a stack of two exactly two points, "
            "and so on. It moves in a straight line, over pieces and empty points. It must land on another piece or "
            "stack: yours, your opponent’s or a DVONN piece."
        )
    ),
    Message(
        _(
            "A stack with pieces on all six points around it can’t move. Single DVONN pieces never move; a stack "
            "carries those inside it along."
        )
    ),
)
_CUT = (
    Message(
        _(
            "After each move, all pieces that are no longer connected to a DVONN piece are removed from the board. "
            "They count for neither player."
        )
    ),
)
_END = (
    Message(
        _(
            "A player who can move must. If you can’t move, you pass. When neither player can move, all pieces in "
            "stacks with your piece on top are yours. The player with more pieces wins; equal numbers are a draw."
        )
    ),
)
_SHOW_MOVE = (
    Illustration("two", Message(_("The stack is two high, so it moves two points.")), _MOVING, "c3-e3"),
    Illustration("empty", Message(_("A stack can’t land on an empty point.")), _MOVING, "c3-c1", True),
)
_SHOW_CUT = (Illustration("cut", Message(_("The white piece moves, and two pieces lose touch.")), _BRIDGE, "c3-b3"),)


def _beginning(start: Table, placed: bool) -> Chapter:
    """The pieces, and how they come onto the board."""
    pieces = Message(_("There are 23 white, 23 black and three red DVONN pieces for 49 points."))
    place = Message(
        _(
            "First the players place all pieces in turn, each on an empty point: the DVONN pieces first, then their "
            "own. White places the first and the last piece, and then moves first."
        )
    )
    draw = Message(_("Chance places all pieces. White moves first."))
    shown = Illustration("start", Message(_("The board at the start.")), start.text())
    return Chapter(
        Message(_("The board and the start")), (pieces, place if placed else draw), (shown,) if placed else ()
    )
