"""The rules of LYNGK in chapters: what is told, and the positions that show it."""

from __future__ import annotations

from collections.abc import Set

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Chapter
from gipf_engine.rules.lyngk import diagrams, rules_text

_END = _("The end")
_COMMON = (
    Chapter(Message(_("The board and the start")), (rules_text.START,), diagrams.START),
    Chapter(Message(_("Claims")), (rules_text.CLAIMS,), diagrams.CLAIMS),
    Chapter(Message(_("Moves")), (rules_text.MOVES,), diagrams.MOVES),
    Chapter(Message(_("Colours and jokers")), (rules_text.COLOURS,), diagrams.COLOURS),
    Chapter(Message(_("Heights")), (rules_text.HEIGHTS,), diagrams.HEIGHTS),
    Chapter(Message(_("Lyngk: moving by springboards")), (rules_text.LYNGK,), diagrams.LYNGK),
)


def main_chapters(options: Set[str]) -> list[Chapter]:
    """The main game with these options."""
    captures, literal = "claim_captures" in options, "literal_tie" in options
    neutral = rules_text.CLAIM_CAPTURES if captures else rules_text.NEUTRAL_STAYS
    columns = (*diagrams.COLUMNS, *(diagrams.CAPTURED if captures else ()))
    tie, shown = (rules_text.LITERAL_TIE, diagrams.LITERAL) if literal else (rules_text.CASCADE, diagrams.TIE)
    return [
        Chapter(Message(_("The goal")), (rules_text.GOAL,)),
        *_COMMON,
        Chapter(Message(_("Columns")), (rules_text.COMPLETE_FIVE, neutral), columns),
        Chapter(Message(_END), (rules_text.PASSING, tie), (*diagrams.PASS, *shown)),
    ]


def six_chapters() -> list[Chapter]:
    """The six-stack game."""
    return [
        Chapter(Message(_("The goal")), (rules_text.GOAL_SIX,)),
        *_COMMON,
        Chapter(Message(_("Stacks of six")), (rules_text.COMPLETE_SIX,), diagrams.SIX),
        Chapter(Message(_END), (rules_text.PASSING, rules_text.CASCADE_SIX), (*diagrams.PASS, *diagrams.SIX_TIE)),
    ]
