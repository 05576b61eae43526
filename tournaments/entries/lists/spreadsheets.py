"""Tables of text out of files: CSV, TSV and XLSX, each read no further than a list of players may need.

A cell of a spreadsheet is what its last reader saw in it: of a formula its value, never the formula. Numbers that are
whole are written without a point.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterable

from common.computed_apart import compute_apart, seat
from common.computed_once import Admit, free_for_all
from common.limited_process import LimitReached, Limits, WorkFailed
from common.release import release
from common.workbooks import MOST_LINES, cells_of
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from tournaments.core.errors import EventRefused

LARGEST = 1024 * 1024
"""Bytes of a file."""
MOST_UNPACKED = 16 * 1024 * 1024
"""Bytes that a workbook may have once it is unpacked, all its parts together."""
MOST_PARTS = 500
LIMITS = Limits(cpu_seconds=8, wall_seconds=20, memory=400 * 2**20)
KEEP_SECONDS = 600
_WORK = "common.workbooks:read_first_sheet"
_ZIP = b"PK"
_ENCODINGS = ("utf-8-sig", "cp1252")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_SEPARATORS = "\t;,"

Table = list[list[str]]
"""Lines of cells, each without white space around it."""


def read_table(data: bytes, admit: Admit = free_for_all) -> Table:
    """The lines of a file; of a workbook those of its first sheet. Raises `EventRefused` for what is no table.

    A workbook is read in a process of its own: then `admit` is called first, which may raise TooMany, and
    `BeingComputedError` says that others are being read.
    """
    if len(data) > LARGEST:
        raise _refused(_("The file is larger than 1 MB."))
    lines = _read_workbook(data, admit) if data.startswith(_ZIP) else _read_text(_decode(data))
    if not any(any(line) for line in lines):
        raise _refused(_("There is nothing in this file."))
    return lines


def _read_workbook(data: bytes, admit: Admit) -> Table:
    _check_size(data)
    key = f"workbook:{release()}:{hashlib.sha256(data).hexdigest()}"
    try:
        with seat():
            made = compute_apart(key, _WORK, data, LIMITS, admit=admit, keep_seconds=KEEP_SECONDS)
    except LimitReached as error:
        raise _refused(_("This workbook takes too much to read: save its first sheet as CSV.")) from error
    except WorkFailed as error:  # openpyxl raises whatever its parts do for a damaged workbook
        raise _refused(_("This workbook cannot be read: save it again as XLSX, or as CSV.")) from error
    lines: Table = json.loads(made)
    if len(lines) > MOST_LINES:
        raise _refused(_("The file has too many lines for a list of players."))
    return lines


def _check_size(data: bytes) -> None:
    """Refuse an archive that would unpack to too much. ZIP reads no further than the sizes that it names."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError) as error:
        raise _refused(_("This workbook cannot be read: save it again as XLSX, or as CSV.")) from error
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise _refused(_("This workbook is too large once it is unpacked."))


def _read_text(text: str) -> Table:
    head = text[:4_000]
    separator = max(_SEPARATORS, key=head.count)
    if separator not in head or (separator == "," and _is_prose(head)):
        return _read_lines([line] for line in text.splitlines())
    try:
        return _read_lines(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error as error:
        raise _refused(_("This file cannot be read as CSV.")) from error


def _is_prose(text: str) -> bool:
    """Whether commas stand within names ("Byron, Ada"): one in a line, with a space behind it, and nothing quoted."""
    lines = [line for line in text.splitlines() if "," in line]
    return '"' not in text and all(line.count(",") == 1 and re.search(r",\s", line) for line in lines)


def _decode(data: bytes) -> str:
    """The text of a file, as spreadsheets write it: UTF-8, UTF-16 with its mark, or Windows' western letters."""
    encodings = ("utf-16",) if data.startswith(_UTF16) else _ENCODINGS
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise _refused(_("This is not a text file, and not XLSX either."))


def _read_lines(rows: Iterable[Iterable[object]]) -> Table:
    lines: Table = []
    for row in rows:
        if len(lines) == MOST_LINES:
            raise _refused(_("The file has too many lines for a list of players."))
        lines.append(cells_of(row))
    return lines


def _refused(template: str) -> EventRefused:
    return EventRefused(Message(template), field="file")
