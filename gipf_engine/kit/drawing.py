"""A board of any game on the kit, drawn and described from how its pieces look and what they are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gipf_engine.diagrams.base import Picture
from gipf_engine.diagrams.canvas import Box, Canvas, Element, Point, begin_board, number
from gipf_engine.diagrams.marks import draw_study_marks
from gipf_engine.diagrams.shapes import draw_hits, draw_targets, draw_way, ghosts
from gipf_engine.kit.described import STACKS, key_of
from gipf_engine.kit.drawn_parts import (
    begin_point,
    follow,
    hide,
    messages_to_follow,
    move_to,
    write_bar,
    write_ground,
    write_row,
    write_sentences,
    write_stack,
    write_symbols,
)
from gipf_engine.kit.layout import legs_of
from gipf_engine.kit.measures import MeasuredBoard
from gipf_engine.kit.pieces import REACH
from gipf_engine.rules.base import Pool, Stack, View

_ROW = 19
"""The height of a row beside the board."""
MOST_LAID_OUT = 4
"""Stacks of a pile that lie side by side: there is no room for more."""


class DrawnBoard(MeasuredBoard):
    """What a game's drawing derives from; what a game says of itself is in `MeasuredBoard` and `DescribedBoard`."""

    follows_effects = True

    def draw(self, picture: Picture) -> str:
        """See `gipf_engine.diagrams.draw`.

        A picture that fills its place can follow effects (static/js/board-picture.js): it has a group for each point
        and each kind of piece on a pile, a symbol for each piece, and the words to say what has become of it.
        """
        view = picture.view
        board = self.board_of(view)
        layout = self.layouts[board]
        places = layout.turned if picture.flipped else layout.places
        margin = self.margin / 2 if picture.small else self.margin
        width, height = layout.half[0] + (margin if self.ends is None else self.ends), layout.half[1] + margin
        classes = f"{self.game} {self.ground}".rstrip()
        canvas = begin_board(self, picture, classes, (-width, -height, 2 * width, 2 * height), self.title(view))
        if picture.size is None:
            follow(self, canvas, board, self._sentences(picture))
        words = [*(look.word for look in self.looks.values()), *self.together.values()] if picture.size is None else []
        canvas.root.append_markup(write_symbols(self, tuple(map(picture.translate, words))))
        canvas.root.append_markup(write_ground(self, board, tuple(view.spots), picture.small, picture.flipped))
        if not picture.small:
            self._draw_piles(canvas, picture, (width, height))
        there = [*self._from_back(view, places), *board.around]
        self._draw_pieces(canvas, picture, places, there)
        touched = there if picture.interactive else [name for name in there if name in picture.targets]
        dots = {name: self._dot(view.spots.get(name, ()), places[name]) for name in touched}
        draw_targets(canvas, picture, dots)
        draw_study_marks(canvas, picture.marks, places)
        boxes = {name: self._box(view.spots.get(name, ()), places[name]) for name in touched}
        draw_hits(canvas, picture, boxes, dots, lambda name: picture.translate(self.label(view, name)))
        return canvas.serialize()

    def places_of(self, view: View, *, flipped: bool) -> Mapping[str, Point]:
        """See `gipf_engine.diagrams.base.Board.places_of`."""
        board = self.board_of(view)
        places = self.layouts[board].turned if flipped else self.layouts[board].places
        return {name: places[name] for name in (*view.spots, *board.around)}

    def _from_back(self, view: View, places: Mapping[str, Point]) -> list[str]:
        """The order of drawing: stacks in front hide a little of those behind."""
        return sorted(view.spots, key=lambda name: places[name][1])

    def _box(self, stack: Stack, at: Point) -> Box:
        """What is hit for a stack, from its top to its foot."""
        lift = self.lift(len(stack)) if self.has_stacks else 0
        return at[0] - REACH, at[1] - REACH - lift, 2 * REACH, 2 * REACH + lift

    def _dot(self, stack: Stack, at: Point) -> Point:
        """Where the dot of a target goes: to the rim of a face with a letter, so that it is seen."""
        if not stack or not self.looks[stack[-1]].letter:
            return at
        return at[0] + self.looks[stack[-1]].radius, at[1] - self.layer - self.lift(len(stack))

    def _sentences(self, picture: Picture) -> str:
        piles = tuple((pool.name, pool.seat) for pool in picture.view.pools)
        return write_sentences(self, piles, tuple(map(picture.translate, messages_to_follow(self, piles))))

    def _draw_pieces(self, canvas: Canvas, picture: Picture, places: Mapping[str, Point], there: Sequence[str]) -> None:
        """Ghosts of what the last move took, the pieces, and the way of the move: a long one lies under them."""
        effects, spots = picture.effects, picture.view.spots
        is_push = bool(self.board_of(picture.view).rim)
        way = [places[name] for name in effects.path] if effects else []
        is_under = self.has_stacks or is_push
        if is_under:
            self._draw_last_move(canvas, way, is_push=is_push)
        group = ghosts(canvas)
        for name, stack in effects.removed.items() if effects else ():
            if not spots.get(name):
                group.append_markup(self._write_point(stack, name, places[name]))
        group = canvas.add("g", class_="b-pieces")
        for name in there:
            stack = spots.get(name, ())
            if stack or picture.size is None:
                group.append_markup(self._write_point(stack, name, places[name]))
        if not is_under:
            self._draw_last_move(canvas, way)

    def _draw_last_move(self, canvas: Canvas, way: Sequence[Point], *, is_push: bool = False) -> None:
        """The ways of all actions of the last turn."""
        group = canvas.add("g", class_="b-last")
        for leg in legs_of(way, self.legs):
            self._draw_way(canvas, group, leg, is_push=is_push)

    def _draw_way(self, canvas: Canvas, group: Element, way: Sequence[Point], *, is_push: bool) -> None:
        """A way, and rings round its ends under stacks, round the piece that came in, or round one that was put."""
        if len(way) > 1 and self.has_stacks:
            canvas.use("from", way[0], group)
        if is_push and len(way) > 1:
            canvas.use("to", way[1], group)
        elif way and (self.has_stacks or len(way) == 1):
            canvas.use("to", way[-1], group)
        if len(way) > 1:
            draw_way(canvas, way, arrow_short_of_end=self.short, within=group)

    def _write_point(self, stack: Stack, name: str, at: Point) -> str:
        start = begin_point(name, at)
        return f"{start}>{write_stack(self, stack)}</g>" if stack else f"{start} />"

    def lay_out(self, canvas: Canvas, within: Element, pool: Pool, at: Point, step: float, scale: float = 1.0) -> None:
        """What lies on a pile side by side, each stack `step` further; the page lays out what comes to it.

        Of more than `MOST_LAID_OUT` the first are shown.
        """
        lies: dict[str, str | float] = {
            "data_lies": key_of(pool),
            "data_step": step,
            "data_scale": scale,
            "transform": move_to(at),
        }
        group = canvas.add("g", within, **lies)
        for number_, stack in enumerate(pool.stacks[:MOST_LAID_OUT]):
            place_ = canvas.add("g", group, data_stack="".join(stack))
            place_.set("transform", f"translate({number(number_ * step)} 0) scale({number(scale)})")
            place_.append_markup(write_stack(self, stack))

    def count_stacks(self, canvas: Canvas, within: Element, pool: Pool, at: Point) -> None:
        """The number of stacks on a pile."""
        row: dict[str, str | float] = {
            "data_pile": key_of(pool),
            "data_held": STACKS,
            "data_count": pool.count,
            "transform": move_to(at),
        }
        group = canvas.add("g", within, **row)
        hide(group, not pool.count)
        canvas.text((0, 0), str(pool.count), group, class_="b-count", font_weight="700", fill="#1d1c1a")

    def mark_mover(self, within: Element, view: View, seat: int, box: Box) -> None:
        """A bar that is seen while it is the turn of a seat."""
        within.append_markup(write_bar(seat, box, view.turn != seat))

    def _draw_piles(self, canvas: Canvas, picture: Picture, half: Point) -> None:
        """The seats' piles at the left, White's below, the common ones at the right."""
        group = canvas.add("g", class_="b-hand", font_size=12)
        for seat, right, below in ((0, False, True), (1, False, False), (None, True, True)):
            is_below = below is not (picture.flipped and seat is not None)
            x, y = half[0] - 34 if right else 14 - half[0], half[1] - 14 if is_below else 14 - half[1]
            row = -_ROW if is_below else _ROW
            side = canvas.add("g", group, class_="b-side", data_row=row, transform=move_to((x, y)))
            shown = 0
            for pool in picture.view.pools:
                stays = pool.name in self.shown_empty
                for held in self.held_on(pool) if pool.seat == seat else ():
                    if held[-1] or picture.size is None:
                        side.append_markup(write_row(key_of(pool), held, row * shown, stays))
                        shown += bool(held[-1]) or stays
            if seat is not None:
                y = half[1] - 3 if is_below else 1 - half[1]
                self.mark_mover(group, picture.view, seat, (4 - half[0], y, 34, 2.5))
