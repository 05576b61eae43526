"""How turns of TZAAR are written.

`c1-c2` is one action, `c1-c2;d3-d4` are two, `Zc4` places a tzaar (A is a tzarra, T a tott). Small and capital letters
are read alike.
"""

from __future__ import annotations

import re

PIECE, POINT, FROM, TO, END = "piece", "point", "from", "to", "end"
"""Kinds of choices."""
PASSING = "pass"
PARTS = re.compile("[ZAT]|[;-]?[a-z][0-9]|pass")
_TURN = re.compile(
    "(?P<piece>[zat])(?P<point>[a-z][0-9])?|(?P<pass>pass)"
    "|(?P<first>[a-z][0-9])(?P<to>-[a-z][0-9])?(?P<second>(?<=-..);[a-z][0-9])?(?P<end>(?<=;..)-[a-z][0-9])?",
    re.ASCII,
)


def split(token: str) -> list[str] | None:
    """The parts of a turn or its beginning; None where it is none."""
    match = _TURN.fullmatch(token.lower())
    if match is None:
        return None
    if match["piece"]:
        return [match["piece"].upper(), *([match["point"]] if match["point"] else [])]
    return [part for part in match.group("pass", "first", "to", "second", "end") if part]
