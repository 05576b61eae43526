"""What lies beside a GIPF board, in its corners: White below, Black above; reserve left, captures right."""

from __future__ import annotations

from functools import lru_cache

from gipf_engine.diagrams.base import Picture
from gipf_engine.diagrams.canvas import Canvas, write_parts
from gipf_engine.rules.base import BLACK, WHITE

_COIN_WIDTH, _COIN_HEIGHT, _STEP = 15, 4.6, 5.4
_TALL = 6
"""Coins in one pile, seen from the side."""
_PAINT = {"white": ("#fffdf7", "#8d8678"), "black": ("#2b2926", "#0d0c0b")}


def draw_hands(canvas: Canvas, picture: Picture, half_width: float, half_height: float) -> None:
    """Reserve and captures of both players, and a line under the reserve of the one to move."""
    view = picture.view
    for seat in (WHITE, BLACK):
        own, other = ("white", "black") if seat == 0 else ("black", "white")
        floor = half_height - 22 if (seat == WHITE) is not picture.flipped else 40 - half_height
        _draw_piles(canvas, view.pool("reserve", seat).count, own, 4 - half_width, floor, 1)
        if captured := view.pool("captured", seat).count:
            _draw_piles(canvas, captured, other, half_width - 4, floor, -1)
        if view.turn == seat:
            canvas.add(
                "rect", class_="b-turn", x=4 - half_width, y=floor + 15.5, width=34, height=2.5, rx=1.2, fill="#0b6b63"
            )


def _draw_piles(canvas: Canvas, count: int, colour: str, edge: float, floor: float, direction: int) -> None:
    """Piles of coins growing from an edge of the drawing inwards, the number under them."""
    group = canvas.add("g", class_=f"b-hand piece-{colour}")
    group.append_markup(_write_coins(count, colour, edge, floor, direction))
    canvas.text((edge + direction * 8, floor + 8.5), str(count), class_="b-count", font_size=11, fill="#1d1c1a")


@lru_cache(maxsize=512)  # piles of eighteen coins in four corners
def _write_coins(count: int, colour: str, edge: float, floor: float, direction: int) -> str:
    fill, stroke = _PAINT[colour]

    def draw(canvas: Canvas) -> None:
        for coin in range(count):
            pile, level = divmod(coin, _TALL)
            left = edge + pile * (_COIN_WIDTH + 2.5) if direction > 0 else edge - (pile + 1) * _COIN_WIDTH - pile * 2.5
            canvas.add(
                "rect",
                class_="p-face",
                x=left,
                y=floor - (level + 1) * _STEP,
                width=_COIN_WIDTH,
                height=_COIN_HEIGHT,
                rx=1.8,
                fill=fill,
                stroke=stroke,
                stroke_width=0.8,
            )

    return write_parts(draw)
