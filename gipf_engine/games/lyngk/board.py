"""The board of LYNGK: 43 spots on 21 lines in the shape of a six-pointed star, and the colours (LYNGK 1).

Inside this package a spot is its index in `SPOTS` (a1 is 0, i1 is 42); players see names.
"""

from __future__ import annotations

from gipf_engine.kit.board import Board
from gipf_engine.kit.effects import CAPTURED
from gipf_engine.kit.table import Equipment, Pile
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

COLOURS = "IBRGK"
"""Ivory, blue, red, green, black: the colours that can be claimed (LYNGK 4)."""
JOKER = "J"
PIECES = {**dict.fromkeys(COLOURS, 8), JOKER: 3}
"""How many of each kind are laid out (LYNGK 1)."""

COLOUR_NAMES = {
    "I": Message(_("ivory")),
    "B": Message(_("blue")),
    "R": Message(_("red")),
    "G": Message(_("green")),
    "K": Message(_("black")),
    "J": Message(_("joker")),
}

_COLUMNS = {
    "a": (3, 1),
    "b": (2, 4),
    "c": (1, 7),
    "d": (2, 6),
    "e": (2, 7),
    "f": (3, 6),
    "g": (3, 7),
    "h": (5, 4),
    "i": (7, 1),
}
"""Column letter to (skewed row of its lowest spot, number of spots)."""

BOARD = Board(
    {
        f"{column}{number}": (index, lowest + number - 1)
        for index, (column, (lowest, height)) in enumerate(_COLUMNS.items())
        for number in range(1, height + 1)
    }
)
SPOTS, INDEX = BOARD.names, BOARD.index
UNCLAIMED, CLAIMED = "unclaimed", "claimed"
"""The piles of colours; completed columns lie with what is captured."""
EQUIPMENT = Equipment(
    BOARD,
    [
        Pile(UNCLAIMED, None, dict.fromkeys(COLOURS, 1), alike=False),
        *(Pile(CLAIMED, seat, alike=False) for seat in (0, 1)),
        *(Pile(CAPTURED, seat, whole=True, alike=False) for seat in (0, 1)),
    ],
    pieces=COLOURS + JOKER,
)
