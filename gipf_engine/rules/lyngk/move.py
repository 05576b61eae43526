"""A turn of LYNGK: a claim or none, and a move from spot to spot. Springboards are not part of it (LYNGK 4).

Two turns are the same exactly when claim, start and end are the same (no site records the way of a Lyngk).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.errors import NotAMove
from gipf_engine.rules.lyngk.board import COLOURS, INDEX, SPOTS


class LyngkMove(NamedTuple):
    """`claim` is a colour letter or "", `source` and `target` are spot names. `PASS` has none of them."""

    claim: str
    source: str
    target: str

    def __str__(self) -> str:
        if not self.source:
            return "pass"
        return f"{self.claim},{self.source}-{self.target}" if self.claim else f"{self.source}-{self.target}"


PASS = LyngkMove("", "", "")

TURNS: dict[str, tuple[LyngkMove, ...]] = {
    claim: tuple(LyngkMove(claim, source, target) for source in SPOTS for target in SPOTS) for claim in ("", *COLOURS)
}
"""Claim to all turns with it, the one from spot s to spot t at `s * 43 + t`: made once, so that listing is quick."""

_TURN = re.compile(r"(?:([A-Z]),)?([A-Z][0-9]{1,2})-([A-Z][0-9]{1,2})", re.ASCII | re.IGNORECASE)
_PASSES = frozenset({"pass", "Pass", "PASS", "--"})
_LONGEST = 12
"""Characters of the longest text that could be a turn, and how much of a wrong one is quoted."""


def parse_move(token: str) -> LyngkMove:
    """Read `[C,]from-to` or `pass` (also `--`), in capital or small letters. Raises `NotAMove`."""
    if token in _PASSES:
        return PASS
    match = _TURN.fullmatch(token) if len(token) <= _LONGEST else None
    if match is None:
        quoted = token if len(token) <= _LONGEST else token[:_LONGEST] + "…"
        raise NotAMove(
            Message(
                _("%(token)s is not a turn: write the two spots as in b1-b2, after a claim as in R,b1-b2"),
                {"token": quoted},
            ),
            token,
        )
    claim, source, target = (match.group(1) or "").upper(), match.group(2).lower(), match.group(3).lower()
    for spot in (source, target):
        if spot not in INDEX:
            raise NotAMove(Message(_("the board has no spot %(spot)s"), {"spot": spot}), token)
    if claim and claim not in COLOURS:
        raise NotAMove(
            Message(
                _("%(letter)s is not a colour: I is ivory, B blue, R red, G green, K black"),
                {"letter": claim},
            ),
            token,
        )
    return LyngkMove(claim, source, target)
