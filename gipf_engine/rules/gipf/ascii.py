"""A GIPF position drawn with letters, for terminals."""

from __future__ import annotations

from gipf_engine.rules.gipf.board import COLUMNS, DOTS, SPOTS
from gipf_engine.rules.gipf.position_text import PositionData

_LETTERS = {"": ".", "W": "w", "B": "b", "WW": "W", "BB": "B"}
_HALF_ROWS = 17
"""Rows of half the distance of two points: a column stands half a point higher than the one beside it."""


def draw_ascii(position_data: PositionData) -> str:
    """The board as White sees it: `w` `b` singles, `W` `B` GIPF-pieces, `.` an empty spot, `+` a dot."""
    grid = [[" "] * (4 * len(COLUMNS) - 3) for _row in range(_HALF_ROWS)]
    for point in (*SPOTS, *DOTS):
        column = COLUMNS.index(point[0])
        row = _HALF_ROWS - 1 - (2 * (int(point[1]) - 1) + abs(column - 4))
        grid[row][4 * column] = "+" if point in DOTS else _LETTERS[position_data.board.get(point, "")]
    lines = ["".join(row).rstrip() for row in grid]
    lines.append("   ".join(COLUMNS))
    for seat, name in enumerate(("White", "Black")):
        lines.append(f"{name}: {position_data.reserves[seat]} in reserve, {position_data.captured[seat]} captured")
    return "\n".join(lines)
