"""What both hexagonal boards are drawn with: places, plate, targets, the last move, and parts that can be hit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import atan2, degrees, hypot
from typing import NamedTuple

from gipf_engine.diagrams.base import Picture
from gipf_engine.diagrams.canvas import Box, Canvas, Element, Point, make, number, points

_ACROSS = 0.8660254  # half the root of three
_ACCENT, _HALO = "#0b6b63", "#fbfaf7"
_TARGET = 5.5
"""Radius of the dot on a target."""


def place(column: int, raised: int, unit: float) -> Point:
    """Where a point of a hexagonal board lies; (4, 5) is the centre, neighbours are `unit` apart.

    On these axes lines run along (0, 1), (1, 0) and (1, 1), and columns stand upright.
    """
    return (column - 4) * unit * _ACROSS, (3 - raised + column / 2) * unit


def turn(places: Mapping[str, Point]) -> dict[str, Point]:
    """These places as they lie when seen from the other side of the board."""
    return {name: (-x, -y) for name, (x, y) in places.items()}


def draw_plate(canvas: Canvas, corners: Iterable[Point]) -> None:
    """The board's own surface, its corners rounded by a thick edge."""
    canvas.add(
        "polygon",
        class_="b-plate",
        points=points(corners),
        fill="#f3efe6",
        stroke="#f3efe6",
        stroke_width=14,
        stroke_linejoin="round",
    )


def draw_lines(canvas: Canvas, ends: Iterable[tuple[Point, Point]], colour: str, width: float) -> None:
    """All lines as one path."""
    way = "".join(f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}" for a, b in ends)
    canvas.add("path", class_="b-line", d=way, fill="none", stroke=colour, stroke_width=width)


def draw_names(canvas: Canvas, names: Mapping[str, Point]) -> None:
    """Coordinates at the rim, small and quiet."""
    group = canvas.add("g", class_="b-name", fill="#6b665d", font_size=9.5, aria_hidden="true")
    for name, at in names.items():
        canvas.text(at, name, group)


def draw_targets(canvas: Canvas, picture: Picture, places: Mapping[str, Point]) -> None:
    """Accent dots on the legal targets. On an interactive board they stand with what can be hit (`draw_hits`)."""
    if picture.interactive:
        return
    group = canvas.add("g", class_="b-target", fill=_ACCENT, stroke=_HALO, stroke_width=1.5)
    for name in picture.targets:
        if name in places:
            canvas.add("circle", group, cx=places[name][0], cy=places[name][1], r=_TARGET)


def draw_way(
    canvas: Canvas, path: Sequence[Point], *, arrow_short_of_end: float | None = None, within: Element | None = None
) -> None:
    """The way of the last move from point to point; with an arrowhead it ends that much before the last point."""
    way, arrow = list(path), None
    if arrow_short_of_end is not None:
        (from_x, from_y), (to_x, to_y) = way[-2:]
        share = 1 - arrow_short_of_end / hypot(to_x - from_x, to_y - from_y)
        way[-1] = arrow = from_x + (to_x - from_x) * share, from_y + (to_y - from_y) * share
    canvas.add(
        "polyline",
        within,
        class_="b-way",
        points=points(way),
        fill="none",
        stroke="#0b6b63",
        stroke_width=2.5,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    if arrow is not None:
        _draw_arrowhead(canvas, arrow, degrees(atan2(to_y - from_y, to_x - from_x)), within)


def _draw_arrowhead(canvas: Canvas, tip: Point, angle: float, within: Element | None) -> None:
    canvas.add(
        "path",
        within,
        class_="b-arrow",
        d="M2 0L-7 -5L-5 0L-7 5Z",
        transform=f"translate({number(tip[0])} {number(tip[1])}) rotate({number(angle)})",
        fill="#0b6b63",
    )


def draw_hits(
    canvas: Canvas,
    picture: Picture,
    boxes: Mapping[str, Box],
    dots: Mapping[str, Point],
    label: Callable[[str], str],
) -> None:
    """Round boxes over all places of an interactive board, those in front last, each with the dot of a target.

    One of them has the tab stop; moving it by the arrow keys is the page's work, and which dots are seen is that of
    `board.css` by the class `b-hit-target`. `label` says what stands on a place, in the reader's words.
    """
    if not picture.interactive:
        return
    group = canvas.add("g", class_="b-hits")
    targets = frozenset(picture.targets)
    stop = next((name for name in boxes if name in targets), next(iter(boxes)))
    for name, box in boxes.items():
        link = picture.links.get(name, "")
        hit = Hit(name, box, dots[name], label(name), name in targets, name == stop)
        group.append_markup(_write_link(hit, link) if link else _write_button(hit))


class Hit(NamedTuple):
    """A place that can be touched: its box, where its dot lies, what stands there, and whether it has the tab stop."""

    name: str
    box: Box
    dot: Point
    label: str
    is_target: bool
    is_stop: bool

    def write(self, tag: str, role: str, **link: str) -> str:
        """Its markup."""
        hit = make(
            tag,
            class_="b-hit b-hit-target" if self.is_target else "b-hit",
            data_spot=self.name,
            role=role,
            tabindex="0" if self.is_stop or link else "-1",
            aria_label=self.label,
            aria_disabled="false" if self.is_target else "true",
            **link,
        )
        hit.append_markup(_write_marks(self.box, self.dot))
        return hit.write()


def _write_link(hit: Hit, address: str) -> str:
    return hit.write("a", "link", href=address)


@lru_cache(maxsize=8192)  # the places of all boards with what lies there, in three languages
def _write_button(hit: Hit) -> str:
    return hit.write("g", "button")


@lru_cache(maxsize=1024)  # the places of all boards
def _write_marks(box: Box, dot: Point) -> str:
    """What shows the focus on a place, and that it is a target."""
    left, top, width, height = box
    focus = make(
        "rect",
        class_="b-focus",
        x=left,
        y=top,
        width=width,
        height=height,
        rx=min(width, height) / 2,
        fill="transparent",
        stroke="none",
    )
    x, y = dot
    return focus.write() + make("circle", class_="b-target", cx=x, cy=y, r=_TARGET, fill=_ACCENT, stroke=_HALO).write()


def ghosts(canvas: Canvas) -> Element:
    """The group for what the last move took off."""
    return canvas.add("g", class_="b-ghost", opacity=0.42)
