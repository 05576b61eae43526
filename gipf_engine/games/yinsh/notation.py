"""How turns of YINSH are written.

`e3` places a ring, `h7-g7` moves one, `xe5-i9,e10` takes off a row, named by its ends, and a ring for it; `;` stands
between the parts: `xa3-e3,b5;c1-c4`, `i11-i9;xe5-i9,e10`. Which ring pays for which row has no effect, so rows are
sorted, and rings by themselves. `pass` where no ring can move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from gipf_engine.kit.choices import Choice, Made

PLACE, FROM, TO, ROW, OFF, PASS = "place", "from", "to", "row", "off", "pass"
"""Kinds of choices."""
_POINT = "[a-k](?:1[01]|[1-9])(?![0-9])"
PARTS = re.compile(f";?x{_POINT}-{_POINT}|[,-]{_POINT}|;?{_POINT}|;?pass")
_ROW = re.compile(f"(;?x)({_POINT})-({_POINT})")


def point_order(point: str) -> tuple[str, int]:
    """Letter, then number."""
    return point[0], int(point[1:])


def order_ends(part: str) -> str:
    """A row with its ends in order, whichever way round it was written; other parts as they are."""
    match = _ROW.fullmatch(part)
    if match is None:
        return part
    first, last = sorted(match.groups()[1:], key=point_order)
    return f"{match[1]}{first}-{last}"


def name_row(row: Sequence[str]) -> str:
    """A row by its ends."""
    return f"{row[0]}-{row[-1]}"


def write_turn(made: Made) -> str:
    """A complete turn."""
    return ";".join(_parts(made))


def _parts(made: Made) -> Iterator[str]:
    for is_removal, choices in groupby(made, key=lambda choice: choice.kind in (ROW, OFF)):
        if is_removal:
            yield from _removals(list(choices))
        else:
            yield "".join(choice.text for choice in choices).lstrip(";")


def _removals(choices: Sequence[Choice]) -> Iterator[str]:
    rows = sorted((each.points for each in choices if each.kind == ROW), key=lambda row: [*map(point_order, row)])
    rings = sorted((each.points[0] for each in choices if each.kind == OFF), key=point_order)
    for row, ring in zip(rows, rings, strict=True):
        yield f"x{name_row(row)},{ring}"
