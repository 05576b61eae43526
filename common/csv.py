"""Tables as CSV for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

BYTE_ORDER_MARK = "\ufeff"
"""Spreadsheets take a CSV file for UTF-8 when it begins with this."""
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")

Cell = str | int | None


def to_csv(lines: Iterable[Sequence[Cell]]) -> str:
    """Lines as CSV that a spreadsheet opens as text: what looks like a formula gets an apostrophe in front."""
    output = io.StringIO()
    writer = csv.writer(output)
    for line in lines:
        writer.writerow([_harmless(cell) for cell in line])
    return BYTE_ORDER_MARK + output.getvalue()


def _harmless(cell: Cell) -> Cell:
    if isinstance(cell, str) and cell.startswith(FORMULA_STARTS):
        return f"'{cell}"
    return cell
