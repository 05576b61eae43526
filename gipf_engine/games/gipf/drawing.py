"""The GIPF board: 37 spots, 24 dots, fine lines, White below; reserves and captures in the corners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from gipf_engine.diagrams.base import Board, Picture, board
from gipf_engine.diagrams.canvas import Box, Canvas, Point, begin_board, write_parts
from gipf_engine.diagrams.shapes import (
    draw_hits,
    draw_lines,
    draw_names,
    draw_plate,
    draw_targets,
    draw_way,
    ghosts,
    hexagon,
    place,
    turn,
)
from gipf_engine.games.gipf.board import DOTS, SPOTS, WAYS
from gipf_engine.games.gipf.description import describe_position, label_spots, name_position, summarize_seat
from gipf_engine.games.gipf.sidebars import draw_hands
from gipf_engine.messages import Message
from gipf_engine.rules.base import Effects, Stack, View

UNIT = 40
RADIUS = 15.5
"""Of a piece; neighbouring spots are `UNIT` apart."""


def place_of(name: str) -> Point:
    """Where a spot or dot lies."""
    column, row = "abcdefghi".index(name[0]), int(name[1:])
    return place(column, row + max(0, column - 4), UNIT)


PLACES = {name: place_of(name) for name in (*SPOTS, *DOTS)}
LINE_ENDS = [(PLACES[way.dot], PLACES[back.dot]) for way, back in zip(WAYS[::2], WAYS[1::2], strict=True)]
NAME_PLACES = {name: (x * 1.105, y * 1.105) for name, (x, y) in PLACES.items() if name in DOTS}
_TURNED, _NAMES_TURNED = turn(PLACES), turn(NAME_PLACES)
_REACH = RADIUS + 2.5


def _boxes(places: Mapping[str, Point]) -> dict[str, Box]:
    return {name: (x - _REACH, y - _REACH, 2 * _REACH, 2 * _REACH) for name, (x, y) in places.items()}


_BOXES, _BOXES_TURNED = _boxes(PLACES), _boxes(_TURNED)


@board("gipf")
class GipfBoard(Board):
    """Draws and describes all rule sets of GIPF."""

    def draw(self, picture: Picture) -> str:
        """See `gipf_engine.diagrams.draw`."""
        view = picture.view
        places = _TURNED if picture.flipped else PLACES
        half_width, half_height = (152, 172) if picture.small else (166, 198)
        box = (-half_width, -half_height, 2 * half_width, 2 * half_height)
        canvas = begin_board(self, picture, "gipf", box, name_position(view))
        canvas.root.append_markup(_write_empty_board(picture.small, picture.flipped))
        if not picture.small:
            draw_hands(canvas, picture, half_width, half_height)
        _draw_pieces(canvas, picture, places)
        draw_targets(canvas, picture, places)
        boxes = _BOXES_TURNED if picture.flipped else _BOXES
        draw_hits(canvas, picture, boxes, places, label_spots(view, picture.translate))
        return canvas.serialize()

    def describe(self, view: View, effects: Effects | None = None) -> list[Message]:
        """See `gipf_engine.diagrams.describe`."""
        return describe_position(view, effects)

    def summarize(self, view: View, seat: int) -> list[Message]:
        """Reserve and captures."""
        return summarize_seat(view, seat)


@cache
def _write_empty_board(small: bool, flipped: bool) -> str:
    """What lies under the pieces."""

    def draw(canvas: Canvas) -> None:
        draw_plate(canvas, hexagon(160 if small else 183, 30))
        draw_lines(canvas, LINE_ENDS)
        _draw_dots(canvas)
        if not small:
            draw_names(canvas, _NAMES_TURNED if flipped else NAME_PLACES)

    return write_parts(draw)


def _draw_dots(canvas: Canvas) -> None:
    group = canvas.add("g", class_="b-dot", fill="#6b665d")
    for dot in DOTS:
        x, y = PLACES[dot]
        canvas.add("circle", group, cx=x, cy=y, r=3)


def _draw_pieces(canvas: Canvas, picture: Picture, places: Mapping[str, Point]) -> None:
    """The last move under the pieces, so that its line is seen between them; ghosts; pieces; the ring."""
    path: Sequence[str] = picture.effects.path if picture.effects else ()
    way = [places[name] for name in path if name in places]
    _draw_push(canvas, way)
    if picture.effects and picture.effects.removed:
        group = ghosts(canvas)
        for spot, pieces in picture.effects.removed.items():
            if not picture.view.spots[spot]:
                canvas.use(_piece(canvas, pieces), places[spot], group)
    group = canvas.add("g", class_="b-pieces")
    for spot in SPOTS:
        if stack := picture.view.spots[spot]:
            canvas.use(_piece(canvas, stack), places[spot], group)
    entered = next((name for name in path if name in SPOTS), None)
    if entered is not None:
        _draw_ring(canvas, places[entered], high=len(picture.view.spots[entered]) > 1)


def _draw_push(canvas: Canvas, way: list[Point]) -> None:
    """A line from the dot to the last piece that moved, seen between the pieces, with its arrow at the dot."""
    if len(way) > 2:
        draw_way(canvas, way)
    if len(way) > 1:
        draw_way(canvas, way[:2], arrow_short_of_end=RADIUS + 4)


def _draw_ring(canvas: Canvas, at: Point, *, high: bool) -> None:
    canvas.add(
        "circle",
        class_="b-ring",
        cx=at[0],
        cy=at[1] - (4 if high else 0),
        r=RADIUS + 1.5,
        fill="none",
        stroke="#0b6b63",
        stroke_width=2.5,
    )


_PAINT = {
    "W": {"fill": "#fffdf7", "stroke": "#8d8678", "ring": "#c9c2b2"},
    "B": {"fill": "#2b2926", "stroke": "#0d0c0b", "ring": "#5f5b54"},
}


def _piece(canvas: Canvas, pieces: Stack) -> str:
    """The symbol of a single piece or a GIPF-piece, drawn when first needed."""
    key = pieces[0].lower() if len(pieces) == 1 else pieces[0]
    group = canvas.symbol(key)
    if group is not None:
        group.set("class", "piece-white" if pieces[0] == "W" else "piece-black")
        group.append_markup(_write_piece(pieces[0], gipf=len(pieces) > 1))
    return key


@cache
def _write_piece(colour: str, *, gipf: bool) -> str:
    """The pieces of a symbol, one upon the other."""
    levels, paint = [3.5, -4.5] if gipf else [0.0], _PAINT[colour]

    def draw(canvas: Canvas) -> None:
        canvas.add(
            "ellipse", class_="p-shadow", cx=1, cy=levels[0] + 2.2, rx=RADIUS + 0.7, ry=RADIUS + 0.3, opacity=0.16
        )
        for level in levels:
            canvas.add("circle", class_="p-face", cx=0, cy=level, r=RADIUS, fill=paint["fill"], stroke=paint["stroke"])
            canvas.add(
                "circle",
                class_="p-ring",
                cx=0,
                cy=level,
                r=RADIUS - 5,
                fill="none",
                stroke=paint["ring"],
                stroke_width=1.3,
            )
        if gipf:
            canvas.add("circle", class_="p-disc", cx=0, cy=levels[-1], r=4, fill=paint["ring"])

    return write_parts(draw)
