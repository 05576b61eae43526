"""What lies beside a LYNGK board, in its corners: seat 0 below, seat 1 above; claims left, columns right."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.diagrams.base import Picture
from gipf_engine.diagrams.canvas import Attribute, Canvas
from gipf_engine.diagrams.lyngk_stacks import PAINTS, draw_stack
from gipf_engine.rules.base import BLACK, WHITE, Stack

_COLUMN_WIDTH, _COLUMN_HEIGHT, _STEP = 15, 4, 4.6
_SHOWN = 4
"""Columns drawn; the number beside them says how many there are."""
_CLAIMS, _LEVELS = 2, 5


def draw_hands(canvas: Canvas, picture: Picture, half_width: float, half_height: float) -> None:
    """Claims and columns of both players, and a line under the claims of the one to move."""
    view = picture.view
    for seat in (WHITE, BLACK):
        floor = half_height - 34 if (seat == WHITE) is not picture.flipped else 34 - half_height
        _draw_claims(canvas, view.pool("claimed", seat).stacks, 20 - half_width, floor)
        _draw_columns(canvas, view.pool("completed", seat).stacks, half_width - 4, floor + 8)
        if view.turn == seat:
            canvas.add(
                "rect", class_="b-turn", x=4 - half_width, y=floor + 15, width=70, height=2.5, rx=1.2, fill="#0b6b63"
            )


def _draw_claims(canvas: Canvas, claimed: Sequence[Stack], x: float, y: float) -> None:
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


def _draw_columns(canvas: Canvas, columns: Sequence[Stack], edge: float, floor: float) -> None:
    """Completed columns from the side, open to both players, growing inwards, and their number."""
    if not columns:
        return
    group = canvas.add("g", class_="b-hand b-columns", fill="#d9d5cc", stroke="#8b867c", stroke_width=0.8)
    for place, column in enumerate(columns[:_SHOWN]):
        left = edge - 14 - (place + 1) * (_COLUMN_WIDTH + 3)
        for level in range(_LEVELS):
            piece = column[level] if column else ""
            top = floor - (level + 1) * _STEP
            shape: dict[str, Attribute] = {
                "x": left,
                "y": top,
                "width": _COLUMN_WIDTH,
                "height": _COLUMN_HEIGHT,
                "rx": 1.6,
            }
            if piece:
                shape |= {"class_": f"piece-{PAINTS[piece].name}", "fill": PAINTS[piece].face}
            canvas.add("rect", group, **shape)
    canvas.text(
        (edge - 7, floor - 12), str(len(columns)), class_="b-count", font_size=13, font_weight="700", fill="#1d1c1a"
    )
