"""Pages of a text behind the first: what stands between them, and their columns, which may have moved a little."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from gipf_engine.player_lists.totals import is_ruler, is_total

_PAGE = (
    r"page|pg|p|seite|página|pagina|pag|pág|strona|str|страница|стр|сторінка|стор|sida|side|sivu|oldal|sayfa|strana"
    r"|stránka|stran|lk|lpp|psl|blad|bladzijde|σελίδα|σελ|trang|halaman|hal|עמוד|صفحة|صفحه|ص|หน้า|ページ|頁|页|쪽|페이지"
)
_OF = r"(?:\s?(?:/|of|von|de|di|van|z|ze|из|з|av|af|sur|/ ?|από|מתוך|من|از|の|\()\s?\d{1,3}\)?)?"
_PAGE_NUMBER = re.compile(
    rf"(?:^|.*\s)(?:(?:{_PAGE})[.:]?\s?(?:nr\.?\s?)?\d{{1,3}}{_OF}|\d{{1,3}}\s?/\s?\d{{1,3}}(?:\s?(?:{_PAGE}))?"
    rf"|第?\s?\d{{1,3}}\s?(?:ページ|頁|页|쪽|페이지))(?:\s{{2,}}.*|\s*)$",
    re.IGNORECASE,
)
_LONE_NUMBER = re.compile(r"\s*[-–—]?\s*\d{1,3}\s*[-–—]?\s*")
_DIGITS = re.compile(r"\d+")
_GAP = re.compile(r"\s{2,}")
_BEGINS_WITH_NUMBER = re.compile(r"\s*\d{1,4}[.)]?\s")
_LONGEST = 400
_LETTERS_OF_A_TITLE = 8
_MOST, _HALF = 0.8, 0.5
_SKIPPED, _MERGED, _OTHER_KIND = 7, 4, 14
"""What it costs, in letters of distance, to leave a column empty, to join two, to mix numbers and words."""
_MOST_MOVED = 12
FORM_FEED = "\f"
"""How a page begins, in the same line as its first words."""
_MOST_SEGMENTS = 3
Row = tuple[int, str]
"""A line's number from 0, and what it says."""


def titles_of_pages(above: Sequence[str]) -> frozenset[str]:
    """Lines above the heads as those between pages are compared with them."""
    return frozenset(bare for line in above if len(bare := _bare(line[:_LONGEST])) >= _LETTERS_OF_A_TITLE)


def is_between_pages(line: str, titles: AbstractSet[str]) -> bool:
    """Whether a line stands between pages: empty, the number of a page, a title that stands above the heads."""
    text = line[:_LONGEST]
    if not text.strip() or (_has_number_of_page(text) and not _BEGINS_WITH_NUMBER.match(text)):
        return True
    return _bare(text) in titles


def _has_number_of_page(text: str) -> bool:
    """A gap is squeezed first, so that the pattern has one way to read it."""
    parts = _GAP.split(text.strip())
    return any(_PAGE_NUMBER.fullmatch(part) for part in parts) or _LONE_NUMBER.fullmatch(text.strip()) is not None


def _bare(text: str) -> str:
    return "".join(_DIGITS.sub("", text).split())


def runs_of_lines(lines: Sequence[str], begin: int, titles: AbstractSet[str]) -> Iterator[list[int]]:
    """Lines from `begin` on that stand together, between empty lines and those between pages; by number from 0."""
    run: list[int] = []
    for at in range(begin, len(lines)):
        is_between = is_between_pages(lines[at], titles)
        if run and (is_between or FORM_FEED in lines[at][:_LONGEST]):
            yield run
            run = []
        run += [] if is_between else [at]
    if run:
        yield run


def cells_of_page(rows: Sequence[Row], starts: Sequence[int], first: Sequence[Sequence[str]]) -> dict[int, list[str]]:
    """The cells of lines that continue a table, by number; none where they do not.

    `starts` says where columns begin on the first page, whose lines are `first`.
    """
    numbered = sum(bool(line and line[0].rstrip(".)").isdecimal()) for line in first) >= _MOST * len(first)
    rows = [(at, text.replace(FORM_FEED, "")) for at, text in rows]
    kept = [row for row in rows if _may_continue(row[1], len(starts), numbered=numbered)]
    if not kept:
        return {}
    parts = {at: _GAP.split(text.strip()) for at, text in kept}
    if all(len(cells) == len(starts) for cells in parts.values()):
        return parts
    segments = _segments([text for _at, text in kept])
    places = _columns_of(segments, [text for _at, text in kept], starts, first)
    if places is None:
        return {}
    return {at: _cells_in_columns(text, segments, places, len(starts)) for at, text in kept}


def _may_continue(text: str, columns: int, *, numbered: bool) -> bool:
    """Whether a line looks like one of the table: with its number, where the others have one, and with gaps."""
    if is_ruler([text]) or is_total([text]):
        return False
    gaps = len(_GAP.split(text.strip()))
    return _BEGINS_WITH_NUMBER.match(text) is not None and gaps > 1 if numbered else gaps > columns * _HALF


def _segments(texts: Sequence[str]) -> list[tuple[int, int]]:
    """Where words stand in some line, between places where all lines are blank."""
    width = max(map(len, texts))
    filled = [any(at < len(text) and text[at] != " " for text in texts) for at in range(width)]
    starts = [at for at in range(width) if filled[at] and (at == 0 or not filled[at - 1])]
    return [(start, end) for start, end in zip(starts, [*starts[1:], width], strict=True)]


def _columns_of(
    segments: Sequence[tuple[int, int]], texts: Sequence[str], starts: Sequence[int], first: Sequence[Sequence[str]]
) -> list[int] | None:
    """The column of each segment, from left to right, with the least distance and change of kind; None if far."""
    if len(segments) > _MOST_SEGMENTS * len(starts):
        return None
    kinds = [_is_of_numbers([line[at] for line in first if at < len(line)]) for at in range(len(starts))]
    own = [_is_of_numbers([text[start:end].strip() for text in texts]) for start, end in segments]
    best: dict[int, tuple[float, list[int]]] = {-1: (0, [])}
    for (start, _end), kind in zip(segments, own, strict=True):
        found: dict[int, tuple[float, list[int]]] = {}
        for last, (cost, places) in best.items():
            for column in range(max(last, 0), len(starts)):
                step = (
                    float(_MERGED) if column == last else abs(start - starts[column]) + _SKIPPED * (column - last - 1)
                )
                step += _OTHER_KIND if None not in (kind, kinds[column]) and kind != kinds[column] else 0
                if column not in found or cost + step < found[column][0]:
                    found[column] = cost + step, [*places, column]
        best = found
    if not best:
        return None
    cost, places = min((cost + _SKIPPED * (len(starts) - 1 - last), made) for last, (cost, made) in best.items())
    is_near = cost <= _MOST_MOVED * len(starts) and len({*places}) > len(starts) * _HALF
    return places if is_near else None


def _is_of_numbers(cells: Sequence[str]) -> bool | None:
    """Whether cells hold numbers alone, or words; None where it cannot be said."""
    filled = [cell for cell in cells if any(map(str.isalnum, cell))]
    if not filled:
        return None
    numbers = sum(cell[:1].isdecimal() or cell[:1] in "+-~(" for cell in filled)
    return True if numbers >= _MOST * len(filled) else False if numbers == 0 else None


def _cells_in_columns(text: str, segments: Sequence[tuple[int, int]], places: Sequence[int], columns: int) -> list[str]:
    made = [""] * columns
    for (start, end), column in zip(segments, places, strict=True):
        made[column] = f"{made[column]} {text[start:end].strip()}".strip()
    return made
