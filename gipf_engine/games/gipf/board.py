"""The board and pieces of GIPF: 37 spots, 24 dots round them, 21 lines, 42 ways to push (GIPF 1).

Columns a to i stand from White's left, each numbered from 1 on White's side, dots counted (gipf.com, "notations").
"""

from __future__ import annotations

from typing import NamedTuple

from gipf_engine.kit.board import with_counted_columns
from gipf_engine.kit.effects import CAPTURED
from gipf_engine.kit.table import Equipment, Pile

BOARD = with_counted_columns([5, 6, 7, 8, 9, 8, 7, 6, 5], has_rim=True)
PIECES = "WB"
"""By seat. A GIPF-piece is two of them, one on the other."""
RESERVE = "reserve"
EQUIPMENT = Equipment(BOARD, [Pile(name, seat) for seat in (0, 1) for name in (RESERVE, CAPTURED)], pieces=PIECES)


class Way(NamedTuple):
    """One way to push: from `dot` along `spots`, the first of which the new piece enters."""

    dot: str
    spots: tuple[str, ...]


SPOTS = tuple(name for name in BOARD.names if name not in BOARD.rim)
DOTS = BOARD.around
LINES = tuple(line[1:-1] for line in BOARD.lines)
"""The spots of each line, without its dots."""
WAYS = tuple(way for line in BOARD.lines for way in (Way(line[0], line[1:-1]), Way(line[-1], line[-2:0:-1])))
WAYS_INTO = {spot: [way for way in WAYS if way.spots[0] == spot] for spot in SPOTS}
"""The ways whose first spot it is; none where a spot lies beside no dot."""
ENTRY_SPOTS = tuple(spot for spot in SPOTS if WAYS_INTO[spot])
"""The 18 spots beside a dot: where a piece comes in."""
