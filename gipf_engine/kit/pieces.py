"""How the pieces of a board look: discs, rings, coins and slabs, and what marks the ends of the last move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gipf_engine.diagrams.canvas import Canvas, Element
from gipf_engine.kit.slabs import draw_foot, draw_slab
from gipf_engine.messages import Message

REACH = 17.5
"""How far from the middle of a point it is hit, and the ring round a piece is drawn."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a piece looks, and its name in words. `paint` is part of its class in board.css: `piece-white`.

    A coin is flat, with a ring of the colour `mark`; two of a colour may lie on each other.
    A slab is seen from the side at an angle: `stroke` is the colour of its band, `letter` stands on its face, and
    `dashes` of the colour `mark` tell it apart without its paint ("" for none). `face` tells kinds of one colour apart,
    which all readers see: a dot, or a dot in a ring.
    """

    shape: Literal["disc", "ring", "coin", "slab"]
    paint: str
    fill: str
    stroke: str
    word: Message
    radius: float = 13.0
    letter: str = ""
    mark: str = ""
    dashes: str = ""
    face: Literal["", "dot", "target"] = ""


def draw_mark(canvas: Canvas, symbol: Element, mark: str, *, stacks: bool) -> None:
    """A ring round a place of the last move, in the middle of a symbol. `mark`: "from" or "to"."""
    if stacks:
        draw_foot(canvas, symbol, "b-ring b-from" if mark == "from" else "b-ring")
        return
    canvas.add("circle", symbol, class_="b-ring", r=REACH, fill="none", stroke="#0b6b63", stroke_width=2.5)


def draw_piece(canvas: Canvas, group: Element, look: Look) -> None:
    """A piece in the middle of a symbol."""
    if look.shape == "slab":
        draw_slab(canvas, group, look)
        return
    if look.shape == "ring":
        _draw_ring(canvas, group, look)
        return
    if look.shape == "coin":
        draw_coins(canvas, group, look, (0,))
        return
    paint = {"class_": f"piece-{look.paint} p-face", "fill": look.fill, "stroke": look.stroke}
    canvas.add("circle", group, r=look.radius, stroke_width=1.2, **paint)
    canvas.add("circle", group, class_="p-light", r=look.radius, fill=canvas.light())


def draw_coins(canvas: Canvas, group: Element, look: Look, levels: Sequence[float]) -> None:
    """Flat pieces on each other, each with a ring on its face; the topmost of several has a dot in it."""
    group.set("class", f"piece-{look.paint}")
    shadow = {"rx": look.radius + 0.7, "ry": look.radius + 0.3, "opacity": 0.16}
    canvas.add("ellipse", group, class_="p-shadow", cx=1, cy=levels[0] + 2.2, **shadow)
    ring: dict[str, str | float] = {"fill": "none", "stroke": look.mark, "stroke_width": 1.3}
    for y in levels:
        canvas.add("circle", group, class_="p-face", cy=y, r=look.radius, fill=look.fill, stroke=look.stroke)
        canvas.add("circle", group, class_="p-light", cy=y, r=look.radius, fill=canvas.light())
        canvas.add("circle", group, class_="p-ring", cy=y, r=look.radius - 5, **ring)
    if len(levels) > 1:
        canvas.add("circle", group, class_="p-disc", cy=levels[-1], r=4, fill=look.mark)


def _draw_ring(canvas: Canvas, group: Element, look: Look) -> None:
    """A thick circle between two thin ones, so that it is seen on any ground."""
    for width, colour, part in ((5.5, look.stroke, "p-circle-edge"), (3.5, look.fill, "p-circle")):
        canvas.add(
            "circle",
            group,
            class_=f"piece-{look.paint} {part}",
            r=look.radius,
            fill="none",
            stroke=colour,
            stroke_width=width,
        )
