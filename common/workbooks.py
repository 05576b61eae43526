"""The cells of a workbook's first sheet, read in a process of its own (`common.limited_process`)."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from datetime import date, datetime

MOST_LINES = 2_000
MOST_COLUMNS = 60
LONGEST_CELL = 200


def read_first_sheet(data: bytes) -> bytes:
    """Its lines of text as JSON, one more than are taken where there are more."""
    from openpyxl import load_workbook  # in its own process alone

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    try:
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # a file may say that it has a million columns
        rows = sheet.iter_rows(max_row=MOST_LINES + 1, max_col=MOST_COLUMNS, values_only=True)
        return json.dumps([cells_of(row) for row in rows]).encode()
    finally:
        book.close()


def cells_of(row: Iterable[object]) -> list[str]:
    """The texts of a line, no more of them and none longer than a list of players needs."""
    return [_text(cell) for _number, cell in zip(range(MOST_COLUMNS), row, strict=False)]


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    if isinstance(cell, datetime):
        cell = cell.date()
    if isinstance(cell, date):
        return cell.isoformat()
    return " ".join(str(cell).split())[:LONGEST_CELL]
