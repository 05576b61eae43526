"""Marks of a study over a board: rings round points, and arrows between them, in four colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot

from gipf_engine.diagrams.canvas import Canvas, Point

INKS = {"G": "#1d7a3a", "R": "#b3261e", "Y": "#b07a00", "B": "#1f5fa8"}
"""The colour of each letter, without board.css."""
_RADIUS, _WIDTH, _HEAD, _HALF_HEAD = 17, 4, 13, 7


def draw_study_marks(canvas: Canvas, marks: Iterable[str], places: Mapping[str, Point]) -> None:
    """Draw what can be seen of `marks`: those whose points are on the board."""
    there = [(mark[0], [places[point] for point in mark[1:].split("-") if point in places], mark) for mark in marks]
    seen = [(colour, ends) for colour, ends, mark in there if len(ends) == mark.count("-") + 1]
    if not seen:
        return
    group = canvas.add("g", class_="b-marks", fill="none", stroke_width=_WIDTH, opacity=0.85, pointer_events="none")
    for colour, ends in seen:
        classes = f"b-mark-{colour.lower()}"
        if len(ends) == 1:
            x, y = ends[0]
            canvas.add("circle", group, class_=classes, cx=x, cy=y, r=_RADIUS, stroke=INKS[colour])
        else:
            canvas.add("path", group, class_=classes, d=arrow(*ends), stroke=INKS[colour], stroke_linejoin="round")


def arrow(start: Point, end: Point) -> str:
    """The outline of an arrow from one point to another."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down) or 1
    x, y = across / length, down / length
    neck = end[0] - _HEAD * x, end[1] - _HEAD * y
    wings = [(neck[0] - side * _HALF_HEAD * y, neck[1] + side * _HALF_HEAD * x) for side in (1, -1)]
    return f"M{_pair(start)}L{_pair(end)}M{_pair(wings[0])}L{_pair(end)}L{_pair(wings[1])}"


def _pair(point: Point) -> str:
    return f"{round(point[0], 1):g} {round(point[1], 1):g}"
