"""Pieces that are seen from the side at an angle, so that in a stack each is a band, and the face of the top is seen.

A colour is told three times: by its paint, by the dashes on its band and round its face, and by its letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gipf_engine.diagrams.canvas import Canvas, Element, Point
from gipf_engine.diagrams.shapes import draw_way

RADIUS, LAYER = 16.0, 5.0
"""Of a slab, and its height."""
ABOVE_STACKS = 39
"""How far above a point its label is not hidden by a stack of five."""
_FLAT = 0.6
"""The faces are ellipses so many times as high as wide."""
_SHOWN, _LEVELS = 4, 5
"""Columns drawn, and their pieces; the number beside them says how many columns there are."""
_COLUMN_WIDTH, _COLUMN_HEIGHT, _STEP = 15, 4, 4.6


class Slab(Protocol):
    """What is drawn of a look."""

    @property
    def paint(self) -> str: ...
    @property
    def fill(self) -> str: ...
    @property
    def stroke(self) -> str: ...
    @property
    def letter(self) -> str: ...
    @property
    def mark(self) -> str: ...
    @property
    def dashes(self) -> str: ...


def draw_slab(canvas: Canvas, symbol: Element, slab: Slab) -> None:
    """A piece, the middle of its foot at the origin of the symbol."""
    symbol.set("class", f"piece-{slab.paint}")
    _draw_shadow(canvas, symbol)
    _draw_band(canvas, symbol, slab)
    _draw_face(canvas, symbol, slab)


def draw_feet(canvas: Canvas, way: Sequence[Point]) -> None:
    """The way of the last move on the board, with a ring where it began and one where it ended."""
    for (x, y), class_ in ((way[0], "b-ring b-from"), (way[-1], "b-ring")):
        ring = {"cx": x, "cy": y - 2, "rx": RADIUS + 3, "ry": RADIUS * _FLAT + 4, "stroke_width": 2.5}
        canvas.add("ellipse", None, class_=class_, fill="none", stroke="#0b6b63", **ring)
    draw_way(canvas, way, arrow_short_of_end=RADIUS + 5)


def draw_open_place(canvas: Canvas, within: Element, at: Point) -> None:
    """A place beside the board where a piece may come to lie."""
    place = {"cx": at[0], "cy": at[1] - 2, "rx": 15, "ry": 9}
    canvas.add("ellipse", within, class_="b-open", fill="none", stroke="#a8a294", stroke_dasharray="3 3", **place)


def draw_columns(canvas: Canvas, columns: Sequence[Sequence[Slab]], edge: float, floor: float) -> None:
    """Stacks that were taken off, from the side and open to both players, growing inwards from an edge; their number.

    Of one without pieces nobody knows which they were.
    """
    if not columns:
        return
    group = canvas.add("g", class_="b-hand b-columns", fill="#d9d5cc", stroke="#8b867c", stroke_width=0.8)
    for place, column in enumerate(columns[:_SHOWN]):
        left = edge - 14 - (place + 1) * (_COLUMN_WIDTH + 3)
        for level in range(_LEVELS):
            top = floor - (level + 1) * _STEP
            box = {"x": left, "y": top, "width": _COLUMN_WIDTH, "height": _COLUMN_HEIGHT, "rx": 1.6}
            rect = canvas.add("rect", group, **box)
            if column:
                rect.set("class", f"piece-{column[level].paint}")
                rect.set("fill", column[level].fill)
    number = str(len(columns))
    canvas.text((edge - 7, floor - 12), number, class_="b-count", font_size=13, font_weight="700", fill="#1d1c1a")


def _draw_shadow(canvas: Canvas, group: Element) -> None:
    shadow = {"cx": 1.5, "cy": 1.5, "rx": RADIUS, "ry": RADIUS * _FLAT + 1}
    canvas.add("ellipse", group, class_="p-shadow", opacity=0.16, **shadow)


def _draw_face(canvas: Canvas, group: Element, slab: Slab) -> None:
    face = {"cx": 0, "cy": -LAYER}
    flat = RADIUS * _FLAT
    canvas.add("ellipse", group, class_="p-face", **face, rx=RADIUS, ry=flat, fill=slab.fill, stroke=slab.stroke)
    if slab.dashes:
        _mark(canvas.add("ellipse", group, **face, rx=RADIUS - 3, ry=flat - 2.2), slab)
    letter = canvas.add("g", group, transform=f"translate(0 {-LAYER:g}) scale(1 0.78)")
    canvas.text((0, 0), slab.letter, letter, class_="p-letter", font_size=11.5, font_weight="700", fill=slab.mark)


def _draw_band(canvas: Canvas, group: Element, slab: Slab) -> None:
    """The side of a slab, from the front of its face down to the front of its foot."""
    flat = RADIUS * _FLAT
    front = f"A{RADIUS:g} {flat:g} 0 0 0 {RADIUS:g}"
    back = f"A{RADIUS:g} {flat:g} 0 0 1 {-RADIUS:g}"
    path = f"M{-RADIUS:g} {-LAYER:g}V0{front} 0V{-LAYER:g}{back} {-LAYER:g}Z"
    canvas.add("path", group, class_="p-band", d=path, fill=slab.stroke)
    if slab.dashes:
        middle = -LAYER / 2
        _mark(canvas.add("path", group, d=f"M{-RADIUS:g} {middle:g}{front} {middle:g}"), slab)


def _mark(line: Element, slab: Slab) -> None:
    """Give a line the dashes that tell a colour apart without its paint."""
    marks = {"class": "p-mark", "fill": "none", "stroke": slab.mark, "stroke-width": "1.2"}
    for name, value in (marks | {"stroke-dasharray": slab.dashes, "stroke-linecap": "round"}).items():
        line.set(name, value)
