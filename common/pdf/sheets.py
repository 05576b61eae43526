"""A PDF as the table, or the lines of text, that a reader sees in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby, pairwise

from common.pdf.columns import ColumnPlace, cells_of_line, columns_of, crosses_columns, voters_among
from common.pdf.glyphs import NoListInPdf, Page, pages_of
from common.pdf.lines import PdfLine, Word, lines_of, text_of
from common.pdf.repeats import without_repeats
from common.pdf.rows import NUMBER, CellLine, rows_of
from common.workbooks import MOST_LINES, cells_of
from gipf_engine.player_lists.meanings import Table
from gipf_engine.player_lists.text_tables import TooManyLines, table_of_text

_MOSTLY = 0.8
_FEWEST_NUMBERS = 2
_WIDE_GAP = 1.5


def read_pdf(data: bytes) -> bytes:
    """The sheet of a PDF as JSON, as `common.workbooks.read_text` gives it, or why there is none."""
    try:
        table = table_of_pages(pages_of(data))
    except NoListInPdf as error:
        return json.dumps({"why": error.why}).encode()
    except TooManyLines:
        return json.dumps({"why": "lines"}).encode()
    return json.dumps({"encoding": "", "sheets": [["", list(map(cells_of, table))]]}).encode()


def table_of_pages(pages: Sequence[Page]) -> Table:
    """The rows of all pages as one table; where no columns agree, lines of text as a text file has them."""
    lines = without_repeats(lines_of(pages))
    if len(lines) > MOST_LINES:
        raise TooManyLines
    columns = columns_of(lines)
    spread = _spread(lines, columns) if len(columns) > 1 else []
    blocks = _side_by_side(spread)
    if blocks:
        spread = [line for block in blocks for line in block]
    if not spread or _are_numbered_texts(spread):
        return _table_of_text(lines, spread if blocks else [])
    if lines[0].pieces[0].words[0].in_leftward:
        for line in spread:
            line.cells.reverse()
    return rows_of(spread, [[rule for rule in page.rules if not rule.is_upright] for page in pages])


def _spread(lines: Sequence[PdfLine], columns: Sequence[ColumnPlace]) -> list[CellLine]:
    """Lines cut into the cells of columns; those that are none of a table have all their text in the first."""
    voters = set(map(id, voters_among(lines)))
    made = []
    for line in lines:
        is_row = id(line) in voters
        is_text = not is_row and any(crosses_columns(piece, columns) for piece in line.pieces)
        if is_text:
            words: list[Word] = [word for piece in line.pieces for word in piece.words]
            cells: list[list[Word]] = [words, *([] for _column in columns[1:])]
        else:
            cells = cells_of_line(line, columns, is_row=is_row)
        made.append(CellLine((line.page, 0), line.y, line.size, cells, is_text))
    return made


def _side_by_side(lines: Sequence[CellLine]) -> list[list[CellLine]]:
    """The lines page by page in two blocks, where the second goes on with the numbers of the first; else none."""
    if not lines:
        return []
    width = len(lines[0].cells)
    numbered = [place for place in range(width) if _numbers_that_count(lines, place)]
    if len(numbered) != 2 or numbered[0] not in (0, width - numbered[1]):
        return []
    middle = numbered[1]
    on_first = [line for line in lines if line.page == lines[0].page]
    left, right = (_numbers_that_count(on_first, place) for place in numbered)
    if not left or not right or right[0] != left[-1] + 1:
        return []
    blocks = []
    for _page, found in groupby(lines, lambda line: line.page):
        on_page = list(found)
        blocks.append([_part(line, 0, middle, width) for line in on_page if any(line.cells[:middle])])
        blocks.append([_part(line, middle, width, width) for line in on_page if any(line.cells[middle:])])
    return blocks


def _numbers_that_count(lines: Sequence[CellLine], place: int) -> list[int]:
    """The numbers with which the cells of a column begin, where they count up by one; else none."""
    texts = [text_of(line.cells[place][:1]) for line in lines if line.cells[place] and not line.is_text]
    found = [int(number[1]) for number in map(NUMBER.fullmatch, texts) if number is not None]
    steps = [two - one for one, two in pairwise(found)]
    counts = len(found) >= _FEWEST_NUMBERS and steps.count(1) >= _MOSTLY * len(steps)
    return found if counts and len(found) >= _MOSTLY * len(texts) - 1 else []


def _part(line: CellLine, begin: int, end: int, width: int) -> CellLine:
    """One block of a line, in the columns of the first."""
    cells = line.cells[begin:end]
    cells += [[] for _column in range(width - len(cells))]
    return CellLine((line.page[0], int(begin > 0)), line.y, line.size, cells, line.is_text)


def _are_numbered_texts(lines: Sequence[CellLine]) -> bool:
    """Whether a table is nothing but numbers before text."""
    rows = [line for line in lines if len(line.filled) > 1]
    if any(line.filled != [0, 1] for line in rows):
        return all(len(line.filled) == 1 for line in lines)
    return sum(NUMBER.fullmatch(text_of(line.cells[0])) is not None for line in rows) >= _MOSTLY * len(rows)


def _table_of_text(lines: Sequence[PdfLine], spread: Sequence[CellLine]) -> Table:
    """Lines as those of a text file; `spread` has them where they stand in several blocks."""
    texts = [" ".join(filter(None, map(text_of, line.cells))) for line in spread] or _with_gaps(lines)
    return table_of_text("\n".join(texts), MOST_LINES)


def _with_gaps(lines: Sequence[PdfLine]) -> list[str]:
    """Lines of text, with an empty one where two lie further apart than most."""
    apart = [one.y - two.y if one.page == two.page else 0.0 for one, two in pairwise(lines)]
    usual = sorted(apart)[len(apart) // 2] if apart else 0.0
    texts = [line.text for line in lines[:1]]
    for gap, line in zip(apart, lines[1:], strict=True):
        texts += ["", line.text] if gap > _WIDE_GAP * usual > 0 else [line.text]
    return texts
