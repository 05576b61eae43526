"""The rules of LYNGK in chapters: what is told, and the positions that show it."""

from __future__ import annotations

from collections.abc import Set

from games.rules.api import Chapter
from games.rules.lyngk import explain, pictures
from phrases import Phrase
from phrases import gettext_noop as _

_END = _("The end")
_COMMON = (
    Chapter(Phrase(_("The board and the start")), (explain.START,), pictures.START),
    Chapter(Phrase(_("Claims")), (explain.CLAIMS,), pictures.CLAIMS),
    Chapter(Phrase(_("Moves")), (explain.MOVES,), pictures.MOVES),
    Chapter(Phrase(_("Colours and jokers")), (explain.COLOURS,), pictures.COLOURS),
    Chapter(Phrase(_("Heights")), (explain.HEIGHTS,), pictures.HEIGHTS),
    Chapter(Phrase(_("Lyngk: moving by springboards")), (explain.LYNGK,), pictures.LYNGK),
)


def main_chapters(options: Set[str]) -> list[Chapter]:
    """The main game with these options."""
    captures, literal = "claim_captures" in options, "literal_tie" in options
    neutral = explain.CLAIM_CAPTURES if captures else explain.NEUTRAL_STAYS
    columns = (*pictures.COLUMNS, *(pictures.CAPTURED if captures else ()))
    tie, shown = (explain.LITERAL_TIE, pictures.LITERAL) if literal else (explain.CASCADE, pictures.TIE)
    return [
        Chapter(Phrase(_("The goal")), (explain.GOAL,)),
        *_COMMON,
        Chapter(Phrase(_("Columns")), (explain.COMPLETE_FIVE, neutral), columns),
        Chapter(Phrase(_END), (explain.PASSING, tie), (*pictures.PASS, *shown)),
    ]


def six_chapters() -> list[Chapter]:
    """The six-stack game."""
    return [
        Chapter(Phrase(_("The goal")), (explain.GOAL_SIX,)),
        *_COMMON,
        Chapter(Phrase(_("Stacks of six")), (explain.COMPLETE_SIX,), pictures.SIX),
        Chapter(Phrase(_END), (explain.PASSING, explain.CASCADE_SIX), (*pictures.PASS, *pictures.SIX_TIE)),
    ]
