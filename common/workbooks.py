"""The sheets of a workbook, a page or a document, read in a process of its own (`common.limited_process`)."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterable
from datetime import date, datetime
from typing import TYPE_CHECKING

from gipf_engine.player_lists import documents, html_tables, json_texts
from gipf_engine.player_lists.chat_signs import as_struck
from gipf_engine.player_lists.decoding import decode
from gipf_engine.player_lists.meanings import Sheet
from gipf_engine.player_lists.text_tables import TooManyLines, table_of_text

if TYPE_CHECKING:
    from openpyxl import Cell

MOST_LINES = 2_000
MOST_COLUMNS = 60
MOST_SHEETS = 30
LONGEST_CELL = 200
MOST_TEXT = 12_000_000
"""Characters of all sheets together."""
_ZIP = b"PK"
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"')
_MOST_MERGED = 2_000


def read_sheets(data: bytes) -> bytes:
    """All sheets as JSON: a name and lines of text each, one line more than is taken where there are more.

    `data` is XLSX, ODS, or UTF-8: a page, a tournament of OpenGotha, objects of JSON.
    """
    if data.startswith(_ZIP):
        is_open = documents.is_open_document(data)
        sheets = (
            documents.sheets_of_open_document(data, MOST_LINES, MOST_COLUMNS) if is_open else _sheets_of_excel(data)
        )
    else:
        sheets = _sheets_of_text(data)
    tables = [[sheet.name, list(map(cells_of, sheet.table))] for sheet in sheets[:MOST_SHEETS]]
    made = json.dumps(tables, ensure_ascii=False).encode()
    if len(made) > MOST_TEXT:
        raise MemoryError  # which ends this process as its limit would
    return made


class NoList(Exception):
    """A text that holds no list; `why` is a key of what a page says."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def sheets_of_text(data: bytes, chosen: str = "") -> tuple[list[Sheet], str] | None:
    """The table of a plain text, and its encoding; None for a document (`read_sheets`). Raises NoList."""
    try:
        text, encoding = decode(data, chosen)
    except UnicodeDecodeError:
        raise NoList("text") from None
    if is_document(text):
        return None
    try:
        return [Sheet("", [cells_of(line) for line in table_of_text(text, MOST_LINES)])], encoding
    except TooManyLines:
        raise NoList("lines") from None
    except csv.Error:
        raise NoList("csv") from None


def read_text(data: bytes) -> bytes:
    """The sheets of a large text as JSON: its encoding and the tables, or why there is none.

    `data` is the encoding that was chosen, the end of a line, and the text.
    """
    chosen, _end, content = data.partition(b"\n")
    try:
        found = sheets_of_text(content, chosen.decode())
    except NoList as error:
        return json.dumps({"why": error.why}).encode()
    if found is None:
        text, encoding = decode(content, chosen.decode())
        return json.dumps({"encoding": encoding, "sheets": json.loads(read_sheets(text.encode()))}).encode()
    sheets, encoding = found
    tables = [[sheet.name, list(map(cells_of, sheet.table))] for sheet in sheets]
    return json.dumps({"encoding": encoding, "sheets": tables}).encode()


def is_document(text: str) -> bool:
    """Whether a text is one of those that `read_sheets` reads."""
    kinds = (html_tables.is_html, documents.is_open_gotha, documents.is_player_xml, json_texts.is_json_lines)
    return any(is_one(text) for is_one in kinds)


def _sheets_of_text(data: bytes) -> list[Sheet]:
    text = data.decode()
    if documents.is_open_gotha(text):
        return documents.sheets_of_open_gotha(data)
    if documents.is_player_xml(text):
        return documents.sheets_of_player_xml(data, MOST_LINES)
    if json_texts.is_json_lines(text):
        return json_texts.sheets_of_json(text, MOST_LINES)
    return html_tables.tables_of_page(text, MOST_LINES, MOST_COLUMNS)


def _sheets_of_excel(data: bytes) -> list[Sheet]:
    from openpyxl import load_workbook  # in its own process alone

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    try:
        sheets = []
        for sheet in book.worksheets[:MOST_SHEETS]:
            sheet.reset_dimensions()  # a file may say that it has a million columns
            rows = sheet.iter_rows(max_row=MOST_LINES + 1, max_col=MOST_COLUMNS)
            table = [[_text_of_excel(cell) for cell in row] for row in rows]
            _fill_merged(table, _merged_ranges(data, sheet._worksheet_path))
            sheets.append(Sheet(sheet.title[:80], table))
        return sheets
    finally:
        book.close()


def _text_of_excel(cell: Cell) -> str:
    """The text of a cell of Excel, marked where its font is struck through."""
    if cell.value is None:
        return ""
    text = _text(cell.value)
    return as_struck(text) if cell.font is not None and cell.font.strike else text


def _merged_ranges(data: bytes, path: str) -> list[tuple[int, int, int]]:
    """The cells of a sheet that reach over several lines: column, first and last line, each from 0."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        found = _MERGED.findall(archive.read(path.lstrip("/")))
    ranges = []
    for letters, first, last in found[:_MOST_MERGED]:
        column = 0
        for letter in letters:
            column = column * 26 + letter - ord("A") + 1
        ranges.append((column - 1, int(first) - 1, min(int(last), MOST_LINES + 1) - 1))
    return [(column, first, last) for column, first, last in ranges if first < last]


def _fill_merged(table: list[list[str]], ranges: Iterable[tuple[int, int, int]]) -> None:
    """What reaches over several lines is said in each of them: the club of three players."""
    for column, first, last in ranges:
        if first >= len(table) or column >= len(table[first]):
            continue
        for line in table[first + 1 : last + 1]:
            if column < len(line) and not line[column]:
                line[column] = table[first][column]


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
