"""How large the parts of a board's drawing are, where its points lie, and what is under the pieces."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from gipf_engine.diagrams.canvas import Canvas, Point
from gipf_engine.diagrams.shapes import draw_lines
from gipf_engine.kit.board import Board
from gipf_engine.kit.described import DescribedBoard
from gipf_engine.kit.layout import Layouts
from gipf_engine.rules.base import View


class MeasuredBoard(DescribedBoard):
    """The measures of a drawing. `has_lines`: lines through the points, else a ring for each point that there is."""

    game: ClassVar[str]
    has_lines: ClassVar[bool] = True
    unit: ClassVar[float] = 40
    """Between neighbouring points."""
    layer: ClassVar[float] = 6
    """How much higher a piece lies that stands on another."""
    rise: ClassVar[float] = 0
    """How far above the lowest piece of a stack its top may lie, and its height is written beside; 0 for no limit."""
    margin: ClassVar[float] = 34
    """Around the labels of the points, where the piles lie."""
    ends: ClassVar[float | None] = None
    """The margin at the left and right where that is another: a wide board is as large as a page is wide."""
    short: ClassVar[float] = 14
    """How far from the middle of the last place the arrow of the last move ends."""
    plate: ClassVar[float] = 1.08
    """How much larger than the points it is."""
    legs: ClassVar[int] = 0
    """How many points belong to one action of a turn, where a turn has several of different stacks; 0 for all."""
    level: ClassVar[bool] = False
    """Whether rows lie level and columns at an angle, for boards that are wide; the plate's edge is then `layout`'s."""
    line: ClassVar[tuple[str, float]] = ("#a8a294", 1.1)
    """The colour of its lines, without board.css, and their width."""
    ground: ClassVar[str] = "board-black-white"
    """The class in board.css of the board's colours."""
    shown_empty: ClassVar[frozenset[str]] = frozenset()
    """The piles that are shown where nothing lies on them: how near they are to it is what players look at."""

    @abstractmethod
    def board_of(self, view: View) -> Board:
        """The board that a view is of."""

    @cached_property
    def layouts(self) -> Layouts:
        """Where the points of each board lie that is drawn."""
        return Layouts(self.unit, self.plate, level=self.level)

    def lift(self, height: int) -> float:
        """How far above the lowest piece the topmost lies: where `rise` is not enough, all lie closer together."""
        lift = self.layer * max(0, height - 1)
        return min(lift, self.rise) if self.rise else lift

    def draw_ground(self, canvas: Canvas, spots: Sequence[str], board: Board, places: Mapping[str, Point]) -> None:
        """What lies under the pieces: lines, with dots on a rim, under stacks with a ring a point; else rings alone."""
        if self.has_lines:
            draw_lines(canvas, [(places[line[0]], places[line[-1]]) for line in board.lines], *self.line)
            if board.rim:
                group = canvas.add("g", class_="b-dot", fill="#6b665d")
                for name in board.around:
                    canvas.add("circle", group, cx=places[name][0], cy=places[name][1], r=3)
            if not self.has_stacks:
                return
        radius, colour, width = (4, "#a8a294", 1.1) if self.has_lines else (self.unit / 2 - 2.5, "#6b665d", 3)
        group = canvas.add("g", class_="b-spot", fill="#fbfaf7", stroke=colour, stroke_width=width)
        for name in spots:
            x, y = places[name]
            canvas.add("circle", group, data_point=name, cx=x, cy=y, r=radius)
