"""A board of any game on the kit, drawn and described from how its pieces look and what they are called."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar, Literal

from gipf_engine.diagrams import base
from gipf_engine.diagrams.base import Picture
from gipf_engine.diagrams.canvas import Box, Canvas, Element, Point, begin_board, number, write_parts
from gipf_engine.diagrams.shapes import (
    draw_hits,
    draw_lines,
    draw_names,
    draw_plate,
    draw_targets,
    draw_way,
    ghosts,
    place,
    turn,
)
from gipf_engine.kit.board import Board
from gipf_engine.kit.slabs import ABOVE_STACKS, draw_feet, draw_slab
from gipf_engine.messages import SEPARATOR, Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Effects, Pool, Stack, View

_REACH, _LABELS = 17.5, 26
_SHORT = 14
"""Of the last place, where the arrow of the last move ends."""
_ICON, _ROW = 0.55, 19
"""The size of a piece beside the board, beside one on it, and the height of its row."""
EACH, STACKS = "*", "="
"""What is counted on a pile instead of one kind of piece: each piece, each stack."""
_TURNS = (_("%(game)s board, White is to move"), _("%(game)s board, Black is to move"))
_OVER = _("%(game)s board, the game is over")
_TO_MOVE = (Message(_("White is to move.")), Message(_("Black is to move.")))
_GAME_OVER = Message(_("The game is over."))
_LAST, _LYING = _("Last move: %(path)s."), _("%(piece)s: %(spots)s.")
_EMPTY, _TAKEN = _("%(spot)s: empty"), _("%(spot)s: %(pieces)s")
_ALONE, _STANDING = (
    _("Single pieces, %(piece)s: %(spots)s."),
    _("On %(spot)s, %(height)s high, from the top: %(pieces)s."),
)
_STACKED = _("%(spot)s: %(height)s high, from the top %(pieces)s")
_COUNTED = _("%(count)s × %(piece)s")
_HELD = {0: _("White, %(pile)s: %(pieces)s."), 1: _("Black, %(pile)s: %(pieces)s."), None: _("%(pile)s: %(pieces)s.")}


@dataclass(frozen=True, slots=True)
class Look:
    """How a piece looks, and its name in words. `paint` is part of its class in board.css: `piece-white`.

    A slab is seen from the side at an angle: `stroke` is the colour of its band, `letter` stands on its face, and
    `dashes` of the colour `mark` tell it apart without its paint ("" for none).
    """

    shape: Literal["disc", "ring", "slab"]
    paint: str
    fill: str
    stroke: str
    word: Message
    radius: float = 13.0
    letter: str = ""
    mark: str = ""
    dashes: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the points of a board lie, and the box around them."""

    places: Mapping[str, Point]
    turned: Mapping[str, Point]
    half: Point
    corners: Sequence[Point]


class DrawnBoard(base.Board):
    """What a game's drawing derives from. `has_lines`: lines through the points, else a ring for each point there is.

    `has_stacks`: pieces stand on each other and are told from the top. `looks`: its pieces by letter. `piles`: what
    each pile is called in words.
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
    margin: ClassVar[float] = 34
    """Around the labels of the points, where the piles lie."""
    plate: ClassVar[float] = 1.08
    """How much larger than the points it is."""
    ground: ClassVar[str] = "board-black-white"
    """The class in board.css of the board's colours."""
    looks: ClassVar[Mapping[str, Look]]
    piles: ClassVar[Mapping[str, Message]]
    whole: ClassVar[frozenset[str]] = frozenset()
    """The piles of which the stacks are counted, and not their pieces."""

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
        width, height = (half + (self.margin / 2 if picture.small else self.margin) for half in layout.half)
        classes = f"{self.game} {self.ground}".rstrip()
        canvas = begin_board(self, picture, classes, (-width, -height, 2 * width, 2 * height), self._title(view))
        if self._can_follow(picture):
            canvas.root.set("data-layer", number(self.layer))
            canvas.root.set(
                "data-sentences", json.dumps(self._words_to_follow(view, picture.translate), ensure_ascii=False)
            )
        self._define_pieces(canvas, picture)
        canvas.root.append_markup(_write_ground(self, board, tuple(view.spots), picture.small, picture.flipped))
        if not picture.small:
            self._draw_piles(canvas, picture, (width, height))
        self._draw_pieces(canvas, picture, places)
        there = {name: places[name] for name in self._from_back(view, places)}
        dots = {name: self._dot(view.spots[name], at) for name, at in there.items()}
        draw_targets(canvas, picture, dots)
        boxes = {name: self._box(view.spots[name], at) for name, at in there.items()}
        draw_hits(canvas, picture, boxes, dots, lambda name: picture.translate(self._label(view, name)))
        return canvas.serialize()

    @cached_property
    def _layouts(self) -> _Layouts:
        return _Layouts(self.unit, self.plate)

    def _can_follow(self, picture: Picture) -> bool:
        return self.follows_effects and picture.size is None

    def _define_pieces(self, canvas: Canvas, picture: Picture) -> None:
        for piece, look in self.looks.items():
            symbol = canvas.symbol(piece)
            assert symbol is not None
            symbol.set("data-piece", piece)
            if self._can_follow(picture):
                symbol.set("data-word", picture.translate(look.word))
            if look.shape == "ring":
                symbol.set("data-flat", "")
            _draw_piece(canvas, symbol, look)

    def _from_back(self, view: View, places: Mapping[str, Point]) -> list[str]:
        """The order of drawing: stacks in front hide a little of those behind."""
        return sorted(view.spots, key=lambda name: places[name][1])

    def _box(self, stack: Stack, at: Point) -> Box:
        """What is hit for a stack, from its top to its foot."""
        lift = self.layer * max(0, len(stack) - 1)
        return at[0] - _REACH, at[1] - _REACH - lift, 2 * _REACH, 2 * _REACH + lift

    def _dot(self, stack: Stack, at: Point) -> Point:
        """Where the dot of a target goes: to the rim of a face with a letter, so that it is seen."""
        if not stack or not self.looks[stack[-1]].letter:
            return at
        return at[0] + self.looks[stack[-1]].radius, at[1] - self.layer * len(stack)

    def draw_ground(self, canvas: Canvas, spots: Sequence[str], board: Board, places: Mapping[str, Point]) -> None:
        """What lies under the pieces: lines, under stacks with a small ring for each point, else rings alone."""
        if self.has_lines:
            draw_lines(canvas, [(places[line[0]], places[line[-1]]) for line in board.lines])
            if not self.has_stacks:
                return
        radius, colour, width = (4, "#a8a294", 1.1) if self.has_lines else (self.unit / 2 - 2.5, "#6b665d", 3)
        group = canvas.add("g", class_="b-spot", fill="#fbfaf7", stroke=colour, stroke_width=width)
        for name in spots:
            x, y = places[name]
            canvas.add("circle", group, data_point=name, cx=x, cy=y, r=radius)

    def _draw_pieces(self, canvas: Canvas, picture: Picture, places: Mapping[str, Point]) -> None:
        """Ghosts of what the last move took, the pieces, and the way of the move."""
        effects, spots = picture.effects, picture.view.spots
        way = [places[name] for name in effects.path] if effects else []
        if way and self.has_stacks:  # which are not hidden by it
            draw_feet(canvas, way)
        removed = effects.removed if effects else {}
        group = ghosts(canvas) if removed or self._can_follow(picture) else None
        for name, stack in removed.items():
            if group is not None and not spots.get(name):
                self._draw_stack(canvas, group, stack, name, places[name])
        group = canvas.add("g", class_="b-pieces")
        for name in self._from_back(picture.view, places):
            if spots[name] or self._can_follow(picture):
                self._draw_stack(canvas, group, spots[name], name, places[name])
        group = canvas.add("g", class_="b-last")
        if way and not self.has_stacks:
            _draw_last_move(canvas, group, way)

    def _draw_stack(self, canvas: Canvas, group: Element, stack: Stack, name: str, at: Point) -> None:
        """Pieces that lie in rings stand on one height, others above each other."""
        there = canvas.add("g", group, data_point=name, transform=_move_to(at))
        if self.has_stacks:
            there.set("class", "b-stack")
        level = 0
        for piece in stack:
            canvas.use(piece, (0, -self.layer * level), there)
            level += self.looks[piece].shape != "ring"

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
                    if count or self._can_follow(picture):
                        self._draw_held(canvas, side, pool, (held, piece, count), row * shown)
                        shown += bool(count)
            if seat is not None:
                y = half[1] - 3 if is_below else 1 - half[1]
                bar = canvas.add(
                    "rect",
                    group,
                    class_="b-turn",
                    data_seat=seat,
                    x=4 - half[0],
                    y=y,
                    width=34,
                    height=2.5,
                    fill="#0b6b63",
                )
                _hide(bar, picture.view.turn != seat)

    def _draw_held(self, canvas: Canvas, side: Element, pool: Pool, held: tuple[str, str, int], y: float) -> None:
        """How many of a piece lie on a pile; what is none is there for those to come."""
        which, piece, count = held
        key = pool.name if pool.seat is None else f"{pool.name}.{pool.seat}"
        row = canvas.add("g", side, data_pile=key, data_held=which, data_count=count, transform=_move_to((0, y)))
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
            *self._tell_pieces(_ALONE, alone),
        ]

    def _tell_pieces(self, words: str, stacks: Mapping[str, Stack]) -> list[Message]:
        found = {piece: [spot for spot, stack in stacks.items() if piece in stack] for piece in self.looks}
        return [
            Message(words, {"piece": look.word, "spots": found[piece]})
            for piece, look in self.looks.items()
            if found[piece]
        ]

    def _tell_stack(self, spot: str, stack: Stack) -> Message:
        return Message(_STANDING, {"spot": spot, "height": len(stack), "pieces": self.words_of(stack[::-1])})

    def words_of(self, stack: Iterable[str]) -> list[Message]:
        """The names of some pieces."""
        return [self.looks[piece].word for piece in stack]

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
        piles = {
            pool.name if pool.seat is None else f"{pool.name}.{pool.seat}": Message(
                _HELD[pool.seat], {"pile": self.piles[pool.name], "pieces": "{pieces}"}
            )
            for pool in view.pools
        }
        pieces = {
            piece: Message(_LYING, {"piece": look.word, "spots": "{spots}"}) for piece, look in self.looks.items()
        }
        return {
            "titles": [translate(Message(title, {"game": self.name})) for title in (*_TURNS, _OVER)],
            "moves": [translate(each) for each in (*_TO_MOVE, _GAME_OVER)],
            "last": translate(Message(_LAST, {"path": "{path}"})),
            "pieces": {piece: translate(each) for piece, each in pieces.items()},
            "piles": {key: translate(each) for key, each in piles.items()},
            "counted": translate(Message(_COUNTED, {"count": "{count}", "piece": "{piece}"})),
            "empty": translate(Message(_EMPTY, {"spot": "{spot}"})),
            "taken": translate(Message(_TAKEN, {"spot": "{spot}", "pieces": "{pieces}"})),
            "comma": translate(Message(SEPARATOR)),
        }

    def _title(self, view: View) -> Message:
        return Message(_OVER if view.turn is None else _TURNS[view.turn], {"game": self.name})

    def _label(self, view: View, spot: str) -> Message:
        stack = view.spots[spot]
        if not stack:
            return Message(_EMPTY, {"spot": spot})
        words = {"spot": spot, "height": len(stack), "pieces": self.words_of(stack[::-1] if self.has_stacks else stack)}
        return Message(_STACKED if self.has_stacks and len(stack) > 1 else _TAKEN, words)


class _Layouts(dict[Board, Layout]):
    """Layouts by board, made when first asked for."""

    def __init__(self, unit: float, plate: float) -> None:
        super().__init__()
        self._unit, self._plate = unit, plate

    def __missing__(self, board: Board) -> Layout:
        raw = {name: place(column, row, self._unit) for name, (column, row) in board.places.items()}
        xs, ys = zip(*raw.values(), strict=True)
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        places = {name: (x - middle[0], y - middle[1]) for name, (x, y) in raw.items()}
        half = max(xs) - middle[0] + _LABELS, max(ys) - middle[1] + _LABELS
        self[board] = Layout(places, turn(places), half, _hull(places.values(), self._plate))
        return self[board]


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


def _name_places(board: Board, places: Mapping[str, Point], above: float) -> dict[str, Point]:
    """Labels below the lowest point of each column and above the highest, where a stack does not reach."""
    found = {}
    for column in board.columns:
        for name in (column[0], column[-1]):
            x, y = places[name]
            found[name] = x, y + (_LABELS if y >= 0 else -above)
    return found


@lru_cache(maxsize=64)  # every board that is whole, and the last ones of those that lose points
def _write_ground(drawn: DrawnBoard, board: Board, spots: tuple[str, ...], small: bool, flipped: bool) -> str:
    """The plate, what is on it, and the names of the points."""
    layout = drawn._layouts[board]
    places = layout.turned if flipped else layout.places

    def draw(canvas: Canvas) -> None:
        draw_plate(canvas, layout.corners)
        drawn.draw_ground(canvas, spots, board, places)
        if not small:
            draw_names(canvas, _name_places(board, places, ABOVE_STACKS if drawn.has_stacks else _LABELS))

    return write_parts(draw)


def _draw_last_move(canvas: Canvas, group: Element, way: Sequence[Point]) -> None:
    if len(way) > 1:
        draw_way(canvas, way, arrow_short_of_end=_SHORT, within=group)
        return
    (x, y), width = way[0], 2.5
    canvas.add(
        "circle", group, class_="b-ring", cx=x, cy=y, r=_REACH, fill="none", stroke="#0b6b63", stroke_width=width
    )


def _move_to(at: Point) -> str:
    return f"translate({number(at[0])} {number(at[1])})"


def _hide(element: Element, is_hidden: bool) -> None:
    if is_hidden:
        element.set("display", "none")


def _draw_piece(canvas: Canvas, group: Element, look: Look) -> None:
    if look.shape == "slab":
        draw_slab(canvas, group, look)
        return
    if look.shape == "ring":
        _draw_ring(canvas, group, look)
        return
    paint = {"class_": f"piece-{look.paint} p-face", "fill": look.fill, "stroke": look.stroke}
    canvas.add("circle", group, r=look.radius, stroke_width=1.2, **paint)


def _draw_ring(canvas: Canvas, group: Element, look: Look) -> None:
    """A thick circle between two thin ones, so that it is seen on any ground."""
    for width, colour, part in ((5.5, look.stroke, "p-circle-edge"), (3.5, look.fill, "p-circle")):
        canvas.add(
            "circle",
            group,
            class_=f"piece-{look.paint} {part}",
            r=look.radius,
            fill="none",
            stroke=colour,
            stroke_width=width,
        )
