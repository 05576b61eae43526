"""Glyphs of a page as lines of words, and words as pieces: what stands beside each other without a gap of a column."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from common.pdf.glyphs import Glyph, Page, Rule
from common.pdf.written_order import is_leftward, runs_leftwards, written
from gipf_engine.player_lists.chat_signs import as_struck

_SAME_LINE = 0.35
"""In sizes of the font: how far baselines of one line may lie apart."""
_WORD_GAP = 0.18
_CELL_GAP = 0.5
_CELL_GAP_WITHOUT_BLANK = 0.18
"""A gap of that is one of columns where words of the file are parted by a glyph for the blank, and it has none."""
_WIDER_THAN_BLANK = 1.5
_DRAWN_TWICE = 0.12
_NO_BLANK = 0.08
_JOINER = "\u200c"
_STRUCK_FROM, _STRUCK_TO = 0.15, 0.5
_MOSTLY = 0.7


@dataclass(frozen=True, slots=True)
class Word:
    """Glyphs without a blank between them, from left to right."""

    glyphs: tuple[str, ...]
    x0: float
    x1: float
    is_struck: bool = False
    in_leftward: bool = False
    """Whether most of the file runs leftwards."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of a line that belong together."""

    words: tuple[Word, ...]

    @property
    def x0(self) -> float:
        """Where it begins."""
        return self.words[0].x0

    @property
    def x1(self) -> float:
        """Where it ends."""
        return self.words[-1].x1

    @property
    def text(self) -> str:
        """What is written in it."""
        return text_of(self.words)


@dataclass(frozen=True, slots=True)
class PdfLine:
    """The pieces of a line from left to right; `y` is its baseline, `page` counts from 0."""

    page: int
    y: float
    size: float
    pieces: tuple[Piece, ...]

    @property
    def x0(self) -> float:
        """Where it begins."""
        return self.pieces[0].x0

    @property
    def text(self) -> str:
        """All of it, with the gaps that part its pieces."""
        gap: tuple[str, ...] = (" ", " ", " ")
        glyphs: list[str] = []
        for piece in self.pieces:
            glyphs += [*(gap if glyphs else ()), *_glyphs_of(piece.words)]
        return _text([word for piece in self.pieces for word in piece.words], glyphs)


def text_of(words: Sequence[Word]) -> str:
    """What is written in words of one line; marked where all are struck through."""
    return _text(words, _glyphs_of(words)) if words else ""


def _text(words: Sequence[Word], glyphs: Sequence[str]) -> str:
    text = written(glyphs, in_leftward=words[0].in_leftward)
    return as_struck(text) if all(word.is_struck for word in words) else text


def _glyphs_of(words: Iterable[Word]) -> list[str]:
    glyphs: list[str] = []
    for word in words:
        glyphs += [*((" ",) if glyphs else ()), *word.glyphs]
    return glyphs


def lines_of(pages: Sequence[Page]) -> list[PdfLine]:
    """The lines of all pages, downwards."""
    rows = [(number, row) for number, page in enumerate(pages) for row in _rows(page.glyphs)]
    without_blank = _CELL_GAP_WITHOUT_BLANK if _writes_blanks(row for _number, row in rows) else _CELL_GAP
    in_leftward = runs_leftwards(glyph.text for page in pages for glyph in page.glyphs)
    upright = [_upright_rules(page.rules) for page in pages]
    level = [sorted((rule for rule in page.rules if not rule.is_upright), key=lambda rule: rule.y0) for page in pages]
    lines = []
    for number, row in rows:
        y = max(glyph.y for glyph in row)
        size = sorted(glyph.size for glyph in row)[len(row) // 2]
        strikes = _strikes(level[number], y, size)
        pieces = _pieces(row, upright[number].near(y + size * 0.3), without_blank)
        made = (Piece(tuple(_word(word, strikes, in_leftward) for word in piece)) for piece in pieces)
        lines.append(PdfLine(number, y, size, tuple(made)))
    return lines


def _rows(glyphs: Sequence[Glyph]) -> list[list[Glyph]]:
    """Glyphs of one baseline each, from left to right, the highest first; rows of blanks are left out."""
    rows: list[list[Glyph]] = []
    for glyph in sorted(_with_marks(glyphs), key=lambda glyph: -glyph.y):
        if rows and rows[-1][0].y - glyph.y <= _SAME_LINE * min(glyph.size, rows[-1][0].size):
            rows[-1].append(glyph)
        else:
            rows.append([glyph])
    filled = (row for row in rows if any(glyph.text.strip() for glyph in row))
    return [_drawn_once(sorted(row, key=lambda glyph: (glyph.x0, glyph.x1))) for row in filled]


def _with_marks(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """Glyphs, those that are nothing but a mark joined to the letter before them."""
    made: list[Glyph] = []
    for glyph in glyphs:
        is_mark = bool(glyph.text) and all(unicodedata.combining(letter) for letter in glyph.text)
        before = made[-1] if made else None
        if is_mark and before is not None and before.text.strip() and abs(before.x0 - glyph.x0) <= 1.5 * glyph.size:
            made[-1] = Glyph(before.text + glyph.text, before.x0, before.x1, before.y, before.size)
        elif glyph.text and glyph.size > 0:
            made.append(glyph)
    return made


def _drawn_once(row: Sequence[Glyph]) -> list[Glyph]:
    """Bold type may be made by drawing a letter twice."""
    made: list[Glyph] = []
    for glyph in row:
        nearest = _DRAWN_TWICE * glyph.size
        if not any(each.text == glyph.text and glyph.x0 - each.x0 <= nearest for each in made[-3:]):
            made.append(glyph)
    return made


def _writes_blanks(rows: Iterable[Sequence[Glyph]]) -> bool:
    """Whether words are parted by a glyph for the blank, and not by their places alone."""
    with_glyph = without = 0
    for row in rows:
        for one, two in pairwise(row):
            with_glyph += not two.text.strip()
            is_gap = one.text.strip() and two.text.strip() and _WORD_GAP <= (two.x0 - one.x1) / two.size < _CELL_GAP
            without += bool(is_gap)
    return 4 * with_glyph > without


class _Uprights:
    """Upright rules, found by the height of a line."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.rules = sorted(rules, key=lambda rule: rule.y0)
        self._kept: dict[int, list[float]] = {}

    def near(self, y: float) -> list[float]:
        """Where rules cross this height, from left to right."""
        key = round(y)
        if key not in self._kept:
            self._kept[key] = sorted({rule.x0 for rule in self.rules if rule.y0 <= y <= rule.y1})
        return self._kept[key]


def _upright_rules(rules: Iterable[Rule]) -> _Uprights:
    return _Uprights(rule for rule in rules if rule.is_upright)


def _strikes(level: Sequence[Rule], y: float, size: float) -> list[Rule]:
    """The level rules that run through the middle of small letters of a line."""
    first = bisect_left(level, y + _STRUCK_FROM * size, key=lambda rule: rule.y0)
    last = bisect_right(level, y + _STRUCK_TO * size, key=lambda rule: rule.y0)
    return list(level[first:last])


def _pieces(row: Sequence[Glyph], borders: Sequence[float], without_blank: float) -> list[list[list[Glyph]]]:
    """The glyphs of a line by words, and the words by what gaps and rules part."""
    pieces: list[list[list[Glyph]]] = []
    blanks: list[Glyph] = []
    before: Glyph | None = None
    for glyph in row:
        if not glyph.text.strip():
            blanks.append(glyph)
            continue
        if before is None or _is_cell_gap(before, glyph, blanks, without_blank) or _is_between(borders, before, glyph):
            pieces.append([[glyph]])
        elif blanks and glyph.x0 - before.x1 < _NO_BLANK * glyph.size:
            pieces[-1][-1].append(_joined_to(before, glyph))
        elif blanks or glyph.x0 - before.x1 > _WORD_GAP * glyph.size:
            pieces[-1].append([glyph])
        else:
            pieces[-1][-1].append(glyph)
        before, blanks = glyph, []
    return pieces


def _joined_to(one: Glyph, two: Glyph) -> Glyph:
    """A glyph behind a blank that takes no room: between letters of Persian that says that they are not joined."""
    is_joiner = is_leftward(one.text) and is_leftward(two.text)
    return Glyph(two.text + _JOINER, two.x0, two.x1, two.y, two.size) if is_joiner else two


def _is_cell_gap(one: Glyph, two: Glyph, blanks: Sequence[Glyph], without_blank: float) -> bool:
    gap, size = two.x0 - one.x1, max(one.size, two.size)
    if not blanks:
        return gap > without_blank * size
    widest = max(blank.width for blank in blanks)
    return gap > max(_CELL_GAP * size, _WIDER_THAN_BLANK * widest)


def _is_between(borders: Sequence[float], one: Glyph, two: Glyph) -> bool:
    """Whether an upright rule stands between two glyphs."""
    middle_of_one, middle_of_two = (one.x0 + one.x1) / 2, (two.x0 + two.x1) / 2
    place = bisect_right(borders, middle_of_one)
    return place < len(borders) and borders[place] < middle_of_two


def _word(glyphs: Sequence[Glyph], strikes: Sequence[Rule], in_leftward: bool) -> Word:
    x0, x1 = glyphs[0].x0, max(glyph.x1 for glyph in glyphs)
    covered = max((min(x1, rule.x1) - max(x0, rule.x0) for rule in strikes), default=0.0)
    is_struck = covered > _MOSTLY * (x1 - x0) > 0
    return Word(tuple(glyph.text for glyph in glyphs), x0, x1, is_struck, in_leftward)
