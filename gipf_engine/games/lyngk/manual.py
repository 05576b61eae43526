"""The rules of _LYNGK in chapters: what is told, and the positions that show it."""

from __future__ import annotations

from collections.abc import Set

from gipf_engine.games.lyngk import pictures
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Chapter, Portrait

PORTRAIT = Portrait(
    Message(_("Claim two of five colours as late as you dare, and build stacks of all five from shared pieces.")),
    "./R,RB,.,B/JI,.,.,.,IKRG,I,I/K,.,G,K,.,I/B,IKGR,.,R,.,KB,./.,B,K,.,R,G/GB,I,JB,BK,K,G,G/J,.,G,R/RI b IK:BR 0:0",
)

_GOAL = Message(
    _(
        "Claim colours and build columns of five with one of your colours on top. When neither player "
        "can move, the player with the most completed columns wins."
    )
)
_GOAL_SIX = Message(
    _("Claim colours and be the first to complete a stack of six with one of your colours on top: that wins at once.")
)
_START = Message(
    _(
        "The board has 43 spots. At the start, each holds one piece, placed at random: eight of each of "
        "five colours – ivory, blue, red, green and black – and three jokers. A stack has the colour of "
        "its top piece. Stacks are never taken apart. White moves first."
    )
)
_CLAIMS = Message(
    _(
        "On your turn you may first claim an unclaimed colour, and then you must move one stack. You may "
        "claim two colours in a game, one per turn. The colour that neither player claims stays neutral."
    )
)
_MOVES = Message(
    _(
        "You may move stacks of your own colours and of neutral colours, but not your opponent’s. A "
        "stack moves along a line to the first stack it meets, next to it or beyond empty spots. It "
        "lands on top of that stack, no matter whose it is. It may not end on an empty spot."
    )
)
_COLOURS = Message(
    _(
        "A stack may hold each colour only once. A joker counts as any colour that is missing; a single "
        "joker can be landed on, but not moved or claimed."
    )
)
_HEIGHTS = Message(
    _(
        "A neutral stack may not land on a stack higher than itself, so a single neutral piece lands "
        "only on single pieces. Stacks of your own colours may land on stacks of any height."
    )
)
_LYNGK = Message(
    _(
        "Lyngk: a stack of your own colour may use other stacks of the same colour as springboards. From "
        "each it continues along any line, over as many as you like but each only once, and it must end "
        "by landing. Only the top colour of a springboard counts, not its height; a joker is not a "
        "springboard."
    )
)
_PASSING = Message(
    _(
        "You may pass only when you have no legal turn, not even with a claim; then you must. As soon as "
        "you have one again, you play on. The game ends when neither player has a legal turn."
    )
)

_COMPLETE_FIVE = Message(
    _(
        "A stack has at most five pieces. When you complete one with one of your colours on top, it "
        "leaves the board and counts for you. The player with the most completed columns wins."
    )
)
_NEUTRAL_STAYS = Message(
    _(
        "A column completed with a neutral colour on top stays on the board and counts for neither "
        "player, even if that colour is claimed later."
    )
)
_CLAIM_CAPTURES = Message(
    _(
        "A column completed with a neutral colour on top stays on the board until a player claims that "
        "colour: then it leaves the board at once and counts for that player."
    )
)
_CASCADE = Message(
    _(
        "If both have completed equally many columns, the stacks on the board topped by a player’s own "
        "colours decide: first those of four, then of three, of two, and single pieces. If all are "
        "equal, the game is drawn."
    )
)
_LITERAL_TIE = Message(_("If both have completed equally many columns, the game is drawn."))

_COMPLETE_SIX = Message(
    _(
        "A stack has at most six pieces; stacks of five stay on the board and in play. One of the six "
        "must be a joker. The player who completes a stack of six with one of their own colours on top "
        "wins at once. With a neutral colour on top nothing happens, even if that colour is claimed "
        "later."
    )
)
_CASCADE_SIX = Message(
    _(
        "When neither player can move, the stacks topped by a player’s own colours decide: first those "
        "of five, then of four, of three, of two, and single pieces. If all are equal, the game is drawn."
    )
)

_END = _("The end")
_COMMON = (
    Chapter(Message(_("The board and the start")), (_START,), pictures.START),
    Chapter(Message(_("Claims")), (_CLAIMS,), pictures.CLAIMS),
    Chapter(Message(_("Moves")), (_MOVES,), pictures.MOVES),
    Chapter(Message(_("Colours and jokers")), (_COLOURS,), pictures.COLOURS),
    Chapter(Message(_("Heights")), (_HEIGHTS,), pictures.HEIGHTS),
    Chapter(Message(_("Lyngk: moving with springboards")), (_LYNGK,), pictures.LYNGK),
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
