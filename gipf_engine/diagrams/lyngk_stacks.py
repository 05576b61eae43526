"""Stacks of LYNGK: every layer a band seen from the side, the top one larger, with its face and letter.

A colour is told three times: by its paint, by the dashes on its band and round its face, and by its letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gipf_engine.diagrams.canvas import Canvas, Element, Point

RADIUS = 15.0
LAYER = 5.0
"""Height of a layer; the faces are ellipses `_FLAT` times as high as wide."""
_FLAT = 0.6
_TOP = 1.1
"""How many times as large the top layer is."""


class _Paint(NamedTuple):
    """Fill of the face, of the band, of marks and letter; the dashes of the marks ("" for none)."""

    name: str
    face: str
    band: str
    mark: str
    dashes: str


PAINTS = {
    "I": _Paint("ivory", "#efe2bd", "#d9c798", "#6b5a2a", ""),
    "B": _Paint("blue", "#3b6fb8", "#2c5590", "#ffffff", "none"),
    "R": _Paint("red", "#c8402f", "#9f2f22", "#ffffff", "0.1 4"),
    "G": _Paint("green", "#3f8246", "#2f6436", "#ffffff", "4.5 3"),
    "K": _Paint("coal", "#34312d", "#1c1a18", "#e8e4da", "6 2.6 0.1 2.6"),
    "J": _Paint("joker", "#ffffff", "#e4e0d8", "#6b665d", "1.1 1.9"),
}


def draw_stack(canvas: Canvas, stack: Sequence[str], at: Point, within: Element) -> None:
    """A stack (pieces bottom to top) on a spot."""
    x, y = at
    group = canvas.add("g", within, class_="b-stack")
    canvas.use(_shadow(canvas), (x, y), group)
    for level, piece in enumerate(stack[:-1]):
        canvas.use(_layer(canvas, piece), (x, y - level * LAYER), group)
    canvas.use(_top(canvas, stack[-1]), (x, y - (len(stack) - 1) * LAYER), group)


def _shadow(canvas: Canvas) -> str:
    group = canvas.symbol("shadow")
    if group is not None:
        canvas.add(
            "ellipse",
            group,
            class_="p-shadow",
            cx=1.5,
            cy=1.5,
            rx=RADIUS * _TOP,
            ry=RADIUS * _FLAT + 1.5,
            opacity=0.16,
        )
    return "shadow"


def _layer(canvas: Canvas, piece: str) -> str:
    """The symbol of a layer with others on it: only its band is seen."""
    key = piece.lower()
    group = canvas.symbol(key)
    if group is not None:
        group.set("class", f"piece-{PAINTS[piece].name}")
        _draw_band(canvas, group, PAINTS[piece], RADIUS)
    return key


def _top(canvas: Canvas, piece: str) -> str:
    """The symbol of the top layer."""
    group = canvas.symbol(piece)
    if group is None:
        return piece
    paint = PAINTS[piece]
    radius = RADIUS * _TOP
    group.set("class", f"piece-{paint.name}")
    _draw_band(canvas, group, paint, radius)
    canvas.add(
        "ellipse",
        group,
        class_="p-face",
        cx=0,
        cy=-LAYER,
        rx=radius,
        ry=radius * _FLAT,
        fill=paint.face,
        stroke=paint.band,
    )
    if paint.dashes:
        ring = canvas.add("ellipse", group, cx=0, cy=-LAYER, rx=radius - 3, ry=radius * _FLAT - 2.2)
        _mark(ring, paint)
    letter = canvas.add("g", group, transform=f"translate(0 {-LAYER:g}) scale(1 0.78)")
    canvas.text((0, 0), piece, letter, class_="p-letter", font_size=11.5, font_weight="700", fill=paint.mark)
    return piece


def _draw_band(canvas: Canvas, group: Element, paint: _Paint, radius: float) -> None:
    """The side of a layer, from the front of its face down to the front of its foot."""
    flat = radius * _FLAT
    front = f"A{radius:g} {flat:g} 0 0 0 {radius:g}"
    back = f"A{radius:g} {flat:g} 0 0 1 {-radius:g}"
    canvas.add(
        "path",
        group,
        class_="p-band",
        d=f"M{-radius:g} {-LAYER:g}V0{front} 0V{-LAYER:g}{back} {-LAYER:g}Z",
        fill=paint.band,
    )
    if paint.dashes:
        middle = -LAYER / 2
        line = canvas.add("path", group, d=f"M{-radius:g} {middle:g}{front} {middle:g}")
        _mark(line, paint)


def _mark(line: Element, paint: _Paint) -> None:
    """Give a line the dashes that tell the colour apart without its paint."""
    written = {
        "class": "p-mark",
        "fill": "none",
        "stroke": paint.mark,
        "stroke-width": "1.2",
        "stroke-dasharray": paint.dashes,
        "stroke-linecap": "round",
    }
    for name, value in written.items():
        line.set(name, value)
