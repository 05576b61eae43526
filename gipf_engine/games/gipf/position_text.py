"""A GIPF position told plainly: what stands where, what lies beside the board, whose turn it is.

Both checkers are made from `PositionData` and give it back; its text form is the position text:

    b2w/5/6/w5b/6/5/b2w w 12-12 0-0 ss

Columns b to h from White's left, each from White's side: `w` `b` a single, `W` `B` a GIPF-piece, a digit
that many empty spots. Then who is to move, the reserves of White and Black, what White and Black have
captured (in pieces), and how far each has come with bringing in pieces (`-` nothing yet, `g` GIPF-pieces
only, `s` a single: from then on only singles).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import BLACK, WHITE, Pool, View
from gipf_engine.rules.errors import BadSetup
from gipf_engine.rules.gipf.board import SPOTS

NOTHING_YET, GIPFS_ONLY, SINGLES = "-", "g", "s"
KINDS = {NOTHING_YET: (True,), GIPFS_ONLY: (True, False), SINGLES: (False,)}
"""What may come in in each phase: True a GIPF-piece, False a single (GIPF 11)."""
COLOURS = "WB"
LETTERS = {"w": "W", "b": "B", "W": "WW", "B": "BB"}
_LETTER_OF = {pieces: letter for letter, pieces in LETTERS.items()}
_TEXT = re.compile(
    r"(?P<board>[wbWB1-7/]{7,60}) (?P<turn>[wb]) (?P<reserves>\d{1,2}-\d{1,2}) (?P<captured>\d{1,2}-\d{1,2})"
    r" (?P<phases>[-gs]{2})(?: x(?P<times>[123]))?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class PositionData:
    """`board`: spot to "W", "B", "WW" or "BB". `reserves`, `captured`: pieces, by seat.

    `captured[seat]` are the opponent's pieces that `seat` holds. `phases`: by seat, "-", "g" or "s".
    `times`: how often this position has come up, counted only where repetition matters.
    """

    board: Mapping[str, str]
    turn: int
    reserves: tuple[int, int]
    captured: tuple[int, int]
    phases: tuple[str, str]
    times: int = 1

    def text(self) -> str:
        """The position text."""
        columns: dict[str, str] = {}
        for spot in SPOTS:
            columns[spot[0]] = columns.get(spot[0], "") + _LETTER_OF.get(self.board.get(spot, ""), ".")
        board = re.sub(r"\.+", lambda gap: str(len(gap[0])), "/".join(columns.values()))
        text = f"{board} {'wb'[self.turn]} {_pair(self.reserves)} {_pair(self.captured)} {''.join(self.phases)}"
        return text if self.times == 1 else f"{text} x{self.times}"

    def view(self, rules: str, turn: int | None) -> View:
        """What everybody sees: GIPF hides nothing."""
        pools = tuple(
            Pool(name, seat, held[seat])
            for seat in (WHITE, BLACK)
            for name, held in (("reserve", self.reserves), ("captured", self.captured))
        )
        return View("gipf", rules, turn, {spot: tuple(self.board.get(spot, "")) for spot in SPOTS}, pools)

    def pieces(self, seat: int) -> int:
        """All pieces of `seat`: on the board, in reserve, captured."""
        colour = COLOURS[seat]
        standing = sum(len(pieces) for pieces in self.board.values() if pieces[0] == colour)
        return standing + self.reserves[seat] + self.captured[1 - seat]


def parse_position(text: str) -> PositionData:
    """Read a position text. Raises `BadSetup`; whether the pieces add up is for the rules to say."""
    found = _TEXT.fullmatch(text) if len(text) <= 100 else None
    if found is None:
        raise BadSetup(Message(_("%(text)s is not a GIPF position"), {"text": text[:60]}), text[:60])
    return PositionData(
        board=_read_board(found["board"]),
        turn="wb".index(found["turn"]),
        reserves=_read_pair(found["reserves"]),
        captured=_read_pair(found["captured"]),
        phases=(found["phases"][0], found["phases"][1]),
        times=int(found["times"] or 1),
    )


def _read_board(text: str) -> dict[str, str]:
    columns = text.split("/")
    if len(columns) != 7:
        raise BadSetup(Message(_("a GIPF board has 7 columns of spots, not %(count)s"), {"count": len(columns)}), text)
    board: dict[str, str] = {}
    for name, column in zip("bcdefgh", columns, strict=True):
        spots = [spot for spot in SPOTS if spot[0] == name]
        cells = list(_cells(column))
        if len(cells) != len(spots):
            raise BadSetup(
                Message(
                    _("column %(column)s has %(spots)s spots, not %(count)s"),
                    {"column": name, "spots": len(spots), "count": len(cells)},
                ),
                text,
            )
        board.update((spot, pieces) for spot, pieces in zip(spots, cells, strict=True) if pieces)
    return board


def _cells(column: str) -> Iterator[str]:
    for letter in column:
        if letter.isdigit():
            yield from [""] * int(letter)
        else:
            yield LETTERS[letter]


def _pair(numbers: tuple[int, int]) -> str:
    return f"{numbers[0]}-{numbers[1]}"


def _read_pair(text: str) -> tuple[int, int]:
    first, second = text.split("-")
    return int(first), int(second)
