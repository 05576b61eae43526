"""Positions that show the rules of GIPF, each with the turn that is played in it.

A board is written as in a position text (`gipf_engine.games.gipf.position_text`); whatever is neither on it nor
captured is in reserve. The basic game has singles where the others have GIPF-pieces.
"""

from __future__ import annotations

from dataclasses import dataclass

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _


@dataclass(frozen=True, slots=True)
class DiagramSpec:
    """A board with White to move, the turn that White plays ("" for none), and what is to be seen.

    `captured`: pieces that White and Black hold of each other. `phases` as in a position text. `refused`: the turn
    is not legal.
    """

    key: str
    caption: Message
    board: str
    move: str = ""
    captured: tuple[int, int] = (0, 0)
    phases: str = "ss"
    refused: bool = False


PUSHES = (
    DiagramSpec(
        "push",
        Message(_("A piece comes in: White puts it on the dot d1 and pushes it to d2.")),
        "B2W/5/6/W5B/6/5/B2W",
        "d2",
    ),
    DiagramSpec(
        "bump",
        Message(
            _(
                "The new piece from e1 pushes three others along, up to the first empty spot, e5. It does not "
                "matter whose they are. Nothing moves beyond the empty spot."
            )
        ),
        "B2W/5/6/Wbw2bB/6/5/B2W",
        "e1-e5",
    ),
    DiagramSpec(
        "full",
        Message(_("Every spot on the line from b1 is occupied, so no piece can come in there.")),
        "BwbW/5/6/W5B/6/5/B2W",
        "b1-b2",
        refused=True,
    ),
)

ROWS = (
    DiagramSpec(
        "row",
        Message(
            _(
                "White makes four in a row. They come off with the black piece next to them: the four return to "
                "White’s reserve, the black one is captured."
            )
        ),
        "B2W/5/wwwb2/W5B/6/5/B2W",
        "d1-d6;xd2,d3,d4,d5,d6*",
    ),
    DiagramSpec(
        "gap",
        Message(_("The empty spot d6 ends the run: the black piece on d7 stays.")),
        "B2W/5/www2b/W5B/6/5/B2W",
        "d1-d5;xd2,d3,d4,d5",
    ),
    DiagramSpec(
        "before",
        Message(
            _(
                "Black’s push from f1 completed a white row. White takes it at the start of the turn, with the "
                "black piece on f2, and then brings in a piece."
            )
        ),
        "B2W/5/6/W5B/bwwww1/5/B2W",
        "xf2*,f3,f4,f5,f6;d2",
    ),
    DiagramSpec(
        "must",
        Message(_("White may not leave the row on the board.")),
        "B2W/5/6/W5B/bwwww1/5/B2W",
        "d2",
        refused=True,
    ),
    DiagramSpec(
        "crossing",
        Message(
            _(
                "Two white rows cross on d4. White takes the one from d3 to d6; what is left of the other is no "
                "longer a row and stays."
            )
        ),
        "B1wW/2w2/1wwww1/W1w3B/6/5/B2W",
        "xd3,d4,d5,d6;f2",
    ),
)

GIPF_PIECES = (
    DiagramSpec(
        "gipf-stays",
        Message(_("The row contains a GIPF-piece. White leaves it on the board and takes the singles.")),
        "B2W/5/wwW3/W5B/6/5/B3",
        "d1-d5;xd2,d3,d4",
    ),
    DiagramSpec(
        "gipf-goes",
        Message(_("White could take it too. It returns to the reserve as two pieces and is no longer a GIPF-piece.")),
        "B2W/5/wwW3/W5B/6/5/B3",
        "d1-d5;xd2,d3,d4,Gd5",
    ),
    DiagramSpec(
        "gipf-captured",
        Message(_("A black GIPF-piece is next to White’s row, and White takes it too: two pieces are captured.")),
        "B2W/5/wwwB2/W6/6/5/B2W",
        "d1-d6;xd2,d3,d4,d5,Gd6*",
    ),
)

ALL_GIPFS = (
    DiagramSpec(
        "gipf-row",
        Message(_("Four GIPF-pieces in a row may stay: White continues without taking any.")),
        "B3/5/WWWW2/6B/6/5/B3",
        "f2",
    ),
)

OPENING = (
    DiagramSpec(
        "opening",
        Message(_("White’s first piece is a GIPF-piece: two pieces from the reserve.")),
        "4/5/6/7/6/5/4",
        "Gd2",
        phases="--",
    ),
    DiagramSpec(
        "closed",
        Message(_("White has brought in a single on d2, so White can bring in no more GIPF-pieces.")),
        "B3/5/w5/W6/6/5/B3",
        "Gg2",
        phases="sg",
        refused=True,
    ),
)

LAST_GIPF = (
    DiagramSpec(
        "last-gipf",
        Message(_("White takes Black’s last GIPF-piece and wins.")),
        "3W/5/wwwB2/W6/6/5/3W",
        "d1-d6;xd2,d3,d4,d5,Gd6*",
        captured=(4, 0),
    ),
)
EMPTY_RESERVE = (
    DiagramSpec(
        "reserve",
        Message(_("White has to bring in a piece, but the reserve is empty: Black wins.")),
        "B2W/2w2/6/W2b1wB/1b4/2w2/B1wW",
        captured=(0, 8),
    ),
)
