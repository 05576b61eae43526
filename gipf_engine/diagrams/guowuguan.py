"""The table of Guo Wu Guan: generals on top, a row for each level, the commons below.

A line under a row joins its ends: the row is a ring. In front of it stands its number; a level that was passed is left
out, its number struck through.
"""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.diagrams.base import Board, Choice, Picture, board
from gipf_engine.diagrams.canvas import Box, Canvas, Element, Point, begin_board
from gipf_engine.diagrams.guowuguan_description import (
    describe_position,
    draws_of,
    levels_of,
    name_position,
    word_of_spot,
)
from gipf_engine.diagrams.guowuguan_tiles import HEIGHT, NAME_BELOW, NAMES, STEP_X, STEP_Y, WIDTH, tile_symbol
from gipf_engine.diagrams.guowuguan_turns import describe_turn
from gipf_engine.diagrams.shapes import draw_hits, draw_targets
from gipf_engine.messages import Message
from gipf_engine.rules.base import Effects, Stack, View
from gipf_engine.rules.guowuguan.position import GENERALS

FEWEST = 8
"""Tiles for which a row has room at least; longer commons go on in another row."""
MARGIN, NUMBER = 22.0, 26.0
COMMONS_GAP = 14.0
"""Between the last level and the commons, for what is written over them."""
DRAW_ABOVE = 7.0
"""From the upper edge of a tile to what is written over it."""

DOT_ABOVE = 4.5
"""From the upper edge of a tile to the dot of a target: so it hides no pip."""


class _Table:
    """Where everything lies: rows from the top, each tile's middle."""

    def __init__(self, view: View) -> None:
        levels = levels_of(view)
        passed = {stack[0]: list[str]() for stack in view.pool("passed").stacks}
        self.levels = dict(sorted({**levels, **passed}.items()))
        self.passed = passed
        self.generals = view.pool("generals").stacks
        self.commons = view.pool("commons").stacks
        self.across = max([FEWEST, len(self.generals), *(len(spots) for spots in self.levels.values())])
        self._first = 1 if self.generals else 0
        self.rows = self._first + len(self.levels) + max(1, -(-len(self.commons) // self.across))
        self.width = NUMBER + 2 * MARGIN + self.across * STEP_X
        self.height = MARGIN + self.rows * STEP_Y + COMMONS_GAP

    def at(self, row: int, place: int) -> Point:
        """The middle of a tile."""
        return NUMBER + MARGIN + (place + 0.5) * STEP_X, MARGIN + HEIGHT / 2 + row * STEP_Y

    def row_of(self, level: str) -> int:
        """The row of a level."""
        return self._first + list(self.levels).index(level)

    def common_at(self, place: int) -> Point:
        """The middle of a tile of the commons, from the left."""
        x, y = self.at(self._first + len(self.levels) + place // self.across, place % self.across)
        return x, y + COMMONS_GAP

    def spots(self) -> dict[str, Point]:
        """The middle of every tile on a level."""
        return {
            spot: self.at(self.row_of(level), place)
            for level, spots in self.levels.items()
            for place, spot in enumerate(spots)
        }

    def general_at(self, place: int) -> Point:
        """The middle of a general."""
        return self.at(0, place)

    def generals_by_spot(self) -> dict[str, Point]:
        """The middle of every general."""
        return {f"{GENERALS}{place + 1}": self.general_at(place) for place in range(len(self.generals))}


@board("guowuguan")
class GuoWuGuanBoard(Board):
    """Draws and describes all five games."""

    def draw(self, picture: Picture) -> str:
        """See `gipf_engine.diagrams.draw`."""
        view, table = picture.view, _Table(picture.view)
        box = (0, 0, table.width, table.height)
        canvas = begin_board(self, picture, "guowuguan", box, name_position(view))
        canvas.add("rect", class_="b-plate", x=0, y=0, width=table.width, height=table.height, rx=10, fill="#f3efe6")
        spots = table.spots()
        _draw_rings(canvas, table)
        _draw_tiles(canvas, picture, table, spots)
        if picture.effects and not picture.small:
            _draw_effects(canvas, picture.effects, table, spots)
        places = table.generals_by_spot() | spots
        dots = {spot: (x, y - HEIGHT / 2 - DOT_ABOVE) for spot, (x, y) in places.items()}
        draw_targets(canvas, picture, dots)
        hits = {spot: _hit(at) for spot, at in places.items()}
        if hits:
            draw_hits(canvas, picture, hits, dots, lambda name: picture.translate(word_of_spot(view, name)))
        return canvas.serialize()

    def describe(self, view: View, effects: Effects | None = None) -> list[Message]:
        """See `gipf_engine.diagrams.describe`."""
        return describe_position(view, effects)

    def describe_turn(self, view: View, token: str) -> Choice:
        """See `gipf_engine.diagrams.describe_turn`."""
        return describe_turn(view, token)


def _hit(at: Point) -> Box:
    return at[0] - WIDTH / 2 - 2, at[1] - HEIGHT / 2 - 2, WIDTH + 4, HEIGHT + 4


def _draw_rings(canvas: Canvas, table: _Table) -> None:
    """Under each row a line from its last tile back to its first."""
    group = canvas.add("g", class_="b-line", fill="none", stroke="#a8a294", stroke_width=1.1)
    for level, spots in table.levels.items():
        if len(spots) > 3:
            (left, y), (right, _y) = table.at(table.row_of(level), 0), table.at(table.row_of(level), len(spots) - 1)
            foot = y + HEIGHT / 2 + 18
            canvas.add("path", group, d=f"M{left:g} {foot - 3:g}V{foot:g}H{right:g}V{foot - 3:g}")


def _draw_tiles(canvas: Canvas, picture: Picture, table: _Table, spots: dict[str, Point]) -> None:
    view = picture.view
    group = canvas.add("g", class_="b-pieces")
    tiles = [(view.spots[spot], at) for spot, at in spots.items()]
    tiles += [(stack, table.general_at(place)) for place, stack in enumerate(table.generals)]
    tiles += [(stack, table.common_at(place)) for place, stack in enumerate(table.commons)]
    for stack, at in tiles:
        canvas.use(tile_symbol(canvas, stack[0]), at, group)
    if not picture.small:
        _draw_names(canvas, tiles)
        _draw_numbers(canvas, table, _level_reached(view))
        _draw_draws(canvas, view, table)


def _draw_draws(canvas: Canvas, view: View, table: _Table) -> None:
    """Over each tile of the commons that the next refill takes, the number of the level that gets it."""
    group = canvas.add("g", class_="b-turn", fill="#0b6b63", font_size=10, font_weight="700", aria_hidden="true")
    for place, target in draws_of(view).items():
        x, y = table.common_at(place)
        canvas.text((x, y - HEIGHT / 2 - DRAW_ABOVE), f"↑{target}", group)


def _draw_names(canvas: Canvas, tiles: Sequence[tuple[Stack, Point]]) -> None:
    group = canvas.add("g", class_="b-name", fill="#6b665d", font_size=9.5, aria_hidden="true")
    for stack, (x, y) in tiles:
        if stack[0] in NAMES:
            canvas.text((x, y + NAME_BELOW), NAMES[stack[0]], group)


def _level_reached(view: View) -> str:
    """The level that the walk of phase 1 has reached; "" where none is walked."""
    return str(view.counters["reached"]) if view.turn is not None and view.counters["phase"] == 1 else ""


def _draw_numbers(canvas: Canvas, table: _Table, reached: str) -> None:
    """The number of each level, struck through where it was passed, as it stands in the notation."""
    group = canvas.add("g", class_="b-count", fill="#1d1c1a", font_size=14, font_weight="700", aria_hidden="true")
    for level in table.levels:
        y = table.at(table.row_of(level), 0)[1]
        if level == reached:
            canvas.text((MARGIN, y), level, group, class_="b-turn", fill="#0b6b63")
        else:
            canvas.text((MARGIN, y), level, group)
        if level in table.passed:
            canvas.add(
                "path", class_="b-line", d=f"M{MARGIN - 9:g} {y:g}H{MARGIN + 9:g}", stroke="#a8a294", stroke_width=1.6
            )


def _draw_effects(canvas: Canvas, effects: Effects, table: _Table, spots: dict[str, Point]) -> None:
    """Rings round what came: the block at the left of the commons, tiles that were drawn, generals that were turned."""
    came = [table.common_at(place) for place in range(len(effects.returned))]
    came += [spots[spot] for spot in effects.placed if spot in spots]
    came += [table.general_at(int(spot[1:]) - 1) for spot in (*effects.flipped, *effects.placed) if spot[0] == "G"]
    group: Element = canvas.add("g", class_="b-ring", fill="none", stroke="#0b6b63", stroke_width=2.5)
    for at in came:
        left, top, width, height = _hit(at)
        canvas.add("rect", group, x=left, y=top, width=width, height=height, rx=6)
