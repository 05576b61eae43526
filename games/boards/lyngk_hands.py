"""What lies beside a LYNGK board, in its corners: seat 0 below, seat 1 above; claims left, columns right."""

from __future__ import annotations

from games.boards.canvas import Canvas
from games.boards.lyngk_stacks import draw_stack
from games.rules.api import View

_COLUMN_WIDTH, _COLUMN_HEIGHT, _STEP = 15, 4, 4.6
_SHOWN = 4
"""Columns drawn; the number beside them says how many there are."""
_CLAIMS = 2


def draw_hands(canvas: Canvas, view: View, half_width: float, half_height: float) -> None:
    """Claims and columns of both players, and a line under the claims of the one to move."""
    for seat, hand in enumerate(view.hands):
        floor = half_height - 34 if seat == 0 else 34 - half_height
        _draw_claims(canvas, str(hand.get("claimed", "")), 20 - half_width, floor)
        _draw_columns(canvas, int(hand.get("completed", 0)), half_width - 4, floor + 8)
        if view.turn == seat:
            canvas.add(
                "rect", class_="b-turn", x=4 - half_width, y=floor + 15, width=70, height=2.5, rx=1.2, fill="#0b6b63"
            )


def _draw_claims(canvas: Canvas, claimed: str, x: float, y: float) -> None:
    """The claimed pieces, and an empty place for each claim that is left."""
    group = canvas.add("g", class_="b-hand")
    for claim in range(_CLAIMS):
        at = x + claim * 38, y
        if claim < len(claimed):
            draw_stack(canvas, claimed[claim], at, group)
        else:
            canvas.add(
                "ellipse",
                group,
                class_="b-open",
                cx=at[0],
                cy=y - 2,
                rx=15,
                ry=9,
                fill="none",
                stroke="#a8a294",
                stroke_dasharray="3 3",
            )


def _draw_columns(canvas: Canvas, count: int, edge: float, floor: float) -> None:
    """Completed columns from the side, growing inwards, and their number."""
    if not count:
        return
    group = canvas.add("g", class_="b-hand b-columns", fill="#d9d5cc", stroke="#8b867c", stroke_width=0.8)
    for column in range(min(count, _SHOWN)):
        left = edge - 14 - (column + 1) * (_COLUMN_WIDTH + 3)
        for level in range(5):
            canvas.add(
                "rect", group, x=left, y=floor - (level + 1) * _STEP, width=_COLUMN_WIDTH, height=_COLUMN_HEIGHT, rx=1.6
            )
    canvas.text((edge - 7, floor - 12), str(count), class_="b-count", font_size=13, font_weight="700", fill="#1d1c1a")
