"""How chance lays out LYNGK: the recipe of `gipf_engine.rules.shuffled_setups` for its 43 pieces."""

from __future__ import annotations

from gipf_engine.games.lyngk.board import PIECES
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.shuffled_setups import shuffle_pieces

VERSION = "lyngk-setup-1"

ORDERED = "".join(kind * count for kind, count in PIECES.items())

CHANCE = shuffle_pieces(
    VERSION,
    ORDERED,
    Message(
        _(
            "Put the pieces in a row: eight ivory, eight blue, eight red, eight green, eight black, three "
            "jokers, numbered 0 to 42. For i = 42, 41 … 1, swap piece i with piece j, where j is a number "
            "below i + 1. Then place them on the spots a1, b1, b2 … i1."
        )
    ),
)
draw_setup, SCRIPT = CHANCE.draw, CHANCE.script
