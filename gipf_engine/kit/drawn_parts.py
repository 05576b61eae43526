"""What is the same in many drawings of a board, written once: its ground, its symbols, a stack, a row of a pile.

A part is kept by what it shows, never by the position that it is in: there are few of them, and a board has sixty.
Where it has the drawing's name in it, `write_parts` leaves a place for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache

from gipf_engine.diagrams.canvas import Box, Canvas, Element, Point, make, number, write_parts
from gipf_engine.diagrams.shapes import draw_names, draw_plate
from gipf_engine.kit.board import Board
from gipf_engine.kit.layout import LABELS, name_places
from gipf_engine.kit.measures import MeasuredBoard
from gipf_engine.kit.pieces import REACH, draw_coins, draw_mark, draw_piece
from gipf_engine.kit.slabs import ABOVE_STACKS, write_height
from gipf_engine.messages import Message
from gipf_engine.rules.base import Pool, Stack

_ICON = 0.55
"""The size of a piece beside the board, beside one on it."""
PileKey = tuple[str, int | None]
"""The name of a pile, and whose it is."""


@lru_cache(maxsize=64)  # every board that is whole, and the last ones of those that lose points
def write_ground(drawn: MeasuredBoard, board: Board, spots: tuple[str, ...], small: bool, flipped: bool) -> str:
    """The plate, what is on it, and the names of the points."""
    layout = drawn.layouts[board]
    places = layout.turned if flipped else layout.places

    def draw(canvas: Canvas) -> None:
        draw_plate(canvas, layout.corners)
        drawn.draw_ground(canvas, spots, board, places)
        if not small:
            above = ABOVE_STACKS if drawn.has_stacks else LABELS
            draw_names(canvas, name_places(board, places, above, level=drawn.level))

    return write_parts(draw)


# --- pieces ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)  # every game, in three languages
def write_symbols(drawn: MeasuredBoard, words: tuple[str, ...]) -> str:
    """The symbols of all pieces, and of what marks the ends of the last move.

    `words`: what the pieces are called, then those that have a name together; none where a drawing does not tell.
    """
    told = dict(zip((*drawn.looks, *drawn.together), words, strict=bool(words)))

    def draw(canvas: Canvas) -> None:
        for piece, look in drawn.looks.items():
            symbol = _add_piece(canvas, piece, told)
            if look.shape == "ring":
                symbol.set("data-flat", "")
            if look.letter:
                symbol.set("data-dot", look.radius)
            draw_piece(canvas, symbol, look)
        for stack in drawn.together:
            symbol, middle = _add_piece(canvas, stack, told), drawn.layer / 2
            draw_coins(canvas, symbol, drawn.looks[stack[0]], (middle - 0.5, -middle - 0.5))
        for mark in ("from", "to") if drawn.has_stacks else ("to",):
            symbol = _add_symbol(canvas, mark)
            symbol.set("data-mark", mark)
            draw_mark(canvas, symbol, mark, stacks=drawn.has_stacks)

    return write_parts(draw)


def _add_symbol(canvas: Canvas, key: str) -> Element:
    symbol = canvas.symbol(key)
    assert symbol is not None
    return symbol


def _add_piece(canvas: Canvas, piece: str, words: Mapping[str, str]) -> Element:
    symbol = _add_symbol(canvas, piece)
    symbol.set("data-piece", piece)
    if piece in words:
        symbol.set("data-word", words[piece])
    return symbol


@lru_cache(maxsize=4096)  # the stacks that come up in some games of each kind
def write_stack(drawn: MeasuredBoard, stack: Stack) -> str:
    """Pieces that lie in rings stand on one height, others above each other, or as what they are together."""

    def draw(canvas: Canvas) -> None:
        if "".join(stack) in drawn.together:
            canvas.use("".join(stack), (0, 0))
            return
        level, step = 0, drawn.lift(len(stack)) / max(1, len(stack) - 1)
        for piece in stack:
            canvas.use(piece, (0, -step * level))
            level += drawn.looks[piece].shape != "ring"
        if drawn.rise and len(stack) > 1:
            write_height(canvas, canvas.root, len(stack), drawn.lift(len(stack)))

    return write_parts(draw)


@lru_cache(maxsize=2048)  # the points of all boards, from both sides
def begin_point(name: str, at: Point) -> str:
    """The group for what stands on a point, as far as its attributes."""
    return f'<g data-point="{name}" transform="{move_to(at)}"'


# --- beside the board -----------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)  # the counts of each kind of piece on each pile, in the rows that it may come to
def write_row(key: str, held: tuple[str, str, int], y: float, stays: bool) -> str:
    """How many of a piece lie on a pile; what is none is there for those to come. `stays`: it is seen even then."""
    which, piece, count = held

    def draw(canvas: Canvas) -> None:
        row = canvas.add("g", data_pile=key, data_held=which, data_count=count, transform=move_to((0, y)))
        if stays:
            row.set("data-stays", "")
        else:
            hide(row, not count)
        icon = canvas.add("g", row, transform=f"scale({_ICON})")
        canvas.use(piece, (0, 0), icon)
        canvas.text((19, 0), str(count), row, class_="b-count", fill="#1d1c1a")

    return write_parts(draw)


@lru_cache(maxsize=256)  # two or four of each board, seen or not
def write_bar(seat: int, box: Box, is_hidden: bool) -> str:
    """A bar that is seen while it is the turn of a seat."""
    x, y, width, height = box
    bar = make("rect", class_="b-turn", data_seat=seat, fill="#0b6b63", x=x, y=y, width=width, height=height)
    hide(bar, is_hidden)
    return bar.write()


# --- what a page needs to go on -------------------------------------------------------------------------------


def follow(drawn: MeasuredBoard, canvas: Canvas, board: Board, sentences: str) -> None:
    """Tell the page how this board is drawn, and the words to say what stands there."""
    values = {"layer": drawn.layer, "short": drawn.short, "reach": REACH, "rise": drawn.rise}
    for name, value in values.items():
        canvas.root.set(f"data-{name}", value)
    if drawn.has_stacks:
        canvas.root.set("data-stacks", "")
    if board.rim:
        canvas.root.set("data-rim", "")
    if drawn.legs:
        canvas.root.set("data-legs", drawn.legs)
    canvas.root.set("data-sentences", sentences)


@lru_cache(maxsize=64)  # the piles of each game
def messages_to_follow(drawn: MeasuredBoard, piles: tuple[PileKey, ...]) -> tuple[Message, ...]:
    """The sentences that `write_sentences` takes in the reader's words."""
    return tuple(_each_message(_sentences(drawn, piles)))


@lru_cache(maxsize=64)  # every game, in three languages
def write_sentences(drawn: MeasuredBoard, piles: tuple[PileKey, ...], words: tuple[str, ...]) -> str:
    """The sentences with braces as JSON."""
    left = iter(words)
    return json.dumps(_sentences(drawn, piles), ensure_ascii=False, default=lambda _message: next(left))


def _sentences(drawn: MeasuredBoard, piles: tuple[PileKey, ...]) -> Mapping[str, object]:
    return drawn.sentences_to_follow([Pool(name, seat, 0) for name, seat in piles])


def _each_message(sentences: object) -> Iterator[Message]:
    """In the order in which JSON asks for them."""
    if isinstance(sentences, Message):
        yield sentences
    elif isinstance(sentences, dict | list):
        for each in sentences.values() if isinstance(sentences, dict) else sentences:
            yield from _each_message(each)


def move_to(at: Point) -> str:
    """As a `transform`."""
    return f"translate({number(at[0])} {number(at[1])})"


def hide(element: Element, is_hidden: bool) -> None:
    """Draw it only for those to come."""
    if is_hidden:
        element.set("display", "none")
