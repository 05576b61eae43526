"""The rules of ZÈRTZ as players are told them, with the positions that show them."""

from __future__ import annotations

from gipf_engine.kit.table import Table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Chapter, Illustration, Portrait

PORTRAIT = Portrait(
    Message(
        _("The board shrinks as you play: sacrifice marbles to force captures, and collect the right colours first.")
    ),
    ".W.-/-.GW-/.....-/W.W..../...W.W/....-/-.-. b B10,G7 - -",
)

_GOAL = {
    False: _("Capture four white marbles, or five grey, or six black, or three of each colour."),
    True: _("Capture three white marbles, or four grey, or five black, or two of each colour."),
}
_PLACING = "-.../.G.../....../...W.../....B./...../-..- w %s - -"
_CAPTURING = "-.../.B.../....../...WG../....B./...../-..- w %s - -"
_ISOLATING = "W--./-.-../....../.....G-/....../..B../.... w %s - -"


def chapters(start: Table, *, blitz: bool) -> list[Chapter]:
    """The game that begins with this table. Positions are shown on 37 rings where it is played on them."""
    is_usual = len(start.equipment.board) == 37
    return [
        Chapter(Message(_("The goal")), (Message(_GOAL[blitz]),)),
        _beginning(start, blitz),
        Chapter(Message(_("Placing")), _PLACE, _show_placing(blitz) if is_usual else ()),
        Chapter(Message(_("Capturing")), _CAPTURE, _show_capturing(blitz) if is_usual else ()),
        Chapter(Message(_("Isolated marbles")), _ISOLATE, _show_isolating(blitz) if is_usual else ()),
        Chapter(Message(_("The end")), _END),
    ]


_PLACE = (
    Message(
        _(
            "If no marble can capture, you place a marble of any colour from the pool on any vacant ring. "
            "Then you remove a vacant ring from the board: one at the edge that slides away without touching "
            "others. If there is none, you remove none."
        )
    ),
)
_CAPTURE = (
    Message(
        _(
            "If a marble can capture, you must. It jumps over an adjacent marble of any colour to the vacant "
            "ring straight behind, and you keep the jumped marble. The same marble continues while it can, "
            "in any direction. You need not capture as many as possible, and no ring comes off in such a "
            "turn."
        )
    ),
)
_ISOLATE = (
    Message(
        _(
            "When rings are cut off from the rest and each of them holds a marble, you capture the marbles "
            "and take the rings. A group with a vacant ring stays until that ring is filled."
        )
    ),
)
_END = (
    Message(
        _(
            "A player with a winning set after their turn wins. When the pool is empty, you place marbles "
            "you have captured. If you have none, you pass; two passes in a row are a draw."
        )
    ),
)


def _beginning(start: Table, blitz: bool) -> Chapter:
    words = {"rings": len(start.equipment.board), "white": 5 if blitz else 6, "grey": 7 if blitz else 8}
    told = Message(
        _(
            "The board is made of %(rings)s rings. Both players share a pool of %(white)s white, %(grey)s "
            "grey and %(black)s black marbles: neither player has a colour."
        ),
        words | {"black": 9 if blitz else 10},
    )
    shown = Illustration("start", Message(_("The board at the start.")), start.text())
    return Chapter(Message(_("The board and the start")), (told,), (shown,))


def _show_placing(blitz: bool) -> tuple[Illustration, ...]:
    position = _PLACING % ("B8,G6,W4" if blitz else "B9,G7,W5")
    return (
        Illustration(
            "place", Message(_("A white marble is placed on f3, and the ring g2 comes off.")), position, "Wf3,g2"
        ),
        Illustration(
            "held", Message(_("The ring c3 is between others and cannot be removed.")), position, "Wf3,c3", True
        ),
    )


def _show_capturing(blitz: bool) -> tuple[Illustration, ...]:
    position = _CAPTURING % ("B7,G6,W4" if blitz else "B8,G7,W5")
    return (
        Illustration(
            "capture",
            Message(_("The white marble jumps over the grey one, then over a black one.")),
            position,
            "xd4Gd6Bf4",
        ),
        Illustration("forced", Message(_("A marble can capture, so none may be placed.")), position, "Wf3,g2", True),
    )


def _show_isolating(blitz: bool) -> tuple[Illustration, ...]:
    position = _ISOLATING % ("B8,G6,W4" if blitz else "B9,G7,W5")
    caption = Message(
        _("Without the ring b2, the marble on a1 is cut off: it is captured, and its ring leaves the board.")
    )
    return (Illustration("isolate", caption, position, "Bd3,b2"),)
