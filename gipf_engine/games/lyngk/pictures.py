"""Positions that show the rules of LYNGK, each with the turn that is played in it. White is to move in all of them."""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Illustration

START = (
    Illustration(
        "start",
        Message(_("All 43 pieces on the board, as chance laid them out. In the corners: the claims, White’s below.")),
        "G/R,I,B,B/K,K,K,R,B,R,G/I,K,R,R,I,R/R,K,K,J,G,J,I/G,I,I,K,B,B/B,G,B,B,I,G,J/R,K,I,G/G w -:- 0:0",
    ),
)

CLAIMS = (
    Illustration(
        "claim",
        Message(
            _(
                "White claims blue and moves the blue piece onto the red one beside it. From now on only White moves "
                "blue stacks."
            )
        ),
        "./I,G,K,./.,.,.,.,J,.,./.,.,G,.,.,./.,.,B,R,.,.,./.,.,K,.,.,./.,.,.,.,.,.,./.,.,G,I/. w -:- 0:0",
        "B,e3-e4",
    ),
    Illustration(
        "theirs",
        Message(_("Black has claimed blue, so White may not move this stack.")),
        "./I,G,K,./.,.,.,.,.,.,./.,.,G,.,.,./.,.,B,R,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w -:B 0:0",
        "e3-e4",
        refused=True,
    ),
)

MOVES = (
    Illustration(
        "far",
        Message(
            _("The red piece moves up the line, over empty spots, to the first stack that it meets, and lands on it.")
        ),
        "./I,G,K,./.,.,.,.,.,.,./.,.,G,.,.,./.,R,.,.,B,.,./.,.,K,.,.,./.,.,.,.,.,.,./.,.,G,I/. w -:- 0:0",
        "e2-e5",
    ),
    Illustration(
        "blocked",
        Message(_("The green piece on e4 is the first stack on the line: red may land on it, but not go past it.")),
        "./I,G,K,./.,.,.,.,.,.,./.,.,.,.,.,./.,R,.,G,.,B,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w -:- 0:0",
        "e2-e6",
        refused=True,
    ),
)

COLOURS = (
    Illustration(
        "twice",
        Message(_("Both stacks hold blue, so they cannot become one.")),
        "./I,G,K,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,RB,BG,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w B:- 0:0",
        "e3-e4",
        refused=True,
    ),
    Illustration(
        "joker",
        Message(_("A red piece lands on a joker. In the stack the joker stands for a colour that is missing.")),
        "./I,G,K,./.,.,.,.,.,.,./.,.,.,K,.,./.,.,R,J,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w -:- 0:0",
        "e3-e4",
    ),
    Illustration(
        "joker-alone",
        Message(_("A joker does not move by itself.")),
        "./I,G,K,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,R,J,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w -:- 0:0",
        "e4-e3",
        refused=True,
    ),
)

HEIGHTS = (
    Illustration(
        "climb",
        Message(_("Nobody has claimed red: the single red piece may not go onto a stack of two.")),
        "./I,G,K,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,R,GK,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w -:- 0:0",
        "e3-e4",
        refused=True,
    ),
    Illustration(
        "own-climbs",
        Message(_("Red is White’s own here, and climbs on stacks of any height.")),
        "./I,G,K,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,R,GK,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w R:- 0:0",
        "e3-e4",
    ),
)

LYNGK = (
    Illustration(
        "lyngk",
        Message(
            _(
                "Red is White’s own. From e1 the red piece reaches the red stack on e4, goes on from there to the red "
                "stack on g3, and from there to the blue piece on g6, where it lands. The two springboards stay as "
                "they are."
            )
        ),
        "./I,G,K,./.,.,.,.,.,.,./.,.,.,I,.,./R,.,.,GR,.,.,./.,.,.,.,.,./.,.,KR,.,.,B,./.,.,G,I/. w R:- 0:0",
        "e1-g6",
    ),
    Illustration(
        "no-springboard",
        Message(_("Nobody has claimed red: neutral stacks make no Lyngk.")),
        "./I,G,K,./.,.,.,.,.,.,./.,.,.,I,.,./R,.,.,GR,.,.,./.,.,.,.,.,./.,.,KR,.,.,B,./.,.,G,I/. w -:- 0:0",
        "e1-g6",
        refused=True,
    ),
)

COLUMNS = (
    Illustration(
        "column",
        Message(
            _(
                "White lands on the stack of four with red, an own colour. The column is complete, leaves the board "
                "and counts for White."
            )
        ),
        "./I,G,K,./.,.,B,.,.,.,./.,.,.,.,.,./.,.,R,GKBI,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w R:- 0:0",
        "e3-e4",
    ),
    Illustration(
        "neutral-column",
        Message(_("Nobody has claimed red: the column stays where it is and counts for nobody.")),
        "./I,G,K,./.,.,B,.,.,.,./.,.,.,.,.,./.,.,GBR,KI,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w -:- 0:0",
        "e3-e4",
    ),
)

CAPTURED = (
    Illustration(
        "captured",
        Message(_("White claims red. The column on e4 leaves the board and counts for White; then White moves.")),
        "./I,G,K,./.,.,R,B,.,.,./.,.,.,.,.,./.,.,.,KIGBR,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w -:- 0:0",
        "R,c3-c4",
    ),
)

PASS = (
    Illustration(
        "pass",
        Message(
            _(
                "Red and blue are White’s, green and black Black’s. White’s red piece meets a stack that holds red "
                "already, and the ivory piece may not climb: White has no turn and passes. Black can play on."
            )
        ),
        "./.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./R,.,.,RG,.,.,I/.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. w BR:GK 0:0",
    ),
)

TIE = (
    Illustration(
        "tie",
        Message(
            _(
                "Nobody can move, and each has completed two columns. White has a stack of four on the board, Black "
                "only one of three: White has won."
            )
        ),
        "./.,.,.,./.,.,.,.,.,RBG,./.,.,.,.,.,./.,.,.,GKBR,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. w BR:GK 2:2",
    ),
)

LITERAL = (
    Illustration(
        "tie",
        Message(_("Nobody can move, and each has completed two columns: a draw.")),
        "./.,.,.,./.,.,.,.,.,RBG,./.,.,.,.,.,./.,.,.,GKBR,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. w BR:GK 2:2",
    ),
)

SIX = (
    Illustration(
        "five-stays",
        Message(_("White makes a stack of five with red, an own colour, on top. It stays on the board.")),
        "./I,G,K,./.,.,B,.,.,.,./.,.,.,.,.,./.,.,R,GKBI,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w R:- 0:0",
        "e3-e4",
    ),
    Illustration(
        "six",
        Message(_("With a joker among them, six pieces are complete. Red is White’s own: White has won.")),
        "./I,G,K,./.,.,B,.,.,.,./.,.,.,.,.,./.,.,R,GKBIJ,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w R:- 0:0",
        "e3-e4",
    ),
    Illustration(
        "neutral-six",
        Message(_("Ivory is on top, which nobody has claimed: nothing happens, and the stack stays.")),
        "./I,G,K,./.,.,B,.,.,.,./.,.,.,.,.,./.,.,GBRI,KJ,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w R:- 0:0",
        "e3-e4",
    ),
)

SIX_TIE = (
    Illustration(
        "tie",
        Message(_("Nobody can move. White has a stack of five, Black only one of four: White has won.")),
        "./.,.,.,./.,.,.,.,.,RBKG,./.,.,.,.,.,./.,.,.,GKBIR,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. w BR:GK 0:0",
    ),
)
