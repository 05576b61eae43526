"""A turn of Guo Wu Guan: lift a triple, pass a level, or refill (GUO 4).

`2.145` lifts the tiles 1, 4 and 5 of level 2, `3xL` passes level 3, `/` refills. Places are counted from the left in
the row as it stands; from the tenth on they are letters, `a` to `w`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.errors import NotAMove

PLACES = "123456789abcdefghijklmnopqrstuvw"
"""The sign of each place of a row, from the left."""
LEFT, RIGHT, BOTH, ONLY = "L", "R", "B", "G"
"""Which general a pass cuts: the left or right one of several, both, or the only one that is left."""


class GuoWuGuanMove(NamedTuple):
    """`level` counts from 1 at the top. A lift has `places`, a pass a `cut`; `REFILL` has level 0 and neither."""

    level: int
    places: str
    cut: str

    def __str__(self) -> str:
        if not self.level:
            return "/"
        return f"{self.level}.{self.places}" if self.places else f"{self.level}x{self.cut}"


REFILL = GuoWuGuanMove(0, "", "")

_LIFT = re.compile(r"([1-9])\.([1-9a-w]{3})", re.ASCII | re.IGNORECASE)
_PASS = re.compile(r"([1-9])x([LRBG])", re.ASCII | re.IGNORECASE)
_LONGEST = 12


def parse_move(token: str) -> GuoWuGuanMove:
    """Read a turn as text, in capital or small letters. Raises `NotAMove`."""
    if token == str(REFILL):
        return REFILL
    if lift := _LIFT.fullmatch(token):
        places = "".join(sorted(lift[2].lower()))
        if places != lift[2].lower() or len(set(places)) < len(places):
            raise NotAMove(
                Message(_("%(token)s: write three different places in ascending order, as in 2.145"), {"token": token}),
                token,
            )
        return GuoWuGuanMove(int(lift[1]), places, "")
    if passed := _PASS.fullmatch(token):
        return GuoWuGuanMove(int(passed[1]), "", passed[2].upper())
    quoted = token if len(token) <= _LONGEST else token[:_LONGEST] + "…"
    raise NotAMove(
        Message(
            _("%(token)s is not a turn: write 2.145 to lift, 3xL, 3xR, 3xB or 3xG to pass, / to refill"),
            {"token": quoted},
        ),
        token,
    )
