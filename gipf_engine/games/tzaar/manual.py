"""The rules of TZAAR as players are told them, with the positions that show them."""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Chapter, Illustration, Portrait

PORTRAIT = Portrait(
    Message(
        _("Capture every turn, then capture again or grow stronger, and never run out of any of your three kinds.")
    ),
    "...T./Z...../...tT.(az)/.tTtZZa./.TT.TTtt/..a.t..t/aTT.ata/.tTT.T/(TA)ZtaT b - - a2,t5,z5 A8,T1,Z2",
)

_TURN_AT = "Z..../A.A.../T....../..T..t../..A..t../......../t....../a...../z.... w - - a8,t12,z5 A6,T13,Z5"
_STACK_AT = "Z..../A...../T....../...(TZ).(ta)../....T.t./......../t....../a...../z.... w - - a7,t12,z5 A8,T12,Z4"


def chapters(variant: str, start: str) -> list[Chapter]:
    """One rule set; `start` is the position at its start, or a sample of it."""
    return [
        Chapter(Message(_("The goal")), _GOAL),
        _beginning(variant, start),
        Chapter(Message(_("A turn")), _TURN, _SHOW_TURN),
        Chapter(Message(_("Stacks")), _STACK, _SHOW_STACK),
        Chapter(Message(_("The end")), _END),
    ]


_GOAL = (
    Message(
        _(
            "Each player has three kinds of pieces: tzaars, tzarras and totts. Capture all stacks of one kind, or "
            "leave your opponent without a capture."
        )
    ),
)
_TURN = (
    Message(
        _(
            "A turn starts with a capture: one of your stacks moves in a straight line over empty points to the first "
            "piece, which must be your opponent’s. No line crosses the hole in the middle."
        )
    ),
    Message(
        _(
            "Then you can capture again, put one of your stacks on another of yours, or end the turn. The very first "
            "turn of the game is one capture only."
        )
    ),
)
_STACK = (
    Message(
        _(
            "A stack can capture stacks that are not higher than itself; all their pieces leave the game. When you put "
            "a stack on another, their heights add up, and the stack counts as the piece on its top."
        )
    ),
    Message(_("Covered pieces no longer count as pieces of their kind. Don’t cover your last tzaar, tzarra or tott.")),
)
_END = (
    Message(
        _(
            "You win at once when you capture your opponent’s last stack of a kind. A player who can’t capture at "
            "the start of a turn loses. So does a player who has covered their last stack of a kind. There are no "
            "draws."
        )
    ),
)

_SHOW_TURN = (
    Illustration(
        "two", Message(_("White captures on d6, then puts the stack on b3 on the one on e3.")), _TURN_AT, "d3-d6;b3-e3"
    ),
    Illustration("hole", Message(_("The hole is between e3 and e7.")), _TURN_AT, "e3-e7", True),
)
_SHOW_STACK = (
    Illustration("high", Message(_("A stack of two captures a stack of two.")), _STACK_AT, "d4-d6"),
    Illustration("low", Message(_("A single piece can’t capture it.")), _STACK_AT, "e6-d6", True),
)


def _beginning(variant: str, start: str) -> Chapter:
    """The pieces, and how they come onto the board."""
    told = (_PIECES, _STARTS[variant])
    shown = Illustration("start", _SHOWN[variant], start)
    return Chapter(Message(_("The board and the start")), told, (shown,))


_PIECES = Message(_("Both players have six tzaars, nine tzarras and fifteen totts. White moves first."))
_STARTS = {
    "drawn": Message(_("Chance lays out all pieces.")),
    "fixed": Message(_("All games start from the same board.")),
    "placed": Message(
        _("First the players place all pieces in turn, any of their own on any empty point. White places first.")
    ),
}
_SHOWN = {
    "drawn": Message(_("A board as it can be drawn: tzaars have a dot in a ring, tzarras a dot.")),
    "fixed": Message(_("The board at the start: tzaars have a dot in a ring, tzarras a dot.")),
    "placed": Message(_("The board at the start.")),
}
