"""The table of Guo Wu Guan: generals on top, a row for each level, the commons on a tray below, smaller.

A line under a row joins its ends: the row is a ring. In front of it stands its number; a level that was passed is left
out, its number struck through. Six tiles lie side by side, so that they are large on a phone; a longer row goes on
below. Each tile is a group that says what it is and where it lies, so that a page can move it.
"""

from __future__ import annotations

from gipf_engine.diagrams.base import Board, Choice, Picture, board
from gipf_engine.diagrams.canvas import Box, Canvas, Element, Point, begin_board, number
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

FELT, LINE, WORDS, ACCENT = "#35604f", "#7fa594", "#eef3ee", "#f2cf63"
ACROSS = 6
"""Tiles side by side."""
MARGIN, NUMBER = 5.0, 13.0
SMALL = 0.62
"""The size of a tile of the commons, which no one touches, beside the others."""
SMALL_X, SMALL_Y = STEP_X * SMALL, HEIGHT * SMALL + 19
COMMONS_ACROSS = int(ACROSS * STEP_X // SMALL_X)
TRAY_GAP = 3.0
"""Around what lies on the tray."""
DRAW_ABOVE = 6.0
"""From the upper edge of a tile to what is written over it."""
LIFTED = HEIGHT / 2
"""From the middle of a tile to the dot of a target: on its edge, where it hides no pip."""


class _Table:
    """Where everything lies: rows from the top, each tile's middle."""

    def __init__(self, view: View) -> None:
        levels = levels_of(view)
        passed = {stack[0]: list[str]() for stack in view.pool("passed").stacks}
        self.levels = dict(sorted({**levels, **passed}.items()))
        self.passed = passed
        self.generals = view.pool("generals").stacks
        self.commons = view.pool("commons").stacks
        self._rows = dict[str, int]()
        row = 1 if self.generals else 0
        for level, spots in self.levels.items():
            self._rows[level] = row
            row += lines_of(len(spots), ACROSS)
        self.width = NUMBER + 2 * MARGIN + ACROSS * STEP_X - (STEP_X - WIDTH)
        self.tray_top = MARGIN + row * STEP_Y
        self.tray_height = lines_of(len(self.commons), COMMONS_ACROSS) * SMALL_Y
        self.height = self.tray_top + self.tray_height + MARGIN

    def at(self, row: int, place: int) -> Point:
        """The middle of a tile."""
        x = NUMBER + MARGIN + (place % ACROSS + 0.5) * STEP_X
        return x, MARGIN + HEIGHT / 2 + (row + place // ACROSS) * STEP_Y

    def row_of(self, level: str) -> int:
        """The first row of a level."""
        return self._rows[level]

    def common_at(self, place: int) -> Point:
        """The middle of a tile of the commons, from the left."""
        x = NUMBER + MARGIN + (place % COMMONS_ACROSS + 0.5) * SMALL_X
        return x, self.tray_top + 11 + HEIGHT * SMALL / 2 + place // COMMONS_ACROSS * SMALL_Y

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


def lines_of(count: int, across: int) -> int:
    """Lines that so many tiles take, one at least."""
    return max(1, -(-count // across))


@board("guowuguan")
class GuoWuGuanBoard(Board):
    """Draws and describes all five games."""

    def draw(self, picture: Picture) -> str:
        """See `gipf_engine.diagrams.draw`."""
        view, table = picture.view, _Table(picture.view)
        box = (0, 0, table.width, table.height)
        canvas = begin_board(self, picture, "guowuguan", box, name_position(view))
        canvas.add("rect", class_="b-plate", x=0, y=0, width=table.width, height=table.height, rx=10, fill=FELT)
        spots = table.spots()
        _draw_tray(canvas, table)
        _draw_rings(canvas, table)
        _draw_tiles(canvas, picture, table, spots)
        if picture.effects and not picture.small:
            _draw_effects(canvas, picture.effects, table, spots)
        places = table.generals_by_spot() | spots
        dots = {spot: (x, y - LIFTED) for spot, (x, y) in places.items()}
        draw_targets(canvas, picture, dots)
        hits = {spot: _box(at) for spot, at in places.items()}
        if hits:
            draw_hits(canvas, picture, hits, dots, lambda name: picture.translate(word_of_spot(view, name)))
        return canvas.serialize()

    def describe(self, view: View, effects: Effects | None = None) -> list[Message]:
        """See `gipf_engine.diagrams.describe`."""
        return describe_position(view, effects)

    def describe_turn(self, view: View, token: str) -> Choice:
        """See `gipf_engine.diagrams.describe_turn`."""
        return describe_turn(view, token)


def _box(at: Point, scale: float = 1.0) -> Box:
    """A tile with a little round it."""
    width, height = WIDTH * scale + 3, HEIGHT * scale + 3
    return at[0] - width / 2, at[1] - height / 2, width, height


def _draw_tray(canvas: Canvas, table: _Table) -> None:
    """What the commons lie on: a triple that is lifted may be dropped there."""
    left, width = MARGIN + NUMBER - TRAY_GAP, ACROSS * STEP_X - (STEP_X - WIDTH) + 2 * TRAY_GAP
    tray = canvas.add("rect", class_="b-tray", x=left, y=table.tray_top, width=width, rx=7, fill="#254a3b")
    tray.set("height", table.tray_height)
    tray.set("data-tray", "")


def _draw_rings(canvas: Canvas, table: _Table) -> None:
    """Under each row a line from its last tile back to its first."""
    group = canvas.add("g", class_="b-line", fill="none", stroke=LINE, stroke_width=1.1)
    for level, spots in table.levels.items():
        if len(spots) > 3:
            row, last = table.row_of(level), len(spots) - 1
            (left, _y), (right, _y) = table.at(row, 0), table.at(row, min(last, ACROSS - 1))
            foot = table.at(row, last)[1] + HEIGHT / 2
            rim = WIDTH / 2 + 2
            way = f"M{left - rim:g} {foot - 9:g}V{foot + 6:g}a4 4 0 0 0 4 4"
            way += f"H{right + rim - 4:g}a4 4 0 0 0 4 -4V{foot - 9:g}"
            canvas.add("path", group, d=way)


def _draw_tiles(canvas: Canvas, picture: Picture, table: _Table, spots: dict[str, Point]) -> None:
    view = picture.view
    group = canvas.add("g", class_="b-pieces")
    for spot, at in spots.items():
        _draw_tile(canvas, group, picture, view.spots[spot], spot, at)
    for place, stack in enumerate(table.generals):
        _draw_tile(canvas, group, picture, stack, f"{GENERALS}{place + 1}", table.general_at(place))
    for place, stack in enumerate(table.commons):
        _draw_tile(canvas, group, picture, stack, f"C{place + 1}", table.common_at(place), SMALL)
    if not picture.small:
        _draw_numbers(canvas, table, _level_reached(view))
        _draw_draws(canvas, view, table)


def _draw_tile(
    canvas: Canvas, within: Element, picture: Picture, stack: Stack, spot: str, at: Point, scale: float = 1.0
) -> None:
    """A tile with its name below it, as a group that a page can move."""
    move = f"translate({number(at[0])} {number(at[1])})" + (f" scale({scale:g})" if scale != 1 else "")
    symbol = tile_symbol(canvas, stack[0])
    group = canvas.add("g", within, data_tile=symbol, data_at=spot, transform=move)
    canvas.use(symbol, (0, 0), group)
    if stack[0] in NAMES and not picture.small:
        size = 8 if scale == 1 else 11
        below = (0, NAME_BELOW if scale == 1 else NAME_BELOW + 2)
        name = canvas.text(below, NAMES[stack[0]], group, class_="b-name p-letter", fill=WORDS, font_size=size)
        name.set("aria-hidden", "true")


def _draw_draws(canvas: Canvas, view: View, table: _Table) -> None:
    """Over each tile of the commons that the next refill takes, the number of the level that gets it."""
    group = canvas.add("g", class_="b-turn", fill=ACCENT, font_size=8.5, font_weight="700", aria_hidden="true")
    for place, target in draws_of(view).items():
        x, y = table.common_at(place)
        canvas.text((x, y - HEIGHT * SMALL / 2 - DRAW_ABOVE), f"↑{target}", group)


def _level_reached(view: View) -> str:
    """The level that the walk of phase 1 has reached; "" where none is walked."""
    return str(view.counters["reached"]) if view.turn is not None and view.counters["phase"] == 1 else ""


def _draw_numbers(canvas: Canvas, table: _Table, reached: str) -> None:
    """The number of each level, struck through where it was passed, as it stands in the notation."""
    group = canvas.add("g", class_="b-count", fill=WORDS, font_size=11, font_weight="700", aria_hidden="true")
    for level in table.levels:
        x, y = MARGIN + NUMBER / 2 - 2, table.at(table.row_of(level), 0)[1]
        if level == reached:
            canvas.text((x, y), level, group, class_="b-turn", fill=ACCENT)
        else:
            canvas.text((x, y), level, group)
        if level in table.passed:
            canvas.add("path", class_="b-line", d=f"M{x - 6:g} {y:g}H{x + 6:g}", stroke=LINE, stroke_width=1.6)


def _draw_effects(canvas: Canvas, effects: Effects, table: _Table, spots: dict[str, Point]) -> None:
    """Rings round what came: the block at the left of the commons, tiles that were drawn, generals that were turned."""
    came = [_box(table.common_at(place), SMALL) for place in range(len(effects.returned))]
    came += [_box(spots[spot]) for spot in effects.placed if spot in spots]
    generals = (spot for spot in (*effects.flipped, *effects.placed) if spot[0] == GENERALS)
    came += [_box(table.general_at(int(spot[1:]) - 1)) for spot in generals]
    group: Element = canvas.add("g", class_="b-ring", fill="none", stroke=ACCENT, stroke_width=2)
    for left, top, width, height in came:
        canvas.add("rect", group, x=left, y=top, width=width, height=height, rx=6)
