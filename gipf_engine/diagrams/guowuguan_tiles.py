"""Chinese dominoes, upright, the higher end on top; ones and fours are red, as on the tiles themselves.

A tile is told twice: by its points and by the Chinese name below it.
"""

from __future__ import annotations

from gipf_engine.diagrams.canvas import Canvas, Point
from gipf_engine.rules.base import FACE_DOWN

WIDTH, HEIGHT = 40.0, 62.0
STEP_X, STEP_Y = 43.0, 73.0
"""From one tile to the next, and from one row to the next."""
NAME_BELOW = HEIGHT / 2 + 5
_RED = "14"
_PIP, _RED_ONE = 3.3, 5.0

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

_X, _Y = 9.5, 8.2
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
    box = {"width": WIDTH, "height": HEIGHT, "rx": 5}
    canvas.add("rect", group, class_="p-shadow", x=1 - WIDTH / 2, y=2.5 - HEIGHT / 2, opacity=0.3, **box)
    face = {"fill": "#8e2f22", "stroke": "#5e1c13"} if is_down else {"fill": "#fffdf7", "stroke": "#8d8678"}
    canvas.add("rect", group, class_="p-face", x=-WIDTH / 2, y=-HEIGHT / 2, **box, **face)
    if is_down:
        frame = "M-13 -24H13V24H-13ZM0 -13L9 0L0 13L-9 0Z"
        canvas.add("path", group, class_="p-frame", d=frame, stroke="#d79a74", stroke_width=1.4, fill="none")
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
                r=_RED_ONE if end == "1" else _PIP,
                fill="#c8402f" if colour == "red" else "#2b2926",
            )
    return key
