"""A small hand with SVG: an element tree with a coordinate system, written as text at the end.

Lengths are user units; y grows downwards. Every shape has a class for board.css and, where it matters,
presentation attributes, so that the drawing also stands alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from xml.etree.ElementTree import Element, SubElement, tostring

from engine.diagrams.base import Board, Picture
from engine.messages import Message

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width and height."""
Attribute = str | float


@lru_cache(maxsize=8192)  # the places of all boards, and what lies on them
def number(value: float) -> str:
    """A coordinate with at most two decimals, as short as can be."""
    return f"{round(value, 2) + 0.0:g}"


@cache
def _attribute(key: str) -> str:
    """The name of an attribute, from a word that Python takes."""
    return key.rstrip("_").replace("_", "-")


def points(corners: Iterable[Point]) -> str:
    """Corners as SVG writes them."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


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
            self.root.set("width", str(width))
            self.root.set("height", str(round(width * box[3] / box[2])))
        self._defs: Element | None = None
        self._defined: dict[str, Element] = {}

    def tell(self, title: str, text: Sequence[str], *, group: bool) -> None:
        """Name the drawing for those who do not see it; `text` may be empty. A group has parts with own names."""
        self.root.set("role", "group" if group else "img")
        self.root.set("aria-labelledby", f"{self.name}-title")
        self.add("title", id=f"{self.name}-title").text = title
        if text:
            self.root.set("aria-describedby", f"{self.name}-text")
            self.add("desc", id=f"{self.name}-text").text = " ".join(text)

    def add(self, tag: str, within: Element | None = None, **attributes: Attribute) -> Element:
        """A new element; `class_` and `stroke_width` stand for class and stroke-width."""
        written = {
            _attribute(key): value if isinstance(value, str) else number(value) for key, value in attributes.items()
        }
        return SubElement(self.root if within is None else within, tag, written)

    def text(self, at: Point, words: str, within: Element | None = None, **attributes: Attribute) -> Element:
        """Text centred on a point."""
        x, y = at
        written = self.add("text", within, x=x, y=y, text_anchor="middle", dominant_baseline="central", **attributes)
        written.text = words
        return written

    def symbol(self, key: str) -> Element | None:
        """A group to draw into for later `use`; None when it was drawn before."""
        if key in self._defined:
            return None
        if self._defs is None:
            self._defs = self.add("defs")
        self._defined[key] = self.add("g", self._defs, id=f"{self.name}-{key}")
        return self._defined[key]

    def use(self, key: str, at: Point, within: Element | None = None) -> Element:
        """Put a symbol at a point."""
        return self.add("use", within, href=f"#{self.name}-{key}", x=at[0], y=at[1])

    def serialize(self) -> str:
        """The markup."""
        return tostring(self.root, encoding="unicode")


def begin_board(board: Board, picture: Picture, game: str, box: Box, name: Message) -> Canvas:
    """A canvas for a board of `game`, with its name and, where it is large, what is on it in words."""
    classes = f"board board-{game} board-small" if picture.small else f"board board-{game}"
    width = picture.size if isinstance(picture.size, int) else None
    canvas = Canvas(classes, box, repr(picture), width)
    told = [] if picture.small else board.describe(picture.view, picture.effects)
    canvas.tell(picture.translate(name), [picture.translate(each) for each in told], group=picture.interactive)
    return canvas
