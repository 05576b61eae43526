"""How turns of DVONN are written.

`e3` places a piece, `a1-b2` moves a stack, `pass` is for who cannot move. What is cut off follows from the turn.
Capitals and turns without a hyphen are read as well: `A1B2`.
"""

from __future__ import annotations

import re

PLACE, FROM, TO, PASS = "place", "from", "to", "pass"
"""Kinds of choices."""
PARTS = re.compile("-?[a-z][0-9]|pass")
_TURN = re.compile("(?P<first>[a-z][0-9])(?:-?(?P<then>[a-z][0-9]))?|(?P<pass>pass)", re.ASCII)


def split(token: str) -> list[str] | None:
    """The parts of a turn or its beginning; None where it is none."""
    match = _TURN.fullmatch(token.lower())
    if match is None:
        return None
    if match["pass"]:
        return [PASS]
    return [match["first"], *([f"-{match['then']}"] if match["then"] else [])]
