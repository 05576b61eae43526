"""The text of a GIPF position, written and read:

    b2w/5/6/w5b/6/5/b2w w 12-12 0-0 ss

Columns b to h from White's left, each from White's side: `w` `b` a single, `W` `B` a GIPF-piece, a digit that many
empty spots. Then who is to move, the reserves of White and Black, what White and Black have captured (in pieces), and
how far each has come with bringing in pieces (`-` nothing yet, `g` GIPF-pieces only, `s` a single: from then on only
singles). Where repetition draws, ` x2` says how often the position has come up.
"""

from __future__ import annotations

import re
from itertools import groupby

from gipf_engine.games.gipf.board import BOARD, SPOTS
from gipf_engine.games.gipf.state import GipfState, Side
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.errors import BadSetup

LETTERS = {"w": "W", "b": "B", "W": "WW", "B": "BB"}
"""How a stack is written."""
_LETTER_OF = {"": "."} | {stack: letter for letter, stack in LETTERS.items()}
_COLUMNS = [tuple(spots) for _column, spots in groupby(SPOTS, key=lambda spot: spot[0])]
_TEXT = re.compile(
    r"(?P<board>[wbWB1-7/]{7,60}) (?P<turn>[wb]) (?P<reserves>\d{1,2}-\d{1,2}) (?P<captured>\d{1,2}-\d{1,2})"
    r" (?P<phases>[-gs]{2})(?: x(?P<times>[123]))?",
    re.ASCII,
)


def write_position(state: GipfState) -> str:
    """The position text."""
    stacks, (white, black) = state.stacks(), state.sides
    board = "/".join("".join(_LETTER_OF[stacks.get(spot, "")] for spot in column) for column in _COLUMNS)
    words = [
        re.sub(r"\.+", lambda gap: str(len(gap[0])), board),
        "wb"[state.seat],
        f"{white.reserve}-{black.reserve}",
        f"{white.captured}-{black.captured}",
        white.phase + black.phase,
    ]
    return " ".join([*words, f"x{state.times}"] if state.times > 1 else words)


def write_with_reserves(pieces: int, board: str, captured: tuple[int, int] = (0, 0), phases: str = "ss") -> str:
    """The text of a board with White to move, where each player has so many pieces: what is nowhere else is in reserve.

    `captured` are pieces that White and Black hold of each other.
    """
    rest = f"{captured[0]}-{captured[1]} {phases}"
    state, _times = read_position(f"{board} w 0-0 {rest}")
    reserves = "-".join(str(pieces - state.count_pieces(seat)) for seat in (0, 1))
    return f"{board} w {reserves} {rest}"


def read_position(text: str) -> tuple[GipfState, int]:
    """The state, and how often it has come up, which is not in it. Raises `BadSetup`.

    Whether the pieces add up is for the rules to say.
    """
    found = _TEXT.fullmatch(text) if len(text) <= 100 else None
    if found is None:
        raise BadSetup(Message(_("%(text)s is not a GIPF position"), {"text": text[:60]}), text[:60])
    letters = _read_board(found["board"])
    reserves, captured = (tuple(map(int, found[name].split("-"))) for name in ("reserves", "captured"))
    sides = [
        Side(
            BOARD.mask(spot for spot, letter in letters.items() if letter.lower() == colour),
            reserves[seat],
            captured[seat],
            found["phases"][seat],
        )
        for seat, colour in enumerate("wb")
    ]
    seat = "wb".index(found["turn"])
    gipfs = BOARD.mask(spot for spot, letter in letters.items() if letter.isupper())
    return GipfState(sides[seat], sides[1 - seat], gipfs, seat), int(found["times"] or 1)


def _read_board(text: str) -> dict[str, str]:
    """The letter on each spot that is not empty."""
    columns = text.split("/")
    if len(columns) != len(_COLUMNS):
        raise BadSetup(Message(_("a GIPF board has 7 columns of spots, not %(count)s"), {"count": len(columns)}), text)
    found: dict[str, str] = {}
    for spots, column in zip(_COLUMNS, columns, strict=True):
        cells = re.sub(r"\d", lambda gap: "." * int(gap[0]), column)
        if len(cells) != len(spots):
            words = {"column": spots[0][0], "spots": len(spots), "count": len(cells)}
            raise BadSetup(Message(_("column %(column)s has %(spots)s spots, not %(count)s"), words), text)
        found.update((spot, letter) for spot, letter in zip(spots, cells, strict=True) if letter != ".")
    return found
