"""Lines with their cells as rows of a table: what wraps in its cell belongs to the row that it stands beside."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from common.pdf.glyphs import Rule
from common.pdf.lines import Word, text_of

NUMBER = re.compile(r"[(\[#]?(\d{1,4})[.):\]、．]?")
_KEY = re.compile(r"[(\[#]?(?:\d[\d.,/:-]{0,10})?\d[.):\]、．]?")
_WITHIN_ROW = 0.93
"""Of the distance of two rows: what lies closer belongs to one."""
_ENOUGH, _MOSTLY = 0.6, 0.7
_RULED = 0.6
_WIDER = 1.08
_INTERLEAVED = 0.85
_FULL = 0.75
"""Of the width of a column: text of that width may go on in the next line."""
_GOES_ON = re.compile(r".*[,\-–&/(]")
_MOST_LINES_OF_ROW = 6
_WIDE_LETTERS = "\u2e80"
"""From here on are letters of Chinese and Japanese, which need no blank where a line is wrapped."""


@dataclass(slots=True)
class CellLine:
    """A line of a page, or of one of its blocks, as cells of words; `is_text`: it is none of the table."""

    page: tuple[int, int]
    y: float
    size: float
    cells: list[list[Word]]
    is_text: bool = False

    @property
    def filled(self) -> list[int]:
        """The columns in which something stands."""
        return [place for place, cell in enumerate(self.cells) if cell]


def rows_of(lines: Sequence[CellLine], rules: Sequence[Sequence[Rule]]) -> list[list[str]]:
    """Rows of text; `rules` are the level rules of each page."""
    key = key_column(lines)
    rows: list[list[str]] = []
    for page, on_page in groupby(lines, lambda line: line.page):
        found = list(on_page)
        bands = _bands(found, rules[page[0]])
        groups = _groups_between_rules(found, bands, key) if bands else _groups_beside_keys(found, key)
        rows += [_joined(group) for group in _interleaved(groups, key)]
    return rows


def key_column(lines: Sequence[CellLine]) -> int | None:
    """The column that has a number in most rows and never wraps: that of places, or else of years or ratings."""
    columns = range(max((len(line.cells) for line in lines), default=0))
    filled = [sum(bool(line.cells[place]) for line in lines if len(line.filled) > 1) for place in columns]
    counts = sorted(count for count in filled if count * 3 >= max(filled))
    for place in columns:
        keys = sum(_has_key(line, place) for line in lines)
        if keys >= max(2.0, _ENOUGH * counts[len(counts) // 2], _MOSTLY * (filled[place] - 1)):
            return place
    return None


def _bands(lines: Sequence[CellLine], rules: Sequence[Rule]) -> list[float]:
    """The heights of level rules that part most rows of a page, upwards; none where they part only few."""
    words = [word for line in lines if not line.is_text for cell in line.cells for word in cell]
    if not words:
        return []
    width = max(word.x1 for word in words) - min(word.x0 for word in words)
    lengths: dict[int, float] = {}
    for rule in rules:
        height = round(rule.y0)
        near = next((each for each in (height, height - 1, height + 1) if each in lengths), height)
        lengths[near] = lengths.get(near, 0.0) + rule.x1 - rule.x0
    heights = sorted(height for height, length in lengths.items() if length >= _RULED * width)
    bands = [bisect_left(heights, line.y) for line in lines]
    parted = len(set(bands) - {0, len(heights)})
    return list(map(float, heights)) if parted > 1 and parted >= len(lines) / _MOST_LINES_OF_ROW else []


def _groups_between_rules(
    lines: Sequence[CellLine], heights: Sequence[float], key: int | None
) -> Iterator[list[CellLine]]:
    """Lines between the same two rules, unless several of them are rows of their own."""
    most = _ENOUGH * max(len(line.filled) for line in lines)
    for band, found in groupby(lines, lambda line: bisect_left(heights, line.y)):
        group = list(found)
        is_outside = band in (0, len(heights)) or any(line.is_text for line in group)
        keys = sum(len(line.filled) >= most if key is None else _has_key(line, key) for line in group)
        if is_outside or keys > 1 or len(group) > _MOST_LINES_OF_ROW:
            yield from _groups_beside_keys(group, key)
        else:
            yield group


def _has_key(line: CellLine, key: int) -> bool:
    return bool(line.cells[key]) and _KEY.fullmatch(text_of(line.cells[key])) is not None


def _groups_beside_keys(lines: Sequence[CellLine], key: int | None) -> list[list[CellLine]]:
    """Each line with a key, and those without one that are nearer to it than rows are to each other."""
    if key is None:
        return [[line] for line in lines]
    most = max(3.0, _ENOUGH * max((len(line.filled) for line in lines if _has_key(line, key)), default=0))
    is_row = [line.is_text or bool(line.cells[key]) or len(line.filled) >= most for line in lines]
    pitch = _pitch(lines, key)
    groups: list[list[CellLine]] = []
    waiting: list[CellLine] = []
    for line, is_one in zip(lines, is_row, strict=True):
        if not is_one:
            waiting.append(line)
            continue
        above, below = _shared_out(groups[-1][-1] if groups else None, waiting, line)
        if groups:
            above = _join_below(groups[-1], above, pitch)
        groups += [[each] for each in above]
        group = _join_above(line, below, pitch)
        groups += [[each] for each in below[: len(below) - len(group) + 1]]
        groups.append(group)
        waiting = []
    rest = _join_below(groups[-1], waiting, pitch) if groups else waiting
    return [*groups, *([line] for line in rest)]


def _interleaved(groups: Iterable[list[CellLine]], key: int | None) -> list[list[CellLine]]:
    """Groups of lines; lines closer than those of one cell can be are one row: heads of one line beside some of two."""
    made: list[list[CellLine]] = []
    for group in groups:
        above, line = made[-1][-1] if made else None, group[0]
        has_key = key is not None and any(_has_key(each, key) for each in [*group, *(made[-1] if made else [])])
        if above is None or has_key or above.is_text or line.is_text or above.y - line.y >= _INTERLEAVED * line.size:
            made.append(list(group))
        else:
            made[-1] += group
    return made


def _pitch(lines: Sequence[CellLine], key: int) -> float:
    """How far rows of one line lie apart: from one key to the next, or where all wrap from the end of a cell."""
    apart = sorted(one.y - two.y for one, two in pairwise(lines) if _has_key(one, key) and _has_key(two, key))
    if len(apart) > 1:
        return apart[len(apart) // 5]
    gaps = sorted(
        one.y - two.y
        for place in range(len(lines[0].cells))
        for one, two in pairwise(line for line in lines if line.cells[place])
    )
    wider = [gap for gap in gaps if gap > _WIDER * gaps[0]]
    return wider[0] if len(wider) * 5 >= len(gaps) > 0 else min(gaps, default=0.0)


def _shared_out(
    above: CellLine | None, waiting: Sequence[CellLine], below: CellLine
) -> tuple[list[CellLine], list[CellLine]]:
    """Lines between two rows, parted at the widest gap: those of the row above, those of the row below."""
    if above is None:
        return [], list(waiting)
    heights = [above.y, *(line.y for line in waiting), below.y]
    gaps = [one - two for one, two in pairwise(heights)]
    widest = max(range(len(gaps)), key=lambda place: (round(gaps[place], 1), place))
    return list(waiting[:widest]), list(waiting[widest:])


def _join_below(group: list[CellLine], lines: Sequence[CellLine], pitch: float) -> list[CellLine]:
    """Add to a row the lines that its cells go on with; the rest is given back."""
    for number, line in enumerate(lines):
        last = group[-1]
        gap = last.y - line.y
        is_near = gap < _WITHIN_ROW * pitch
        if group[0].is_text or not (is_near or (gap < 1.5 * line.size and _goes_on(last, line))):
            return list(lines[number:])
        group.append(line)
    return []


def _join_above(row: CellLine, lines: Sequence[CellLine], pitch: float) -> list[CellLine]:
    """A row with those lines above it that are nearer than rows are."""
    group = [row]
    for line in reversed(lines):
        if row.is_text or line.y - group[0].y >= _WITHIN_ROW * pitch:
            break
        group.insert(0, line)
    return group


def _goes_on(above: CellLine, line: CellLine) -> bool:
    """Whether a line is what one cell of the line above goes on with, though it is as far away as rows are."""
    if len(line.filled) != 1:
        return False
    place = line.filled[0]
    words = above.cells[place]
    if not words:
        return False
    below = line.cells[place]
    ends_open = _GOES_ON.fullmatch(text_of(words)) is not None
    is_full = words[-1].x1 - words[0].x0 >= _FULL * (max(words[-1].x1, below[-1].x1) - min(words[0].x0, below[0].x0))
    return ends_open or (is_full and len(words) > 1)


def _joined(group: Sequence[CellLine]) -> list[str]:
    width = len(group[0].cells)
    row = []
    for place in range(width):
        text = ""
        for part in filter(None, (text_of(line.cells[place]) for line in group)):
            is_one_word = text.endswith("-") or (text and min(text[-1], part[0]) >= _WIDE_LETTERS)
            text = f"{text}{part}" if is_one_word or not text else f"{text} {part}"
        row.append(text)
    return row
