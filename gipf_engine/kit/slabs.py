"""Pieces that are seen from the side at an angle, so that in a stack each is a band, and the face of the top is seen.

A colour is told three times: by its paint, by the dashes on its band and round its face, and by its letter.
"""

from __future__ import annotations

from typing import Protocol

from gipf_engine.diagrams.canvas import Canvas, Element, Point

RADIUS, LAYER = 18.0, 5.5
"""Of a slab, and its height."""
ABOVE_STACKS = 39
"""How far above a point its label is not hidden by a stack of five."""
HEIGHT_AT = (-14.0, -15.0)
"""Where the height of a stack is written, from the middle of its topmost piece."""
_FLAT = 0.6
"""How high a face is beside its width: the faces are ellipses."""


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
    @property
    def face(self) -> str: ...


def draw_slab(canvas: Canvas, group: Element, slab: Slab) -> None:
    """A piece with the middle of its foot in the middle of a symbol."""
    group.set("class", f"piece-{slab.paint}")
    _draw_shadow(canvas, group)
    _draw_band(canvas, group, slab)
    _draw_face(canvas, group, slab)


def draw_foot(canvas: Canvas, group: Element, class_: str) -> None:
    """A ring round the foot of a stack, in the middle of a symbol."""
    ring = {"cx": 0, "cy": -2, "rx": RADIUS + 2, "ry": RADIUS * _FLAT + 3, "stroke_width": 2.5}
    canvas.add("ellipse", group, class_=class_, fill="none", stroke="#0b6b63", **ring)


def write_height(canvas: Canvas, group: Element, height: int, lift: float) -> None:
    """How many pieces a stack has, above the left of its topmost piece, which lies so much higher than the lowest."""
    ink: dict[str, str | float] = {"fill": "#1d1c1a", "stroke": "#fbfaf7", "stroke_width": 3, "paint_order": "stroke"}
    at = HEIGHT_AT[0], HEIGHT_AT[1] - lift
    canvas.text(at, str(height), group, class_="b-height", font_size=12, font_weight="700", **ink)


def draw_open_place(canvas: Canvas, within: Element, at: Point) -> None:
    """A place beside the board where a piece may come to lie."""
    place = {"cx": at[0], "cy": at[1] - 2, "rx": 15, "ry": 9}
    canvas.add("ellipse", within, class_="b-open", fill="none", stroke="#a8a294", stroke_dasharray="3 3", **place)


def _draw_shadow(canvas: Canvas, group: Element) -> None:
    shadow = {"cx": 1.5, "cy": 1.5, "rx": RADIUS, "ry": RADIUS * _FLAT + 1}
    canvas.add("ellipse", group, class_="p-shadow", opacity=0.16, **shadow)


def _draw_face(canvas: Canvas, group: Element, slab: Slab) -> None:
    face = {"cx": 0, "cy": -LAYER}
    flat = RADIUS * _FLAT
    canvas.add("ellipse", group, class_="p-face", **face, rx=RADIUS, ry=flat, fill=slab.fill, stroke=slab.stroke)
    canvas.add("ellipse", group, class_="p-light", **face, rx=RADIUS, ry=flat, fill=canvas.light())
    if slab.dashes:
        _mark(canvas.add("ellipse", group, **face, rx=RADIUS - 3, ry=flat - 2.2), slab)
    if slab.face:
        canvas.add("ellipse", group, class_="p-disc", **face, rx=5.5, ry=5.5 * _FLAT, fill=slab.mark)
    if slab.face == "target":
        ring: dict[str, str | float] = {
            "rx": 11,
            "ry": 11 * _FLAT,
            "fill": "none",
            "stroke": slab.mark,
            "stroke_width": 2,
        }
        canvas.add("ellipse", group, class_="p-ring", **face, **ring)
    if not slab.letter:
        return
    letter = canvas.add("g", group, transform=f"translate(0 {-LAYER:g}) scale(1 0.78)")
    canvas.text((0, 0), slab.letter, letter, class_="p-letter", font_size=12.5, font_weight="700", fill=slab.mark)


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
