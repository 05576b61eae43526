"""What stands on each page again: titles, heads of columns, footers and the numbers of pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from common.pdf.lines import PdfLine

_SAME_PLACE = 3.0
_MOST_ABOVE, _MOST_BELOW = 10, 6
"""Lines of a page that may be repeated."""
_HEADS_WITHIN = 20
_FEWEST, _PIECES_OF_PRINTER = 2, 2
_PRINTED_AT = re.compile(r"\d{1,4}([./-])\s?\d\d?\1\s?\d{1,4}\.?,?\s+\d\d?[:.]\d\d(?:[:.]\d\d)?(?!\d)")
_PAGE_OF = re.compile(
    r"(?:\w+://\S+\s+)?(?:\W{0,2}[^\W\d]{1,12}\.?\s)?\W{0,2}\d{1,3}(?:\s?(?:/|[^\W\d]{1,4})\s?\d{1,3})?\W{0,2}"
)
_NUMBER = re.compile(r"\d{1,4}")


def without_repeats(lines: Sequence[PdfLine]) -> list[PdfLine]:
    """Lines of all pages: what begins several pages once; what ends several, and what browsers print around, never."""
    pages = [_without_printer(list(page)) for _number, page in groupby(lines, lambda line: line.page)]
    if len(pages) < 2:
        return [line for page in pages for line in page]
    marks = [[_mark_of_line(line, pages[-1][0].page + 1) for line in page] for page in pages]
    above = [_alike(page[:_MOST_ABOVE], before) for page, before in zip(marks[1:], marks, strict=False)]
    upwards = [page[::-1] for page in marks]
    below = [_alike(page[:_MOST_BELOW], upwards[at - 1 if at else 1]) for at, page in enumerate(upwards)]
    made = pages[0][: len(pages[0]) - below[0]]
    for page, first, last in zip(pages[1:], above, below[1:], strict=True):
        made += _without_heads(page[first : max(first, len(page) - last)], pages[0])
    return made


def _without_printer(page: list[PdfLine]) -> list[PdfLine]:
    """A page without what browsers print around it: date, title and address, and the number of the page."""
    if len(page) > _FEWEST and _PRINTED_AT.match(page[0].text) and len(page[0].pieces) <= _PIECES_OF_PRINTER:
        page = page[1:]
    last = page[-1]
    if len(page) > _FEWEST and _PAGE_OF.fullmatch(last.text) and len(last.pieces) <= _PIECES_OF_PRINTER:
        page = page[:-1]
    return page


def _mark_of_line(line: PdfLine, pages: int) -> tuple[float, str]:
    """Where a line stands and what it says, but for the number of its page and that of all pages."""
    own = (line.page + 1, pages)
    return line.y, _NUMBER.sub(lambda found: "#" if int(found[0]) in own else found[0], line.text)


def _alike(page: Sequence[tuple[float, str]], other: Sequence[tuple[float, str]]) -> int:
    """How many lines two pages have in common until one differs."""
    number = 0
    for (y, text), (beside, its_text) in zip(page, other, strict=False):
        if abs(y - beside) > _SAME_PLACE or text != its_text:
            break
        number += 1
    return number


def _without_heads(page: Sequence[PdfLine], first_page: Sequence[PdfLine]) -> list[PdfLine]:
    """A page without the heads of columns that the first page has, below what is repeated at one place."""
    heads = {line.text for line in first_page[:_HEADS_WITHIN] if len(line.pieces) > 1}
    lines = list(page)
    while lines and len(lines[0].pieces) > 1 and lines[0].text in heads:
        del lines[0]
    return lines
