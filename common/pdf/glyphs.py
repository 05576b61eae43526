"""What stands on the pages of a PDF: glyphs and straight rules with their places, as pdfminer finds them."""

from __future__ import annotations

import io
import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import atan2, hypot, pi

from pdfminer.pdfcolor import PDFColorSpace
from pdfminer.pdfdevice import PDFTextDevice
from pdfminer.pdfdocument import PDFPasswordIncorrect
from pdfminer.pdffont import PDFFont, PDFUnicodeNotDefined
from pdfminer.pdfinterp import PDFGraphicState, PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.pdftypes import PDFStream
from pdfminer.utils import Matrix, PathSegment, apply_matrix_pt

MOST_PAGES = 200
MOST_GLYPHS = 300_000
MOST_RULES = 50_000
_THIN = 2.0
"""Points: a filled box that is no higher, or no wider, is a rule."""
_UPRIGHT = 0.1
"""How far, in quarter turns, a line may lean."""

logging.getLogger("pdfminer").setLevel(logging.CRITICAL)  # a damaged file is worth millions of warnings


class NoListInPdf(Exception):
    """A PDF that holds no list; `why` is a key of what a page says."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Glyph:
    """What one sign of a font stands for, in points: from left to right, and the height of its baseline."""

    text: str
    x0: float
    x1: float
    y: float
    size: float

    @property
    def width(self) -> float:
        """How far it reaches."""
        return self.x1 - self.x0


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line, upright or level."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def is_upright(self) -> bool:
        """Whether it parts columns, and not lines."""
        return self.y1 - self.y0 > self.x1 - self.x0


@dataclass(slots=True)
class Page:
    """A page as it is read: turned so that most of its text is level."""

    glyphs: list[Glyph] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)


def pages_of(data: bytes) -> list[Page]:
    """The pages of a PDF, with those glyphs that run as most do. Raises NoListInPdf, and what pdfminer raises."""
    manager = PDFResourceManager()
    device = _Device(manager)
    interpreter = PDFPageInterpreter(manager, device)
    pages = []
    try:
        for number, page in enumerate(PDFPage.get_pages(io.BytesIO(data))):
            if number >= MOST_PAGES:
                raise NoListInPdf("lines")
            interpreter.process_page(page)
            pages.append(device.take_page())
    except PDFPasswordIncorrect:
        raise NoListInPdf("password") from None
    known = sum(len(page.glyphs) for page in pages)
    if known <= device.unknown:
        raise NoListInPdf("pictures" if device.has_marks or device.unknown else "empty")
    return pages


class _Device(PDFTextDevice):
    """Collects what is drawn on a page."""

    def __init__(self, manager: PDFResourceManager) -> None:
        super().__init__(manager)
        self.has_marks = False
        self.unknown, self._glyphs_so_far = 0, 0
        self._glyphs: list[tuple[int, Glyph]] = []
        self._rules: list[Rule] = []

    def take_page(self) -> Page:
        """What was drawn since the last page."""
        turns = Counter(turn for turn, glyph in self._glyphs if glyph.text.strip())
        turn = turns.most_common(1)[0][0] if turns else 0
        page = Page([glyph for each, glyph in self._glyphs if each == turn], [])
        page.rules = [_turned_rule(rule, turn) for rule in self._rules]
        self._glyphs, self._rules = [], []
        return page

    def render_image(self, name: str, stream: PDFStream) -> None:
        """A picture: of it is known that it is there."""
        self.has_marks = True

    def render_char(
        self,
        matrix: Matrix,
        font: PDFFont,
        fontsize: float,
        scaling: float,
        rise: float,
        cid: int,
        ncs: PDFColorSpace,
        graphicstate: PDFGraphicState,
    ) -> float:
        """A glyph, and how far it moves those behind it."""
        advance = float(font.char_width(cid) * fontsize * scaling)
        self._glyphs_so_far += 1
        if self._glyphs_so_far > MOST_GLYPHS:
            raise NoListInPdf("lines")
        try:
            text = font.to_unichr(cid)
        except PDFUnicodeNotDefined:
            self.unknown += 1
            return advance
        a, b, c, d, _e, _f = matrix
        quarters = atan2(b, a) / (pi / 2)
        if abs(quarters - round(quarters)) < _UPRIGHT:
            turn = round(quarters) % 4
            x0, y = _turned(*apply_matrix_pt(matrix, (0, rise)), turn)
            x1, _y = _turned(*apply_matrix_pt(matrix, (advance, rise)), turn)
            glyph = Glyph(text, min(x0, x1), max(x0, x1), y, abs(fontsize) * hypot(c, d))
            self._glyphs.append((turn, glyph))
        return advance

    def paint_path(
        self,
        graphicstate: PDFGraphicState,
        stroke: bool,
        fill: bool,
        evenodd: bool,
        path: Sequence[PathSegment],
    ) -> None:
        """Rules of tables, as lines or as thin boxes; other shapes are left out."""
        self.has_marks = True
        if self.ctm is None or len(self._rules) > MOST_RULES:
            return
        for points in _parts_of(path):
            on_page = [apply_matrix_pt(self.ctm, point) for point in points]
            pairs = list(pairwise(on_page)) if stroke else [(min(on_page), max(on_page))]
            found = (_rule_between(*pair) for pair in pairs)
            self._rules += [rule for rule in found if rule is not None]


def _parts_of(path: Sequence[PathSegment]) -> Iterator[list[tuple[float, float]]]:
    """The corners of each part of a path that is made of straight lines."""
    points: list[tuple[float, float]] = []
    for kind, *numbers in path:
        if kind == "m":
            if len(points) > 1:
                yield points
            points = [(numbers[0], numbers[1])]
        elif kind == "l" and points:
            points.append((numbers[0], numbers[1]))
        elif kind == "h" and points:
            points.append(points[0])
        else:
            points = []
    if len(points) > 1:
        yield points


def _rule_between(one: tuple[float, float], two: tuple[float, float]) -> Rule | None:
    (x0, x1), (y0, y1) = sorted((one[0], two[0])), sorted((one[1], two[1]))
    return Rule(x0, y0, x1, y1) if min(x1 - x0, y1 - y0) <= _THIN else None


def _turned(x: float, y: float, turn: int) -> tuple[float, float]:
    """A place on a page that is turned back by quarters, so that its text is level."""
    return ((x, y), (y, -x), (-x, -y), (-y, x))[turn]


def _turned_rule(rule: Rule, turn: int) -> Rule:
    one, two = _turned(rule.x0, rule.y0, turn), _turned(rule.x1, rule.y1, turn)
    (x0, x1), (y0, y1) = sorted((one[0], two[0])), sorted((one[1], two[1]))
    return Rule(x0, y0, x1, y1)
