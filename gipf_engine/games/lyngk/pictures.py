"""Positions that show the rules of LYNGK, each with the turn that is played in it. White is to move in all of them."""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Illustration

START = (
    Illustration(
        "start",
        Message(
            _("All 43 pieces on the board, placed at random. The claims are in the corners, White’s at the bottom.")
        ),
        "G/R,I,B,B/K,K,K,R,B,R,G/I,K,R,R,I,R/R,K,K,J,G,J,I/G,I,I,K,B,B/B,G,B,B,I,G,J/R,K,I,G/G w -:- 0:0",
    ),
)

CLAIMS = (
    Illustration(
        "claim",
        Message(
            _(
                "White claims blue and moves the blue piece onto the red one beside it. From now on, only White "
                "may move blue stacks."
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
        Message(_("The red piece moves up the line, over empty spots, to the first stack it meets, and lands on it.")),
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
        Message(_("Both stacks contain blue, so they cannot be joined.")),
        "./I,G,K,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,RB,BG,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w B:- 0:0",
        "e3-e4",
        refused=True,
    ),
    Illustration(
        "joker",
        Message(_("A red piece lands on a joker. In the stack, the joker counts as a missing colour.")),
        "./I,G,K,./.,.,.,.,.,.,./.,.,.,K,.,./.,.,R,J,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w -:- 0:0",
        "e3-e4",
    ),
    Illustration(
        "joker-alone",
        Message(_("A single joker cannot move.")),
        "./I,G,K,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,R,J,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w -:- 0:0",
        "e4-e3",
        refused=True,
    ),
)

HEIGHTS = (
    Illustration(
        "climb",
        Message(_("Red is unclaimed: the single red piece may not land on a stack of two.")),
        "./I,G,K,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,R,GK,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w -:- 0:0",
        "e3-e4",
        refused=True,
    ),
    Illustration(
        "own-climbs",
        Message(_("Here red is White’s own colour and may land on stacks of any height.")),
        "./I,G,K,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,R,GK,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w R:- 0:0",
        "e3-e4",
    ),
)

LYNGK = (
    Illustration(
        "lyngk",
        Message(
            _(
                "Red is White’s own colour. The red piece moves from e1 to the red stack on e4, then to the "
                "red stack on g3. It lands on the blue piece on g6. The two springboards stay as they are."
            )
        ),
        "./I,G,K,./.,.,.,.,.,.,./.,.,.,I,.,./R,.,.,GR,.,.,./.,.,.,.,.,./.,.,KR,.,.,B,./.,.,G,I/. w R:- 0:0",
        "e1-g6",
    ),
    Illustration(
        "no-springboard",
        Message(_("Red is unclaimed: neutral stacks cannot make a Lyngk.")),
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
                "White lands on the stack of four with red, one of White’s own colours. The column is complete, "
                "leaves the board and counts for White."
            )
        ),
        "./I,G,K,./.,.,B,.,.,.,./.,.,.,.,.,./.,.,R,GKBI,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w R:- 0:0",
        "e3-e4",
    ),
    Illustration(
        "neutral-column",
        Message(_("Red is unclaimed: the column stays on the board and counts for neither player.")),
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
                "Red and blue are White’s, green and black are Black’s. White’s red piece meets a stack that "
                "already contains red, and the ivory piece may not land on a higher stack: White has no legal "
                "turn and passes. Black can play on."
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
                "Neither player can move, and each has completed two columns. White has a stack of four on the "
                "board, Black only one of three: White wins."
            )
        ),
        "./.,.,.,./.,.,.,.,.,RBG,./.,.,.,.,.,./.,.,.,GKBR,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. w BR:GK 2:2",
    ),
)

LITERAL = (
    Illustration(
        "tie",
        Message(_("Neither player can move, and each has completed two columns: a draw.")),
        "./.,.,.,./.,.,.,.,.,RBG,./.,.,.,.,.,./.,.,.,GKBR,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. w BR:GK 2:2",
    ),
)

SIX = (
    Illustration(
        "five-stays",
        Message(_("White makes a stack of five with red, one of White’s own colours, on top. It stays on the board.")),
        "./I,G,K,./.,.,B,.,.,.,./.,.,.,.,.,./.,.,R,GKBI,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w R:- 0:0",
        "e3-e4",
    ),
    Illustration(
        "six",
        Message(_("Six pieces with a joker among them are complete. Red is White’s own colour: White wins.")),
        "./I,G,K,./.,.,B,.,.,.,./.,.,.,.,.,./.,.,R,GKBIJ,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w R:- 0:0",
        "e3-e4",
    ),
    Illustration(
        "neutral-six",
        Message(_("Ivory, on top, is unclaimed: nothing happens, and the stack stays.")),
        "./I,G,K,./.,.,B,.,.,.,./.,.,.,.,.,./.,.,GBRI,KJ,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w R:- 0:0",
        "e3-e4",
    ),
)

SIX_TIE = (
    Illustration(
        "tie",
        Message(_("Neither player can move. White has a stack of five, Black only one of four: White wins.")),
        "./.,.,.,./.,.,.,.,.,RBKG,./.,.,.,.,.,./.,.,.,GKBIR,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. w BR:GK 0:0",
    ),
)
