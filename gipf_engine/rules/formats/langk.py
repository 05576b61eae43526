"""LaNGK, a viewer of LYNGK games: the board on one line, then a turn a line.

`g/rrbr/wgzbwkg/kgkgkr/gwwbrww/bzrzkg/kwbwbbg/rkrk/b` are the rows a to i, each from 1 on: r red, g green, b blue, w
white (our ivory), k black, z a joker. `f3d4` moves; `^w g6f6` claims white before it; `-` passes. Its rows are our
columns: both boards have the same names for the same spots, and one is turned. Source: github.com/Lateworm/langk.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import NotAMove, RuleError
from gipf_engine.rules.formats.base import ForeignGame, RecordFormat, fault_at
from gipf_engine.rules.formats.registry import register
from gipf_engine.rules.record import GameRecord

_PIECES = {"w": "I", "b": "B", "r": "R", "g": "G", "k": "K", "z": "J"}
_BOARD = re.compile(r"\s*[wbrgkz]{1,7}(?:/[wbrgkz]{1,7}){8}\s*(?:\n|\Z)", re.ASCII)
_TURN = re.compile(r"(?:\^([wbrgk])\s*)?([a-i][1-7])([a-i][1-7])", re.ASCII)


@register
class Langk(RecordFormat):
    """The board and the moves of LaNGK, as its fields have them."""

    key = "langk"
    name = _("LaNGK")
    help = _("LYNGK from the LaNGK viewer: the board on the first line, then one turn per line.")

    def detects(self, text: str) -> bool:
        """Whether it begins with a board."""
        return _BOARD.match(text) is not None

    def read(self, text: str, known: Mapping[str, str]) -> list[GameRecord]:
        """The one record."""
        lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        setup = "".join(_PIECES[letter] for letter in lines[0][1].replace("/", ""))
        line = ForeignGame(rules_for("lyngk-main").start(setup))
        fault = None
        for number, written in lines[1:]:
            try:
                line.play_token(_read_turn(written))
            except RuleError as trouble:
                fault = fault_at(number, written, trouble)
                break
        tags = {"Game": "lyngk", "Rules": "main", "Setup": setup}
        return [GameRecord(tags, tuple(line.tokens), line=lines[0][0], end=lines[-1][0] + 1, fault=fault)]


def _read_turn(written: str) -> str:
    if written == "-":
        return "pass"
    found = _TURN.fullmatch(written)
    if found is None:
        raise NotAMove(Message(_("this is not a turn: write f3d4, ^w f3d4 with a claim, or - for a pass")))
    return f"{_PIECES[found[1]]},{found[2]}-{found[3]}" if found[1] else f"{found[2]}-{found[3]}"
