"""LYNGK as Richard's PBeM server shows and takes it: the board drawn with letters, then moves like `R,b1-b2`.

The board as it was at the start has columns A to I four letters apart, one piece a line and column; the lowest line of
a column is its spot 1. Moves are written as ours, `--` is a pass. `NAME: 0 stacks (…) claimed.` names the players, the
first one first; `Stack6 Mode` the other game. A claim takes neutral columns there. Source: github.com/lymanhurd/lyngk,
lyngk.cpp and docs/Lyngk.html, read only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import BadSetup, RuleError
from gipf_engine.rules.formats.base import RecordFormat, fault_at
from gipf_engine.rules.formats.lyngk_line import LyngkLine
from gipf_engine.rules.formats.registry import register
from gipf_engine.rules.record import GameRecord

_COLUMNS = re.compile(r"^ *A +B +C +D +E +F +G +H +I *\r?$", re.MULTILINE)
_PIECE = re.compile(r"[IBRGKJ]")
_PLAYER = re.compile(r"^[ \t]*+(\S{1,60}): \d+ stacks? \(", re.MULTILINE)
_MOVE = re.compile(r"(?<!\S)(?:[IBRGKibrgk],)?[a-iA-I][1-7]-[a-iA-I][1-7](?!\S)|(?<!\S)(?:--|pass)(?!\S)")
_HEIGHTS = dict(zip("abcdefghi", (1, 4, 7, 6, 7, 6, 7, 4, 1), strict=True))
_HEADS = 2
"""The letters of the columns stand above the board and below it."""


@register
class PbmLyngk(RecordFormat):
    """A game of LYNGK from Richard's PBeM server: the board at its start, and the moves."""

    key = "pbm-lyngk"
    name = _("PBeM record of LYNGK")
    help = _("LYNGK from Richard's PBeM server (gamerz.net): the first board as it is drawn there, then the moves.")

    def detects(self, text: str) -> bool:
        """Whether it has a board drawn with letters."""
        return len(_COLUMNS.findall(text)) >= _HEADS and _PIECE.search(text) is not None

    def read(self, text: str, known: Mapping[str, str]) -> list[GameRecord]:
        """The one record: its moves are those behind the first board."""
        above, below, *_others = _COLUMNS.finditer(text)
        setup = _read_board(above[0], text[above.end() : below.start()])
        variant = "six" if "stack6" in text[: above.start()].lower() else "main"
        line = LyngkLine(rules_for(f"lyngk-{variant}"), setup)
        fault = None
        for found in _MOVE.finditer(text, below.end()):
            try:
                line.play_token(found[0])
            except RuleError as trouble:
                fault = fault_at(text.count("\n", 0, found.start()) + 1, found[0], trouble)
                break
        tags = {"Game": "lyngk", "Rules": variant, **line.tags, "Site": "gamerz.net"}
        tags |= dict(zip(("White", "Black"), _PLAYER.findall(text), strict=False))
        return [GameRecord(tags, tuple(line.tokens), fault=fault)]


def _read_board(letters: str, rows: str) -> str:
    """The set-up. Raises `BadSetup` where a column has more pieces than one a line, or too few."""
    places = {letter.lower(): letters.index(letter) for letter in "ABCDEFGHI"}
    columns = {
        column: [row[at] for row in reversed(rows.splitlines()) if len(row) > at and _PIECE.match(row[at])]
        for column, at in places.items()
    }
    if any(len(columns[column]) != height for column, height in _HEIGHTS.items()):
        raise BadSetup(
            Message(
                _("the first board should be the one at the start of the game, with a piece on each of its 43 spots")
            )
        )
    return "".join("".join(columns[column]) for column in _HEIGHTS)
