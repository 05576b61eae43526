"""A LYNGK position drawn with letters, for terminals."""

from __future__ import annotations

from gipf_engine.rules.lyngk.board import SKEWED, SPOTS
from gipf_engine.rules.lyngk.state import State

_WIDTH = 7
"""Characters a column: the highest stack, and a space."""


def draw_ascii(state: State) -> str:
    """The board as White sees it, each stack bottom to top, `.` for an empty spot."""
    heights = {spot: 2 * raised - column for spot, (column, raised) in SKEWED.items()}
    top, bottom = max(heights.values()), min(heights.values())
    rows = [[" " * _WIDTH] * 9 for _row in range(top - bottom + 1)]
    for spot, stack in zip(SPOTS, state.stacks, strict=True):
        rows[top - heights[spot]]["abcdefghi".index(spot[0])] = (stack or ".").ljust(_WIDTH)
    lines = ["".join(row).rstrip() for row in rows]
    lines.append("".join(column.ljust(_WIDTH) for column in "abcdefghi").rstrip())
    for seat, name in enumerate(("White", "Black")):
        columns = " ".join(column or "?" for column in state.completed[seat]) or "none"
        lines.append(f"{name}: claimed {state.claimed[seat] or 'nothing'}, completed {columns}")
    return "\n".join(lines)
