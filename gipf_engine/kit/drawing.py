"""A board of any game on the kit, drawn and described from how its pieces look and what they are called."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

from gipf_engine.diagrams import base
from gipf_engine.diagrams.base import Picture
from gipf_engine.diagrams.canvas import Canvas, Element, Point, begin_board, number
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
from gipf_engine.messages import SEPARATOR, Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Effects, Pool, Stack, View

UNIT = 40
"""Between neighbouring points."""
_REACH, _LAYER, _LABELS, _MARGIN = 17.5, 6, 26, 34
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
_COUNTED = _("%(count)s × %(piece)s")
_HELD = {0: _("White, %(pile)s: %(pieces)s."), 1: _("Black, %(pile)s: %(pieces)s."), None: _("%(pile)s: %(pieces)s.")}


@dataclass(frozen=True, slots=True)
class Look:
    """How a piece looks, and its name in words. `paint` is part of its class in board.css: `piece-white`."""

    shape: Literal["disc", "ring"]
    paint: str
    fill: str
    stroke: str
    word: Message
    radius: float = 13.0


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the points of a board lie, and the box around them."""

    places: Mapping[str, Point]
    turned: Mapping[str, Point]
    half: Point
    corners: Sequence[Point]


class DrawnBoard(base.Board):
    """What a game's drawing derives from. `has_lines`: lines through the points, else a ring for each point there is.

    `looks`: its pieces by letter. `piles`: what each pile is called in words.
    """

    follows_effects = True
    game: ClassVar[str]
    name: ClassVar[Message]
    has_lines: ClassVar[bool] = True
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
        width, height = (half + (_MARGIN / 2 if picture.small else _MARGIN) for half in layout.half)
        canvas = begin_board(
            self, picture, f"{self.game} {self.ground}", (-width, -height, 2 * width, 2 * height), self._title(view)
        )
        if picture.size is None:
            canvas.root.set("data-layer", _LAYER)
            canvas.root.set(
                "data-sentences", json.dumps(self._words_to_follow(view, picture.translate), ensure_ascii=False)
            )
        self._define_pieces(canvas, picture)
        draw_plate(canvas, layout.corners)
        self._draw_ground(canvas, view, board, places)
        if not picture.small:
            draw_names(canvas, _name_places(board, places))
            self._draw_piles(canvas, picture, (width, height))
        self._draw_pieces(canvas, picture, places)
        there = {name: places[name] for name in view.spots}
        draw_targets(canvas, picture, there)
        boxes = {name: (x - _REACH, y - _REACH, 2 * _REACH, 2 * _REACH) for name, (x, y) in there.items()}
        draw_hits(canvas, picture, boxes, there, lambda name: picture.translate(self._label(view, name)))
        return canvas.serialize()

    @cached_property
    def _layouts(self) -> _Layouts:
        return _Layouts()

    def _define_pieces(self, canvas: Canvas, picture: Picture) -> None:
        for piece, look in self.looks.items():
            symbol = canvas.symbol(piece)
            assert symbol is not None
            symbol.set("data-piece", piece)
            if picture.size is None:
                symbol.set("data-word", picture.translate(look.word))
            if look.shape == "ring":
                symbol.set("data-flat", "")
            _draw_piece(canvas, symbol, look)

    def _draw_ground(self, canvas: Canvas, view: View, board: Board, places: Mapping[str, Point]) -> None:
        if self.has_lines:
            draw_lines(canvas, [(places[line[0]], places[line[-1]]) for line in board.lines])
            return
        group = canvas.add("g", class_="b-spot", fill="#fbfaf7", stroke="#6b665d", stroke_width=3)
        for name in view.spots:
            x, y = places[name]
            canvas.add("circle", group, data_point=name, cx=x, cy=y, r=UNIT / 2 - 2.5)

    def _draw_pieces(self, canvas: Canvas, picture: Picture, places: Mapping[str, Point]) -> None:
        """Ghosts of what the last move took, the pieces, and the way of the move."""
        effects, spots = picture.effects, picture.view.spots
        group = ghosts(canvas)
        for name, stack in effects.removed.items() if effects else ():
            if not spots.get(name):
                self._draw_stack(canvas, group, stack, name, places[name])
        group = canvas.add("g", class_="b-pieces")
        for name in sorted(spots, key=lambda name: places[name][1]):
            if spots[name] or picture.size is None:
                self._draw_stack(canvas, group, spots[name], name, places[name])
        group = canvas.add("g", class_="b-last")
        if effects and len(effects.path) > 1:
            draw_way(canvas, [places[name] for name in effects.path], arrow_short_of_end=_SHORT, within=group)
        elif effects and effects.path:
            x, y = places[effects.path[0]]
            canvas.add(
                "circle", group, class_="b-ring", cx=x, cy=y, r=_REACH, fill="none", stroke="#0b6b63", stroke_width=2.5
            )

    def _draw_stack(self, canvas: Canvas, group: Element, stack: Stack, name: str, at: Point) -> None:
        """Pieces that lie in rings stand on one height, others above each other."""
        there = canvas.add("g", group, data_point=name, transform=_move_to(at))
        level = 0
        for piece in stack:
            canvas.use(piece, (0, -_LAYER * level), there)
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
                    if count or picture.size is None:
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
        told = [_GAME_OVER if view.turn is None else _TO_MOVE[view.turn]]
        if effects and effects.path:
            told.append(Message(_LAST, {"path": list(effects.path)}))
        for piece, look in self.looks.items():
            spots = [spot for spot, stack in view.spots.items() if piece in stack]
            if spots:
                told.append(Message(_LYING, {"piece": look.word, "spots": spots}))
        return [*told, *(self._tell_pile(pool) for pool in view.pools if pool.count)]

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
        return Message(_TAKEN, {"spot": spot, "pieces": [self.looks[each].word for each in stack]})


class _Layouts(dict[Board, Layout]):
    """Layouts by board, made when first asked for."""

    def __missing__(self, board: Board) -> Layout:
        raw = {name: place(column, row, UNIT) for name, (column, row) in board.places.items()}
        xs, ys = zip(*raw.values(), strict=True)
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        places = {name: (x - middle[0], y - middle[1]) for name, (x, y) in raw.items()}
        half = max(xs) - middle[0] + _LABELS, max(ys) - middle[1] + _LABELS
        self[board] = Layout(places, turn(places), half, _hull(places.values()))
        return self[board]


def _hull(places: Iterable[Point]) -> list[Point]:
    """The outer corners of some places, a little outside of them."""
    points = sorted({(round(x * 1.08, 2), round(y * 1.08, 2)) for x, y in places})
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


def _name_places(board: Board, places: Mapping[str, Point]) -> dict[str, Point]:
    """Labels below the lowest point of each column and above the highest."""
    found = {}
    for column in board.columns:
        for name in (column[0], column[-1]):
            x, y = places[name]
            found[name] = x, y + (_LABELS if y >= 0 else -_LABELS)
    return found


def _move_to(at: Point) -> str:
    return f"translate({number(at[0])} {number(at[1])})"


def _hide(element: Element, is_hidden: bool) -> None:
    if is_hidden:
        element.set("display", "none")


def _draw_piece(canvas: Canvas, group: Element, look: Look) -> None:
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
