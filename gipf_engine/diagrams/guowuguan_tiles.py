"""Chinese dominoes, upright, the higher end on top; ones and fours are red, as on the tiles themselves.

A tile is told twice: by its points and by the Chinese name below it.
"""

from __future__ import annotations

from gipf_engine.diagrams.canvas import Canvas, Point
from gipf_engine.rules.base import FACE_DOWN

WIDTH, HEIGHT = 26.0, 50.0
STEP_X, STEP_Y = 31.0, 78.0
"""From one tile to the next, and from one row to the next."""
NAME_BELOW = HEIGHT / 2 + 8
_RED = "14"
_PIP = 2.3

NAMES = {
    "66": "天",
    "11": "地",
    "44": "人",
    "31": "和",
    "55": "梅",
    "33": "長三",
    "22": "板凳",
    "65": "斧頭",
    "64": "紅頭",
    "61": "高腳",
    "51": "零霖",
    "63": "雜九",
    "54": "雜九",
    "62": "雜八",
    "53": "雜八",
    "52": "雜七",
    "43": "雜七",
    "42": "二四",
    "41": "雜五",
    "32": "雜五",
    "21": "丁三",
}
"""What each tile is called in Chinese."""

_X, _Y = 6.2, 6.6
_POINTS: dict[str, tuple[Point, ...]] = {
    "1": ((0, 0),),
    "2": ((0, -_Y), (0, _Y)),
    "3": ((-_X, -_Y), (0, 0), (_X, _Y)),
    "4": ((-_X, -_Y), (_X, -_Y), (-_X, _Y), (_X, _Y)),
    "5": ((-_X, -_Y), (_X, -_Y), (0, 0), (-_X, _Y), (_X, _Y)),
    "6": ((-_X, -_Y - 1), (_X, -_Y - 1), (-_X, 0), (_X, 0), (-_X, _Y + 1), (_X, _Y + 1)),
}
"""Where the points of an end lie round its middle."""


def tile_symbol(canvas: Canvas, tile: str) -> str:
    """The symbol of a tile, of its back where it lies face down."""
    is_down = tile == FACE_DOWN
    key = "back" if is_down else f"t{tile}"
    group = canvas.symbol(key)
    if group is None:
        return key
    group.set("class", "piece-tile-back" if is_down else "piece-tile")
    canvas.add(
        "rect",
        group,
        class_="p-face",
        x=-WIDTH / 2,
        y=-HEIGHT / 2,
        width=WIDTH,
        height=HEIGHT,
        rx=4,
        fill="#8d8678" if is_down else "#fffdf7",
        stroke="#5f5b54",
    )
    if is_down:
        canvas.add(
            "path",
            group,
            class_="p-mark",
            d="M-8 -17L8 17M8 -17L-8 17",
            stroke="#c9c2b2",
            stroke_width=1.5,
            fill="none",
        )
        return key
    for end, middle in zip(tile, (-HEIGHT / 4, HEIGHT / 4), strict=True):
        colour = "red" if end in _RED else "black"
        for x, y in _POINTS[end]:
            canvas.add(
                "circle",
                group,
                class_=f"p-pip p-pip-{colour}",
                cx=x,
                cy=middle + y,
                r=3.4 if end == "1" else _PIP,
                fill="#c8402f" if colour == "red" else "#2b2926",
            )
    return key
