"""A small hand with SVG: a tree of elements with a coordinate system, written as text at the end.

Lengths are user units; y grows downwards. Every shape has a class for board.css and, where it matters,
presentation attributes, so that the drawing also stands alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from html import escape

from gipf_engine.diagrams.base import Board, Picture
from gipf_engine.messages import Message

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width and height."""
Attribute = str | float
_NAME = "\0"
"""Stands for the name of a drawing in parts that are written before it: no text of a page has this sign."""


@lru_cache(maxsize=8192)  # the places of all boards, and what lies on them
def number(value: float) -> str:
    """A coordinate with at most two decimals, as short as can be."""
    return f"{round(value, 2) + 0.0:g}"


@lru_cache(maxsize=4096)
def _escaped(value: str) -> str:
    """A text as the value of an attribute."""
    return escape(value)


@cache
def _attribute(key: str) -> str:
    """The name of an attribute, from a word that Python takes."""
    return key.rstrip("_").replace("_", "-")


def points(corners: Iterable[Point]) -> str:
    """Corners as SVG writes them."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


class Element:
    """An element of a drawing. Attributes are written as soon as they are there, so that nothing is gone through twice:
    a page may wait for hundreds of them, and a game in play for a board with each turn.
    """

    __slots__ = ("_children", "_start", "_tag")

    def __init__(self, tag: str, attributes: Mapping[str, Attribute]) -> None:
        self._tag = tag
        self._start = f"<{tag}"
        self._children: list[Element | str] = []
        for name, value in attributes.items():
            self.set(name, value)

    def set(self, name: str, value: Attribute) -> None:
        """Write an attribute that it has not yet."""
        self._start += f' {name}="{_escaped(value) if isinstance(value, str) else number(value)}"'

    def append(self, child: Element) -> None:
        """Put an element into it, behind those that are there."""
        self._children.append(child)

    def append_text(self, text: str) -> None:
        """Put words into it."""
        self._children.append(escape(text, quote=False))

    def append_markup(self, markup: str) -> None:
        """Put in what was written before: parts that are the same in each drawing."""
        self._children.append(markup)

    def write(self) -> str:
        """The markup."""
        parts: list[str] = []
        self._write_to(parts)
        return "".join(parts)

    def write_children(self) -> str:
        """The markup of what is in it."""
        parts: list[str] = []
        self._write_children_to(parts)
        return "".join(parts)

    def _write_to(self, parts: list[str]) -> None:
        parts.append(self._start)
        if not self._children:
            parts.append(" />")
            return
        parts.append(">")
        self._write_children_to(parts)
        parts.append(f"</{self._tag}>")

    def _write_children_to(self, parts: list[str]) -> None:
        for child in self._children:
            if isinstance(child, str):
                parts.append(child)
            else:
                child._write_to(parts)


def make(tag: str, **attributes: Attribute) -> Element:
    """An element by itself; `class_` and `stroke_width` stand for class and stroke-width."""
    return Element(tag, {_attribute(key): value for key, value in attributes.items()})


class Canvas:
    """An `<svg>` that is being drawn. `name` is part of every id, so that drawings can share a page."""

    def __init__(self, classes: str, box: Box, seed: str, width: int | None) -> None:
        self.name = "b" + sha256(seed.encode()).hexdigest()[:8]
        self.root = Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "class": classes,
                "viewBox": " ".join(map(number, box)),
                "direction": "ltr",
                "font-family": "system-ui, sans-serif",
            },
        )
        if width is not None:
            self.root.set("width", width)
            self.root.set("height", round(width * box[3] / box[2]))
        self._defs: Element | None = None
        self._defined: dict[str, Element] = {}
        self._light: str | None = None

    def tell(self, title: str, text: Sequence[str], *, group: bool) -> None:
        """Name the drawing for those who do not see it; `text` may be empty. A group has parts with own names."""
        self.root.set("role", "group" if group else "img")
        self.root.set("aria-labelledby", f"{self.name}-title")
        self.add("title", id=f"{self.name}-title").append_text(title)
        if text:
            self.root.set("aria-describedby", f"{self.name}-text")
            self.add("desc", id=f"{self.name}-text").append_text(" ".join(text))

    def add(self, tag: str, within: Element | None = None, **attributes: Attribute) -> Element:
        """A new element, with attributes as `make` takes them."""
        added = make(tag, **attributes)
        (self.root if within is None else within).append(added)
        return added

    def text(self, at: Point, words: str, within: Element | None = None, **attributes: Attribute) -> Element:
        """Text centred on a point."""
        x, y = at
        written = self.add("text", within, x=x, y=y, text_anchor="middle", dominant_baseline="central", **attributes)
        written.append_text(words)
        return written

    def symbol(self, key: str) -> Element | None:
        """A group to draw into for later `use`; None when it was drawn before."""
        if key in self._defined:
            return None
        if self._defs is None:
            self._defs = self.add("defs")
        self._defined[key] = self.add("g", self._defs, id=f"{self.name}-{key}")
        return self._defined[key]

    def light(self) -> str:
        """What a fill calls a soft light from above the left, drawn over a face in its own shape."""
        if self._light is None:
            if self._defs is None:
                self._defs = self.add("defs")
            self._light = f"url(#{self.name}-light)"
            gradient = self.add("radialGradient", self._defs, id=f"{self.name}-light", cx=0.35, cy=0.25, r=0.8)
            for at, colour, strength in (("0", "#fff", 0.5), (".5", "#fff", 0), ("1", "#000", 0.22)):
                self.add("stop", gradient, offset=at, stop_color=colour, stop_opacity=strength)
        return self._light

    def use(self, key: str, at: Point, within: Element | None = None) -> Element:
        """Put a symbol at a point."""
        return self.add("use", within, href=f"#{self.name}-{key}", x=at[0], y=at[1])

    def serialize(self) -> str:
        """The markup."""
        return self.root.write().replace(_NAME, self.name)


def begin_board(board: Board, picture: Picture, game: str, box: Box, name: Message) -> Canvas:
    """A canvas for a board of `game`, with its name and, where it is large, what is on it in words."""
    classes = f"board board-{game} board-small" if picture.small else f"board board-{game}"
    width = picture.size if isinstance(picture.size, int) else None
    canvas = Canvas(classes, box, repr(picture), width)
    messages = [] if picture.small else board.describe(picture.view, picture.effects)
    canvas.tell(picture.translate(name), [picture.translate(each) for each in messages], group=picture.interactive)
    return canvas


def write_parts(draw: Callable[[Canvas], None]) -> str:
    """The markup of what is the same in many drawings; it goes into them by `append_markup`.

    Where it has a name in it, that of its symbols, it gets the name of each drawing that it goes into.
    """
    canvas = Canvas("", (0, 0, 0, 0), "", None)
    canvas.name = _NAME
    draw(canvas)
    return canvas.root.write_children()
