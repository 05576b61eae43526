"""How turns of ZÈRTZ are written.

`Wd4,d1` puts a white marble on d4 and takes the ring d1, `Wd4` takes none, `xd1Gd3Wd5` jumps from d1 over a grey marble
to d3 and over a white one to d5, `pass` is for who has nothing to place. What is captured by isolation follows from the
turn; it is read behind one (`Bd7,b2xWa1Wa2`) and not written.
"""

from __future__ import annotations

import re

JUMPER, LEAP, COLOUR, POINT, RING, PASS = "jumper", "leap", "colour", "point", "ring", "pass"
"""Kinds of choices."""
_TURN = re.compile(
    "(?P<place>[WGB][a-i][1-9](?:,[a-i][1-9])?)(?P<tail>x(?:[WGB][a-i][1-9])+)?"
    "|(?P<jumps>x[a-i][1-9](?:[WGB][a-i][1-9])+)(?P<also>x(?:[WGB][a-i][1-9])+)?|(?P<first>x[a-i][1-9])"
    "|(?P<colour>[WGB])|(?P<pass>pass)"
)
PARTS = re.compile("x?[WGB]?[a-i][1-9]|,[a-i][1-9]|[WGB]|pass")
_MARBLES = re.compile("([WGB])([a-i][1-9])")


def split(token: str) -> list[str] | None:
    """The parts of a turn or its beginning, without what it tells of isolated marbles; None where it is none."""
    match = _TURN.fullmatch(token)
    if match is None:
        return None
    if match["place"]:
        place = match["place"]
        return [place[0], place[1:3], *([place[3:]] if place[3:] else [])]
    jumps = match["jumps"] or ""
    return [jumps[:3], *(jumps[at : at + 3] for at in range(3, len(jumps), 3))] if jumps else [token]


def isolated(token: str) -> dict[str, str] | None:
    """The marbles that a turn says are isolated, by point; None where it says nothing of them."""
    match = _TURN.fullmatch(token)
    tail = match and (match["tail"] or match["also"])
    return {point: colour for colour, point in _MARBLES.findall(tail)} if tail else None
