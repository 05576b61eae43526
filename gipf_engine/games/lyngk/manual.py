"""The rules of _LYNGK in chapters: what is told, and the positions that show it."""

from __future__ import annotations

from collections.abc import Set

from gipf_engine.games.lyngk import pictures
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Chapter

_GOAL = Message(
    _(
        "Claim colours and build columns of five with an own colour on top. Who has completed the most columns when "
        "nobody can move any more wins."
    )
)
_GOAL_SIX = Message(
    _("Claim colours, and be the first to complete a stack of six with an own colour on top: that wins at once.")
)
_START = Message(
    _(
        "The board has 43 spots. At the start a piece lies on each of them, as chance laid it out: eight of each "
        "of five colours – ivory, blue, red, green and black – and three jokers. The piece on top says which "
        "colour a stack has. Stacks are never taken apart. White begins."
    )
)
_CLAIMS = Message(
    _(
        "In your turn you may first claim a colour that nobody has claimed, and then you must move one stack. "
        "You may claim two colours in a game, one in a turn. The colour that nobody claims stays neutral."
    )
)
_MOVES = Message(
    _(
        "You may move stacks of your own colours and of neutral colours, not those of your opponent. A stack moves "
        "along a line to the first stack it meets, next to it or beyond empty spots, and lands on top of it, "
        "whoever owns that one. It may not end on an empty spot."
    )
)
_COLOURS = Message(
    _(
        "A stack may hold a colour only once. A joker stands for any colour that is missing; a joker that lies "
        "alone can be landed on, but not moved and not claimed."
    )
)
_HEIGHTS = Message(
    _(
        "A neutral stack may not land on a higher stack than itself, so a neutral single piece lands only on "
        "single pieces. Stacks of your own colours may land on stacks of any height."
    )
)
_LYNGK = Message(
    _(
        "Lyngk: a stack of your own colour may use other stacks of that same colour as springboards. From each it "
        "goes on along any line, as often as it likes but over each only once, and it must end by landing. Of a "
        "springboard only the colour on top counts, whatever its height; a joker is none."
    )
)
_PASSING = Message(
    _(
        "You may pass only when you have no legal turn, not even with a claim; then you must. As soon as you have "
        "one again you play on. The game ends when neither player has a legal turn."
    )
)

_COMPLETE_FIVE = Message(
    _(
        "A stack has at most five pieces. When you complete one with a colour of your own on top, it leaves the board "
        "and counts for you. Who has completed the most columns wins."
    )
)
_NEUTRAL_STAYS = Message(
    _(
        "A column completed with a neutral colour on top stays where it is and counts for nobody, also when that "
        "colour is claimed later."
    )
)
_CLAIM_CAPTURES = Message(
    _(
        "A column completed with a neutral colour on top stays where it is until a player claims that colour: then it "
        "leaves the board at once and counts for him."
    )
)
_CASCADE = Message(
    _(
        "When both have completed as many, the stacks of four on the board with own colours on top decide, then those "
        "of three, of two, and single pieces. When all are equal the game is drawn."
    )
)
_LITERAL_TIE = Message(_("When both have completed as many columns, the game is drawn."))

_COMPLETE_SIX = Message(
    _(
        "A stack has at most six pieces; stacks of five stay on the board and go on playing. One of the six must "
        "be a joker. Who completes a stack of six with a colour of his own on top wins at once. With a neutral "
        "colour on top nothing happens, nor when that colour is claimed later."
    )
)
_CASCADE_SIX = Message(
    _(
        "When neither player can move, the stacks of five with own colours on top decide, then those of four, of "
        "three, of two, and single pieces. When all are equal the game is drawn."
    )
)

_END = _("The end")
_COMMON = (
    Chapter(Message(_("The board and the start")), (_START,), pictures.START),
    Chapter(Message(_("Claims")), (_CLAIMS,), pictures.CLAIMS),
    Chapter(Message(_("Moves")), (_MOVES,), pictures.MOVES),
    Chapter(Message(_("Colours and jokers")), (_COLOURS,), pictures.COLOURS),
    Chapter(Message(_("Heights")), (_HEIGHTS,), pictures.HEIGHTS),
    Chapter(Message(_("Lyngk: moving by springboards")), (_LYNGK,), pictures.LYNGK),
)


def main_chapters(options: Set[str]) -> list[Chapter]:
    """The main game with these options."""
    captures, literal = "claim_captures" in options, "literal_tie" in options
    neutral = _CLAIM_CAPTURES if captures else _NEUTRAL_STAYS
    columns = (*pictures.COLUMNS, *(pictures.CAPTURED if captures else ()))
    tie, shown = (_LITERAL_TIE, pictures.LITERAL) if literal else (_CASCADE, pictures.TIE)
    return [
        Chapter(Message(_("The goal")), (_GOAL,)),
        *_COMMON,
        Chapter(Message(_("Columns")), (_COMPLETE_FIVE, neutral), columns),
        Chapter(Message(_END), (_PASSING, tie), (*pictures.PASS, *shown)),
    ]


def six_chapters() -> list[Chapter]:
    """The six-stack game."""
    return [
        Chapter(Message(_("The goal")), (_GOAL_SIX,)),
        *_COMMON,
        Chapter(Message(_("Stacks of six")), (_COMPLETE_SIX,), pictures.SIX),
        Chapter(Message(_END), (_PASSING, _CASCADE_SIX), (*pictures.PASS, *pictures.SIX_TIE)),
    ]
