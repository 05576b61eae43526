"""Where the points of a board lie on a drawing, and what surrounds them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import TypeVar

from gipf_engine.diagrams.canvas import Point
from gipf_engine.diagrams.shapes import place, turn
from gipf_engine.kit.board import Board

T = TypeVar("T")
LABELS = 26
"""How far from a point its label stands."""
_EDGE = 34
"""How far the plate of a board whose rows lie level reaches beyond its points."""
_RIM_LABELS, _RIM = 1.105, 14
"""How much farther than points of a rim their labels lie, and the room that these take."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the points of a board lie, and the box around them."""

    places: Mapping[str, Point]
    turned: Mapping[str, Point]
    half: Point
    corners: Sequence[Point]


class Layouts(dict[Board, Layout]):
    """Layouts by board, made when first asked for. `level`: rows lie level, and columns are at an angle."""

    def __init__(self, unit: float, plate: float, *, level: bool = False) -> None:
        super().__init__()
        self._unit, self._plate, self._level = unit, plate, level

    def __missing__(self, board: Board) -> Layout:
        laid = _place_level if self._level else place
        raw = {name: laid(column, row, self._unit) for name, (column, row) in board.places.items()}
        xs, ys = zip(*raw.values(), strict=True)
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        places = {name: (x - middle[0], y - middle[1]) for name, (x, y) in raw.items()}
        room = _RIM if board.rim else LABELS
        half = max(xs) - middle[0] + room, max(ys) - middle[1] + room
        outline = [at for each in places.values() for at in _surround(each)] if self._level else places.values()
        self[board] = Layout(places, turn(places), half, _hull(outline, 1 if self._level else self._plate))
        return self[board]


def _place_level(column: int, row: int, unit: float) -> Point:
    return (column - row / 2) * unit, -row * unit * sin(pi / 3)


def _surround(at: Point) -> list[Point]:
    """The corners of a hexagon round a place: a long board is not enlarged alike in both directions."""
    return [(at[0] + _EDGE * cos(pi / 3 * way), at[1] + _EDGE * sin(pi / 3 * way)) for way in range(6)]


def _hull(places: Iterable[Point], larger: float) -> list[Point]:
    """The outer corners of some places, so much further out."""
    points = sorted({(round(x * larger, 2), round(y * larger, 2)) for x, y in places})
    halves = [_half_hull(points), _half_hull(points[::-1])]
    return [*halves[0][:-1], *halves[1][:-1]]


def _half_hull(points: Sequence[Point]) -> list[Point]:
    found: list[Point] = []
    for point in points:
        while len(found) > 1 and _turns_left(found[-2], found[-1], point) <= 0:
            found.pop()
        found.append(point)
    return found


def _turns_left(one: Point, two: Point, three: Point) -> float:
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])


def legs_of(way: Sequence[T], points: int) -> list[Sequence[T]]:
    """The parts of a way that are so many points long; all of it for 0, and where one stack has gone on."""
    points = points if points and len(way) % points == 0 else max(1, len(way))
    return [way[at : at + points] for at in range(0, len(way), points)]


def name_places(board: Board, places: Mapping[str, Point], above: float, *, level: bool = False) -> dict[str, Point]:
    """Labels beside the points of a rim; else below the lowest point of each column and above the highest, where a
    stack does not reach; aside in the direction of columns that are at an angle.
    """
    if board.rim:
        return {name: (places[name][0] * _RIM_LABELS, places[name][1] * _RIM_LABELS) for name in board.around}
    found = {}
    for column in board.columns:
        ends = column[0], column[-1]
        middle = sum(places[name][1] for name in ends) / 2
        for name in ends:
            x, y = places[name]
            down = LABELS if y >= middle else -above
            found[name] = x + (down / 2 if level else 0), y + down
    return found
