"""The rules of GIPF told to players, and what each option changes. One message, one paragraph."""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

GOAL_BASIC = Message(
    _(
        "Bring in your pieces and make rows of four: a row returns your pieces to your reserve and "
        "captures the opponent’s pieces that extend it. A player with no piece left to bring in loses."
    )
)
GOAL = Message(
    _(
        "Bring in your pieces and make rows of four: a row returns your pieces to your reserve and "
        "captures the opponent’s pieces that extend it. A player with no piece left to bring in, or no "
        "GIPF-piece left on the board, loses."
    )
)

BOARD = Message(
    _(
        "The board has 37 spots with 24 dots around them, joined by 21 lines. Only pieces on spots are "
        "in play; no piece ever stays on a dot. White sits at e1 and moves first."
    )
)
BASIC = Message(
    _(
        "In the basic game each player has fifteen pieces: three on the board, on b5, e2 and h5 for "
        "White and on b2, e8 and h2 for Black, and twelve in reserve. The weaker player may get up to "
        "three extra pieces."
    )
)
STANDARD = Message(
    _(
        "In the standard game each player has eighteen pieces: three GIPF-pieces on the board, on b5, e2 and h5"
        " for White and on b2, e8 and h2 for Black, and twelve pieces in reserve."
    )
)
TOURNAMENT = Message(_("The tournament game starts with an empty board and eighteen pieces in each reserve."))
OPENING = Message(
    _(
        "Your first piece must be a GIPF-piece. After that you bring in GIPF-pieces or a single, as you "
        "like; once you have brought in a single, you may bring in only singles. Each player decides "
        "this independently. Rows are taken from the first turn on."
    )
)

PUSH = Message(
    _(
        "On your turn you bring in one piece from your reserve: put it on a dot and push it along a line "
        "to the first spot. A piece on that spot moves on by one, and so does each piece it bumps into, "
        "up to the first empty spot. It does not matter whose pieces you push. Nothing may be pushed off "
        "the board, so a line without an empty spot is closed. A piece you have touched must be played."
    )
)

ROW = Message(
    _(
        "Four or more pieces of your colour next to each other on a line form a row, and you must take "
        "it. All pieces connected to them in an unbroken run on that line come off too. Yours return to "
        "your reserve; your opponent's are captured and never come back. An empty spot ends the run."
    )
)
WHEN = Message(
    _(
        "You take your rows on your own turn: first those that your opponent's push has made, then, "
        "after your push, those on the board now. Taking a row is never a turn of its own. When two of "
        "your rows cross, you choose which one to take first; if the other still has four in a row, it "
        "must be taken as well."
    )
)

GIPF_PIECE = Message(
    _(
        "A GIPF-piece is two pieces of one colour, one on top of the other; it is pushed, and counts in "
        "a row, like a single."
    )
)
GIPF_CHOICE = Message(
    _(
        "When you take a row, you choose for each GIPF-piece in it, of either colour, whether it comes "
        "off or stays; single pieces always come off. A row of only GIPF-pieces may stay as it is. A "
        "GIPF-piece that comes off becomes two single pieces, in your reserve or captured; it is never "
        "put back together."
    )
)

EMPTY_RESERVE = Message(
    _(
        "You lose when you have to bring in a piece and your reserve is empty, after you have taken your "
        "rows. Reserves are visible to both players."
    )
)
LAST_GIPF = Message(
    _("You also lose as soon as you have no GIPF-piece left on the board, no matter who removed the last one.")
)
REMOVER_LOSES = Message(
    _("If both players lose their last GIPF-piece in the same removal, the player who made the removal loses.")
)
NO_DRAW = Message(_("There are no draws."))
