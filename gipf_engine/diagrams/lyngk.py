"""The LYNGK board: 43 spots in a star, stacks seen from the side at an angle, claims and columns in the corners."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from gipf_engine.diagrams.base import Board, Picture, board
from gipf_engine.diagrams.canvas import Box, Canvas, Point, begin_board, write_parts
from gipf_engine.diagrams.lyngk_description import describe_position, name_position, summarize_seat, word_of_spot
from gipf_engine.diagrams.lyngk_sidebars import draw_hands
from gipf_engine.diagrams.lyngk_stacks import LAYER, RADIUS, draw_stack
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
from gipf_engine.messages import Message
from gipf_engine.rules.base import Effects, View
from gipf_engine.rules.lyngk.board import LINES, SKEWED, SPOTS

UNIT = 44
PLACES = {name: place(column, raised, UNIT) for name, (column, raised) in SKEWED.items()}
LINE_ENDS = [(PLACES[SPOTS[line[0]]], PLACES[SPOTS[line[-1]]]) for line in LINES]
_LOWEST = {name[0]: name for name in reversed(SPOTS)}
_HIGHEST = {name[0]: name for name in SPOTS}
_TURNED = turn(PLACES)


def _name_places(places: Mapping[str, Point], front: Iterable[str], back: Iterable[str]) -> dict[str, Point]:
    """Below the front spot of a column, and above the one at the back, where a stack of five does not reach."""
    above = {name: (places[name][0], places[name][1] - 39) for name in back}
    return above | {name: (places[name][0], places[name][1] + 21) for name in front}


NAME_PLACES = _name_places(PLACES, _LOWEST.values(), _HIGHEST.values())
_NAMES_TURNED = _name_places(_TURNED, _HIGHEST.values(), _LOWEST.values())
FROM_BACK = sorted(SPOTS, key=lambda name: PLACES[name][1])
"""The order of drawing: stacks in front hide a little of those behind."""


@board("lyngk")
class LyngkBoard(Board):
    """Draws and describes both rule sets of LYNGK."""

    def draw(self, picture: Picture) -> str:
        """See `gipf_engine.diagrams.draw`."""
        view = picture.view
        places = _TURNED if picture.flipped else PLACES
        half_width, half_height = (184, 164) if picture.small else (196, 186)
        box = (-half_width, -half_height - 8, 2 * half_width, 2 * half_height)
        canvas = begin_board(self, picture, "lyngk", box, name_position(view))
        canvas.root.append_markup(_write_empty_board(picture.small, picture.flipped))
        if not picture.small:
            draw_hands(canvas, picture, half_width, half_height)
        _draw_stacks(canvas, picture, places)
        dots = {name: _dot_of(view, name, place) for name, place in places.items()}
        draw_targets(canvas, picture, dots)
        hits = {name: _hit(view, name, places[name]) for name in _from_back(picture)}
        draw_hits(canvas, picture, hits, dots, lambda name: picture.translate(word_of_spot(view, name)))
        return canvas.serialize()

    def describe(self, view: View, effects: Effects | None = None) -> list[Message]:
        """See `gipf_engine.diagrams.describe`."""
        return describe_position(view, effects)

    def summarize(self, view: View, seat: int) -> list[Message]:
        """Claimed colours, completed columns, stacks on the board."""
        return summarize_seat(view, seat)


def _from_back(picture: Picture) -> list[str]:
    return FROM_BACK[::-1] if picture.flipped else FROM_BACK


def _dot_of(view: View, spot: str, at: Point) -> Point:
    """Where a target's dot goes: on the rim of the face, so that the letter is seen, or on the empty spot."""
    return at[0] + (RADIUS if view.spots[spot] else 0), at[1] - LAYER * len(view.spots[spot])


def _hit(view: View, spot: str, at: Point) -> Box:
    """The box of a whole stack, from the back of its top to the front of its foot."""
    x, foot = at
    top = foot - LAYER * len(view.spots[spot])
    return x - RADIUS - 3, top - 13, 2 * RADIUS + 6, foot - top + 26


@cache
def _write_empty_board(small: bool, flipped: bool) -> str:
    """What lies under the pieces."""

    def draw(canvas: Canvas) -> None:
        draw_plate(canvas, hexagon(170 if small else 183, 0))
        draw_lines(canvas, LINE_ENDS)
        _draw_spots(canvas)
        if not small:
            draw_names(canvas, _NAMES_TURNED if flipped else NAME_PLACES)

    return write_parts(draw)


def _draw_spots(canvas: Canvas) -> None:
    group = canvas.add("g", class_="b-spot", fill="#f3efe6", stroke="#a8a294", stroke_width=1.1)
    for x, y in PLACES.values():
        canvas.add("circle", group, cx=x, cy=y, r=4)


def _draw_stacks(canvas: Canvas, picture: Picture, places: Mapping[str, Point]) -> None:
    """The way of the last move on the board, ghosts of what it took, then all stacks from the back."""
    effects, spots = picture.effects, picture.view.spots
    if effects and effects.path:
        _draw_last_move(canvas, [places[name] for name in effects.path])
    if effects and effects.removed:
        group = ghosts(canvas)
        for spot, stack in effects.removed.items():
            if not spots[spot]:
                draw_stack(canvas, stack, places[spot], group)
    group = canvas.add("g", class_="b-pieces")
    for spot in _from_back(picture):
        if spots[spot]:
            draw_stack(canvas, spots[spot], places[spot], group)


def _draw_last_move(canvas: Canvas, way: Sequence[Point]) -> None:
    for (x, y), class_ in ((way[0], "b-ring b-from"), (way[-1], "b-ring")):
        canvas.add(
            "ellipse",
            class_=class_,
            cx=x,
            cy=y - 2,
            rx=RADIUS + 4,
            ry=RADIUS * 0.62 + 4,
            fill="none",
            stroke="#0b6b63",
            stroke_width=2.5,
        )
    draw_way(canvas, way, arrow_short_of_end=RADIUS + 6)
