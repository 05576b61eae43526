"""A board of any game on the kit, drawn and described from how its pieces look and what they are called."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import ClassVar

from gipf_engine.diagrams import base
from gipf_engine.diagrams.base import Picture
from gipf_engine.diagrams.canvas import Box, Canvas, Element, Point, begin_board, number, write_parts
from gipf_engine.diagrams.marks import draw_study_marks
from gipf_engine.diagrams.shapes import (
    draw_hits,
    draw_lines,
    draw_names,
    draw_plate,
    draw_targets,
    draw_way,
    ghosts,
)
from gipf_engine.kit.board import Board
from gipf_engine.kit.layout import LABELS, Layouts, legs_of, name_places
from gipf_engine.kit.pieces import REACH, Look, draw_coins, draw_mark, draw_piece
from gipf_engine.kit.slabs import ABOVE_STACKS, write_height
from gipf_engine.messages import SEPARATOR, Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Effects, Pool, Stack, View

_ICON, _ROW = 0.55, 19
"""The size of a piece beside the board, beside one on it, and the height of its row."""
MOST_LAID_OUT = 4
"""Stacks of a pile that lie side by side: there is no room for more."""
EACH, STACKS = "*", "="
"""What is counted on a pile instead of one kind of piece: each piece, each stack."""
_TURNS = (_("%(game)s board, White is to move"), _("%(game)s board, Black is to move"))
_OVER = _("%(game)s board, the game is over")
_TO_MOVE = (Message(_("White is to move.")), Message(_("Black is to move.")))
_GAME_OVER = Message(_("The game is over."))
_LAST, _LYING = _("Last move: %(path)s."), _("%(piece)s: %(spots)s.")
_EMPTY, _TAKEN = _("%(spot)s: empty"), _("%(spot)s: %(pieces)s")
_COUNTED = _("%(count)s × %(piece)s")
_HIGH = _("%(spot)s: %(height)s high, from the top %(pieces)s")
_STACK = _("On %(spot)s, %(height)s high, from the top: %(pieces)s.")
_OF_POINTS = {"empty": _EMPTY, "taken": _TAKEN, "high": _HIGH, "stack": _STACK}
_DOT = _("dot %(spot)s")
_SINGLE = _("Single pieces, %(piece)s: %(spots)s.")
_HELD = {0: _("White, %(pile)s: %(pieces)s."), 1: _("Black, %(pile)s: %(pieces)s."), None: _("%(pile)s: %(pieces)s.")}


class DrawnBoard(base.Board):
    """What a game's drawing derives from. `has_lines`: lines through the points, else a ring for each point there is.

    `has_stacks`: pieces stand on each other and are told from the top. `looks`: its pieces by letter; `together`: what
    pieces on each other are called where they have a name together. `piles`: what each pile is called in words.
    """

    follows_effects = True
    game: ClassVar[str]
    name: ClassVar[Message]
    has_lines: ClassVar[bool] = True
    has_stacks: ClassVar[bool] = False
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
    looks: ClassVar[Mapping[str, Look]]
    together: ClassVar[Mapping[str, Message]] = {}
    piles: ClassVar[Mapping[str, Message]]
    whole: ClassVar[frozenset[str]] = frozenset()
    """The piles of which the stacks are counted, and not their pieces."""
    shown_empty: ClassVar[frozenset[str]] = frozenset()
    """The piles that are shown where nothing lies on them: how near they are to it is what players look at."""

    @abstractmethod
    def board_of(self, view: View) -> Board:
        """The board that a view is of."""

    # --- the picture ---------------------------------------------------------------------------------------

    def draw(self, picture: Picture) -> str:
        """See `gipf_engine.diagrams.draw`.

        A picture that fills its place can follow effects (static/js/board-picture.js): it has a group for each point
        and each kind of piece on a pile, a symbol for each piece, and the words to say what has become of it.
        """
        view = picture.view
        board = self.board_of(view)
        layout = self._layouts[board]
        places = layout.turned if picture.flipped else layout.places
        margin = self.margin / 2 if picture.small else self.margin
        width, height = layout.half[0] + (margin if self.ends is None else self.ends), layout.half[1] + margin
        classes = f"{self.game} {self.ground}".rstrip()
        canvas = begin_board(self, picture, classes, (-width, -height, 2 * width, 2 * height), self._title(view))
        if picture.size is None:
            self._let_follow(canvas, picture)
        self._define_pieces(canvas, picture)
        canvas.root.append_markup(_write_ground(self, board, tuple(view.spots), picture.small, picture.flipped))
        if not picture.small:
            self._draw_piles(canvas, picture, (width, height))
        self._draw_pieces(canvas, picture, places)
        there = {name: places[name] for name in (*self._from_back(view, places), *board.around)}
        dots = {name: self._dot(view.spots.get(name, ()), at) for name, at in there.items()}
        draw_targets(canvas, picture, dots)
        draw_study_marks(canvas, picture.marks, places)
        boxes = {name: self._box(view.spots.get(name, ()), at) for name, at in there.items()}
        draw_hits(canvas, picture, boxes, dots, lambda name: picture.translate(self._label(view, name)))
        return canvas.serialize()

    def places_of(self, view: View, *, flipped: bool) -> Mapping[str, Point]:
        """See `gipf_engine.diagrams.base.Board.places_of`."""
        board = self.board_of(view)
        places = self._layouts[board].turned if flipped else self._layouts[board].places
        return {name: places[name] for name in (*view.spots, *board.around)}

    @cached_property
    def _layouts(self) -> Layouts:
        return Layouts(self.unit, self.plate, level=self.level)

    def _from_back(self, view: View, places: Mapping[str, Point]) -> list[str]:
        """The order of drawing: stacks in front hide a little of those behind."""
        return sorted(view.spots, key=lambda name: places[name][1])

    def _box(self, stack: Stack, at: Point) -> Box:
        """What is hit for a stack, from its top to its foot."""
        lift = self._lift(len(stack)) if self.has_stacks else 0
        return at[0] - REACH, at[1] - REACH - lift, 2 * REACH, 2 * REACH + lift

    def _dot(self, stack: Stack, at: Point) -> Point:
        """Where the dot of a target goes: to the rim of a face with a letter, so that it is seen."""
        if not stack or not self.looks[stack[-1]].letter:
            return at
        return at[0] + self.looks[stack[-1]].radius, at[1] - self.layer - self._lift(len(stack))

    def _lift(self, height: int) -> float:
        """How far above the lowest piece the topmost lies: where `rise` is not enough, all lie closer together."""
        lift = self.layer * max(0, height - 1)
        return min(lift, self.rise) if self.rise else lift

    def _let_follow(self, canvas: Canvas, picture: Picture) -> None:
        values = {"layer": self.layer, "short": self.short, "reach": REACH, "rise": self.rise}
        for name, value in values.items():
            canvas.root.set(f"data-{name}", value)
        if self.has_stacks:
            canvas.root.set("data-stacks", "")
        if self.board_of(picture.view).rim:
            canvas.root.set("data-rim", "")
        if self.legs:
            canvas.root.set("data-legs", self.legs)
        sentences = self._words_to_follow(picture.view, picture.translate)
        canvas.root.set("data-sentences", json.dumps(sentences, ensure_ascii=False))

    def _define_pieces(self, canvas: Canvas, picture: Picture) -> None:
        """The symbols of all pieces, and of what marks the ends of the last move."""
        for piece, look in self.looks.items():
            symbol = canvas.symbol(piece)
            assert symbol is not None
            symbol.set("data-piece", piece)
            if picture.size is None:
                symbol.set("data-word", picture.translate(look.word))
            if look.shape == "ring":
                symbol.set("data-flat", "")
            if look.letter:
                symbol.set("data-dot", look.radius)
            draw_piece(canvas, symbol, look)
        for stack, word in self.together.items():
            symbol = canvas.symbol(stack)
            assert symbol is not None
            symbol.set("data-piece", stack)
            if picture.size is None:
                symbol.set("data-word", picture.translate(word))
            draw_coins(canvas, symbol, self.looks[stack[0]], (self.layer / 2 - 0.5, -self.layer / 2 - 0.5))
        for mark in ("from", "to") if self.has_stacks else ("to",):
            symbol = canvas.symbol(mark)
            assert symbol is not None
            symbol.set("data-mark", mark)
            draw_mark(canvas, symbol, mark, stacks=self.has_stacks)

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

    def _draw_pieces(self, canvas: Canvas, picture: Picture, places: Mapping[str, Point]) -> None:
        """Ghosts of what the last move took, the pieces, and the way of the move: a long one lies under them."""
        effects, spots = picture.effects, picture.view.spots
        rim = self.board_of(picture.view).around
        way = [places[name] for name in effects.path] if effects else []
        is_under = self.has_stacks or bool(rim)
        if is_under:
            self._draw_last_move(canvas, way, is_push=bool(rim))
        group = ghosts(canvas)
        for name, stack in effects.removed.items() if effects else ():
            if not spots.get(name):
                self._draw_stack(canvas, group, stack, name, places[name])
        group = canvas.add("g", class_="b-pieces")
        for name in (*self._from_back(picture.view, places), *rim):
            if spots.get(name) or picture.size is None:
                self._draw_stack(canvas, group, spots.get(name, ()), name, places[name])
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

    def _draw_stack(self, canvas: Canvas, group: Element, stack: Stack, name: str, at: Point) -> None:
        self._pile_up(canvas, canvas.add("g", group, data_point=name, transform=_move_to(at)), stack)

    def _pile_up(self, canvas: Canvas, group: Element, stack: Stack) -> None:
        """Pieces that lie in rings stand on one height, others above each other, or as what they are together."""
        if "".join(stack) in self.together:
            canvas.use("".join(stack), (0, 0), group)
            return
        level, step = 0, self._lift(len(stack)) / max(1, len(stack) - 1)
        for piece in stack:
            canvas.use(piece, (0, -step * level), group)
            level += self.looks[piece].shape != "ring"
        if self.rise and len(stack) > 1:
            write_height(canvas, group, len(stack), self._lift(len(stack)))

    def lay_out(self, canvas: Canvas, within: Element, pool: Pool, at: Point, step: float, scale: float = 1.0) -> None:
        """What lies on a pile side by side, each stack `step` further; the page lays out what comes to it.

        Of more than `MOST_LAID_OUT` the first are shown.
        """
        lies: dict[str, str | float] = {
            "data_lies": _key_of(pool),
            "data_step": step,
            "data_scale": scale,
            "transform": _move_to(at),
        }
        group = canvas.add("g", within, **lies)
        for number_, stack in enumerate(pool.stacks[:MOST_LAID_OUT]):
            place_ = canvas.add("g", group, data_stack="".join(stack))
            place_.set("transform", f"translate({number(number_ * step)} 0) scale({number(scale)})")
            self._pile_up(canvas, place_, stack)

    def count_stacks(self, canvas: Canvas, within: Element, pool: Pool, at: Point) -> None:
        """The number of stacks on a pile."""
        row: dict[str, str | float] = {
            "data_pile": _key_of(pool),
            "data_held": STACKS,
            "data_count": pool.count,
            "transform": _move_to(at),
        }
        group = canvas.add("g", within, **row)
        _hide(group, not pool.count)
        canvas.text((0, 0), str(pool.count), group, class_="b-count", font_weight="700", fill="#1d1c1a")

    def mark_mover(self, canvas: Canvas, within: Element, view: View, seat: int, box: Box) -> None:
        """A bar that is seen while it is the turn of a seat."""
        place_ = dict(zip(("x", "y", "width", "height"), box, strict=True))
        bar = canvas.add("rect", within, class_="b-turn", data_seat=seat, fill="#0b6b63", **place_)
        _hide(bar, view.turn != seat)

    def _draw_piles(self, canvas: Canvas, picture: Picture, half: Point) -> None:
        """The seats' piles at the left, White's below, what belongs to nobody at the right."""
        group = canvas.add("g", class_="b-hand", font_size=12)
        for seat, right, below in ((0, False, True), (1, False, False), (None, True, True)):
            is_below = below is not (picture.flipped and seat is not None)
            x, y = half[0] - 34 if right else 14 - half[0], half[1] - 14 if is_below else 14 - half[1]
            row = -_ROW if is_below else _ROW
            side = canvas.add("g", group, class_="b-side", data_row=row, transform=_move_to((x, y)))
            shown = 0
            for pool in picture.view.pools:
                for held, piece, count in self._held(pool) if pool.seat == seat else ():
                    if count or picture.size is None:
                        self._draw_held(canvas, side, pool, (held, piece, count), row * shown)
                        shown += bool(count) or pool.name in self.shown_empty
            if seat is not None:
                y = half[1] - 3 if is_below else 1 - half[1]
                self.mark_mover(canvas, group, picture.view, seat, (4 - half[0], y, 34, 2.5))

    def _draw_held(self, canvas: Canvas, side: Element, pool: Pool, held: tuple[str, str, int], y: float) -> None:
        """How many of a piece lie on a pile; what is none is there for those to come."""
        which, piece, count = held
        key = _key_of(pool)
        row = canvas.add("g", side, data_pile=key, data_held=which, data_count=count, transform=_move_to((0, y)))
        if pool.name in self.shown_empty:
            row.set("data-stays", "")
        else:
            _hide(row, not count)
        icon = canvas.add("g", row, transform=f"scale({_ICON})")
        canvas.use(piece, (0, 0), icon)
        canvas.text((19, 0), str(count), row, class_="b-count", fill="#1d1c1a")

    def _held(self, pool: Pool) -> list[tuple[str, str, int]]:
        """What lies on a pile: for each kind that is counted there what counts (a piece, `EACH` or `STACKS`), the piece
        that stands for it, and how many there are.
        """
        if isinstance(pool.content, int):
            return [(EACH, self.counted_as(pool), pool.content)]
        if pool.name in self.whole:
            return [(STACKS, self.counted_as(pool), pool.count)]
        counts = Counter(piece for stack in pool.content for piece in stack)
        return [(piece, piece, counts[piece]) for piece in self.looks]

    def counted_as(self, pool: Pool) -> str:
        """The piece that stands for a pile of which only the number is shown: games with such piles say which."""
        raise KeyError(pool.name)

    # --- in words ------------------------------------------------------------------------------------------

    def describe(self, view: View, effects: Effects | None = None) -> list[Message]:
        """Whose turn it is, the last move, what stands where, what lies beside the board."""
        return [*self.tell_turn(view, effects), *self.tell_board(view), *self.tell_piles(view)]

    def tell_turn(self, view: View, effects: Effects | None) -> list[Message]:
        """Whose turn it is, and the last move."""
        told = [_GAME_OVER if view.turn is None else _TO_MOVE[view.turn]]
        if effects and effects.path:
            told += self.tell_last_move(effects)
        return told

    def tell_last_move(self, effects: Effects) -> list[Message]:
        """The points that the last move went over."""
        return [Message(_LAST, {"path": list(effects.path)})]

    def tell_board(self, view: View) -> list[Message]:
        """What stands where: stacks from the highest down, then each piece and its spots."""
        if not self.has_stacks:
            return self._tell_pieces(_LYING, view.spots)
        stacks = sorted(view.spots.items(), key=lambda each: -len(each[1]))
        alone = {spot: stack for spot, stack in view.spots.items() if len(stack) == 1}
        return [
            *(self._tell_stack(spot, stack) for spot, stack in stacks if len(stack) > 1),
            *self._tell_pieces(_SINGLE, alone),
        ]

    def _tell_pieces(self, words: str, stacks: Mapping[str, Stack]) -> list[Message]:
        found: dict[str, list[str]] = {}
        for spot, stack in stacks.items():
            named = "".join(stack)
            for piece in [named] if named in self.together else set(stack):
                found.setdefault(piece, []).append(spot)
        return [
            Message(words, {"piece": word, "spots": found[piece]})
            for piece, word in self._words_of_pieces.items()
            if piece in found
        ]

    @property
    def _words_of_pieces(self) -> dict[str, Message]:
        return dict(self.together) | {piece: look.word for piece, look in self.looks.items()}

    def _tell_stack(self, spot: str, stack: Stack) -> Message:
        words = {"spot": spot, "height": len(stack), "pieces": self.words_of(stack[::-1])}
        return Message(_STACK, words)

    def words_of(self, stack: Iterable[str]) -> list[Message]:
        """The names of some pieces: the one that they have together, else that of each."""
        pieces = list(stack)
        named = self.together.get("".join(pieces))
        return [named] if named else [self.looks[piece].word for piece in pieces]

    def tell_piles(self, view: View) -> list[Message]:
        """What lies beside the board."""
        return [self._tell_pile(pool) for pool in view.pools if pool.count]

    def summarize(self, view: View, seat: int) -> list[Message]:
        """What lies beside the board for a seat."""
        pools = [pool for pool in view.pools if pool.seat == seat and pool.count]
        return [
            Message(_("%(pile)s: %(pieces)s"), {"pile": self.piles[pool.name], "pieces": self._words(pool)})
            for pool in pools
        ]

    def _tell_pile(self, pool: Pool) -> Message:
        return Message(_HELD[pool.seat], {"pile": self.piles[pool.name], "pieces": self._words(pool)})

    def _words(self, pool: Pool) -> list[Message | int]:
        if isinstance(pool.content, int) or pool.name in self.whole:
            return [pool.count]
        return [
            Message(_COUNTED, {"count": count, "piece": self.looks[piece].word})
            for _which, piece, count in self._held(pool)
            if count
        ]

    def _words_to_follow(self, view: View, translate: Callable[[Message], str]) -> dict[str, object]:
        """The sentences of `describe` and of the points with names in braces for what changes."""
        lying, single = (_SINGLE if self.has_stacks else _LYING), {"spots": "{spots}"}
        words = {each: f"{{{each}}}" for each in ("spot", "height", "pieces")}
        return {
            "titles": [translate(Message(title, {"game": self.name})) for title in (*_TURNS, _OVER)],
            "pieces": {
                piece: translate(Message(lying, single | {"piece": word}))
                for piece, word in self._words_of_pieces.items()
            },
            "piles": {_key_of(pool): translate(self.sentence_of(pool)) for pool in view.pools},
            "stacked": {
                _key_of(pool): translate(sentence) for pool in view.pools if (sentence := self.sentence_of_stack(pool))
            },
            "counted": translate(Message(_COUNTED, {"count": "{count}", "piece": "{piece}"})),
            **{key: translate(Message(text, words)) for key, text in _OF_POINTS.items()},
            "comma": translate(Message(SEPARATOR)),
        }

    def sentence_of(self, pool: Pool) -> Message:
        """What is said of a pile, with `{pieces}` for what lies there."""
        return Message(_HELD[pool.seat], {"pile": self.piles[pool.name], "pieces": "{pieces}"})

    def sentence_of_stack(self, pool: Pool) -> Message | None:
        """What is said of each stack on a pile, with `{pieces}` from the top; None where no more than their number is.

        Boards with `Pile(whole=True)` may override it.
        """
        return None

    def _title(self, view: View) -> Message:
        return Message(_OVER if view.turn is None else _TURNS[view.turn], {"game": self.name})

    def _label(self, view: View, spot: str) -> Message:
        if spot not in view.spots:
            return Message(_DOT, {"spot": spot})
        stack = view.spots[spot]
        if not stack:
            return Message(_EMPTY, {"spot": spot})
        words = {"spot": spot, "height": len(stack), "pieces": self.words_of(stack[::-1] if self.has_stacks else stack)}
        return Message(_HIGH if self.has_stacks and len(stack) > 1 else _TAKEN, words)


@lru_cache(maxsize=64)  # every board that is whole, and the last ones of those that lose points
def _write_ground(drawn: DrawnBoard, board: Board, spots: tuple[str, ...], small: bool, flipped: bool) -> str:
    """The plate, what is on it, and the names of the points."""
    layout = drawn._layouts[board]
    places = layout.turned if flipped else layout.places

    def draw(canvas: Canvas) -> None:
        draw_plate(canvas, layout.corners)
        drawn.draw_ground(canvas, spots, board, places)
        if not small:
            above = ABOVE_STACKS if drawn.has_stacks else LABELS
            draw_names(canvas, name_places(board, places, above, level=drawn.level))

    return write_parts(draw)


def _key_of(pool: Pool) -> str:
    """How effects call a pile."""
    return pool.name if pool.seat is None else f"{pool.name}.{pool.seat}"


def _move_to(at: Point) -> str:
    return f"translate({number(at[0])} {number(at[1])})"


def _hide(element: Element, is_hidden: bool) -> None:
    if is_hidden:
        element.set("display", "none")
