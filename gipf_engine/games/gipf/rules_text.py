"""The rules of GIPF told to players, and what each option changes. One message, one paragraph."""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

GOAL_BASIC = Message(
    _(
        "Bring in your pieces and make rows of four: a row brings its pieces back into your reserve and captures the"
        " opponent’s that stand with it. Whoever has no piece left to bring in loses."
    )
)
GOAL = Message(
    _(
        "Bring in your pieces and make rows of four: a row brings its pieces back into your reserve and captures the"
        " opponent’s that stand with it. Whoever has no piece left to bring in, or no GIPF-piece left on the board,"
        " loses."
    )
)

BOARD = Message(
    _(
        "The board has 37 spots and 24 dots round them, joined by 21 lines. Only a piece on a spot is in play;"
        " no piece ever stays on a dot. White sits at e1 and begins."
    )
)
BASIC = Message(
    _(
        "In the basic game each player has fifteen pieces: three on the board, on b5, e2 and h5 for White and on"
        " b2, e8 and h2 for Black, and twelve in reserve. The weaker player may get up to three pieces more."
    )
)
STANDARD = Message(
    _(
        "In the standard game each player has eighteen pieces: three GIPF-pieces on the board, on b5, e2 and h5"
        " for White and on b2, e8 and h2 for Black, and twelve pieces in reserve."
    )
)
TOURNAMENT = Message(_("The tournament game begins with an empty board and eighteen pieces in each reserve."))
OPENING = Message(
    _(
        "Your first piece must be a GIPF-piece. After that you bring in GIPF-pieces or a single, as you like; from your"
        " first single on you may bring in only singles. Each player decides this alone. Rows are taken from the first"
        " turn on."
    )
)

PUSH = Message(
    _(
        "In your turn you bring in one piece from your reserve: you put it on a dot and push it along a line to"
        " the first spot. A piece that stands there moves on by one, and so does each piece it bumps into, up to"
        " the first empty spot. It does not matter whose pieces you push. Nothing may be pushed off the board,"
        " so a line without an empty spot is closed. A piece that you have touched must be played."
    )
)

ROW = Message(
    _(
        "Four or more pieces of your colour next to each other on a line are a row, and you must take it. All"
        " pieces that stand with them in an unbroken run on that line come off too. Yours go back to your"
        " reserve; your opponent's are captured and never come back. An empty spot ends the run."
    )
)
WHEN = Message(
    _(
        "You take your rows in your own turn: first those that your opponent's push has made, then you push,"
        " then those that stand now. Taking a row is never a turn of its own. Where two of your rows cross you"
        " choose which one goes first; if the other still has four in a row it must go as well."
    )
)

GIPF_PIECE = Message(
    _("A GIPF-piece is two pieces of one colour, one on the other; it is pushed, and counts in a row, like a single.")
)
GIPF_CHOICE = Message(
    _(
        "When you take a row you choose for every GIPF-piece in it, of either colour, whether it goes or stays;"
        " single pieces always go. A row of nothing but GIPF-pieces may stay as it is. A GIPF-piece that comes"
        " off becomes two single pieces, in your reserve or captured; it is never put together again."
    )
)

EMPTY_RESERVE = Message(
    _(
        "You lose when it is your turn to bring in a piece and your reserve is empty, after you have taken your"
        " rows. Reserves lie open to both players."
    )
)
LAST_GIPF = Message(
    _("You also lose as soon as you have no GIPF-piece left on the board, no matter who removed the last one.")
)
REMOVER_LOSES = Message(_("If both players lose their last GIPF-piece in the same removal, the one who removed loses."))
NO_DRAW = Message(_("There is no draw."))
