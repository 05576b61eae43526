"""A file of players as sheets of text, each read no further than a list of players may need.

A cell of a spreadsheet is what its last reader saw in it: of a formula its value, never the formula. Numbers that
are whole are written without a point.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass

from common.computed_apart import compute_apart, seat
from common.computed_once import Admit, free_for_all
from common.limited_process import LimitReached, Limits, WorkFailed
from common.release import release
from common.workbooks import MOST_LINES, NoList, sheets_of_text
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.decoding import ENCODINGS, decode
from gipf_engine.player_lists.meanings import Sheet
from players.uploads.services import refuse_too_large
from tournaments.core.errors import EventRefused

READ_HERE = 1024 * 1024
"""Bytes of a text that the web process reads itself."""
MOST_ENDS = 200_000
"""Ends of lines in a text of any kind: one with more holds no list, and is not read."""
MOST_UNPACKED = 16 * 1024 * 1024
"""Bytes that a workbook may have once it is unpacked, all its parts together."""
MOST_PARTS = 500
LIMITS = Limits(cpu_seconds=8, wall_seconds=20, memory=400 * 2**20)
KEEP_SECONDS = 600
_WORK, _TEXT = "common.workbooks:read_sheets", "common.workbooks:read_text"
_PAGES = "common.pdf.sheets:read_pdf"
_ZIP, _OLD_EXCEL, _PDF = b"PK", b"\xd0\xcf\x11\xe0", b"%PDF-"
_PDF_WITHIN = 1024
"""Bytes that may stand before the head of a PDF."""
_TOO_COMPLEX = _("This workbook is too complex: save its first sheet as CSV.")
_DAMAGED = _("This workbook cannot be read: save it again as XLSX, or as CSV.")
_NO_TABLE = _("No table found in this file: save the list as XLSX or CSV.")
_TOO_MANY_LINES = _("The file has too many lines.")
_EMPTY = _("The file is empty.")
_NO_LIST = {
    "text": _("The file is neither text nor a workbook that can be read here."),
    "lines": _TOO_MANY_LINES,
    "csv": _("This file cannot be read as CSV."),
    "empty": _EMPTY,
    "password": _("This PDF cannot be opened without its password: save it without one."),
    "pictures": _("This PDF has pictures of text, which cannot be read: save the list as XLSX or CSV, or type it in."),
}


FILE_HELP = _("XLSX, ODS, CSV, PDF, text or a saved web page.")
READING_OTHERS = _("The server is busy reading other files. Try again in a few seconds.")


@dataclass(frozen=True, slots=True)
class ListFile:
    """A file that may hold a list: its sheets that hold something, and the encoding of a text ("" of a workbook)."""

    sheets: Sequence[Sheet]
    encoding: str = ""

    @property
    def encoding_name(self) -> str:
        """The encoding as people call it."""
        return ENCODINGS.get(self.encoding, "")


def read_file(data: bytes, admit: Admit = free_for_all, encoding: str = "") -> ListFile:
    """The sheets of a file. `encoding` says how a text is written. Raises `EventRefused` for what is no table.

    Workbooks, PDF files, pages and documents are read in a process of its own: then `admit` is called first, which
    may raise TooMany, and `BeingComputedError` says that others are being read.
    """
    refuse_too_large(len(data))
    if data.startswith(_OLD_EXCEL):
        raise _refused(_("Old XLS files cannot be read: save the list as XLSX or CSV."))
    if data.startswith(_ZIP):
        found = _read_workbook(data, admit)
    elif is_pdf(data):
        found = _read_pdf(data, admit)
    else:
        found = _read_text(data, admit, encoding)
    filled = [sheet for sheet in found.sheets if any(any(line) for line in sheet.table)]
    if not filled:
        raise _refused(_EMPTY)
    if any(len(sheet.table) > MOST_LINES for sheet in filled):
        raise _refused(_TOO_MANY_LINES)
    return ListFile(filled, found.encoding)


def _read_workbook(data: bytes, admit: Admit) -> ListFile:
    _check_size(data)
    try:
        return ListFile(_read_apart(data, admit))
    except LimitReached as error:
        raise _refused(_TOO_COMPLEX) from error
    except WorkFailed as error:  # openpyxl raises whatever its parts do for a damaged workbook
        raise _refused(_DAMAGED) from error


def is_pdf(data: bytes) -> bool:
    """Whether a file is a PDF; some begin with a mark or a few blanks."""
    return data[:_PDF_WITHIN].lstrip(b"\xef\xbb\xbf\0\t\r\n ").startswith(_PDF)


def _read_pdf(data: bytes, admit: Admit) -> ListFile:
    try:
        return _made_file(_compute(_PAGES, data, admit))
    except LimitReached as error:
        raise _refused(_("This PDF is too complex: save the list as XLSX or CSV.")) from error
    except WorkFailed as error:  # pdfminer raises whatever its parts do for a damaged file
        raise _refused(_("This PDF cannot be read: save it again, or save the list as XLSX or CSV.")) from error


def _read_apart(data: bytes, admit: Admit) -> list[Sheet]:
    return [Sheet(name, table) for name, table in json.loads(_compute(_WORK, data, admit))]


def _compute(work: str, data: bytes, admit: Admit) -> bytes:
    key = f"{work}:{release()}:{hashlib.sha256(data).hexdigest()}"
    with seat():
        return compute_apart(key, work, data, LIMITS, admit=admit, keep_seconds=KEEP_SECONDS)


def _check_size(data: bytes) -> None:
    """Refuse an archive that would unpack to too much. ZIP reads no further than the sizes that it names."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError) as error:
        raise _refused(_DAMAGED) from error
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise _refused(_("This workbook is too large when unpacked."))


def _read_text(data: bytes, admit: Admit, chosen: str) -> ListFile:
    if max(data.count(b"\n"), data.count(b"\r")) > MOST_ENDS:
        raise _refused(_TOO_MANY_LINES)
    if len(data) > READ_HERE:
        return _read_large_text(data, admit, chosen)
    try:
        found = sheets_of_text(data, chosen)
    except NoList as error:
        raise _refused(_NO_LIST[error.why]) from error
    if found is not None:
        return ListFile(*found)
    text, encoding = decode(data, chosen)
    try:
        sheets = _read_apart(text.encode(), admit)
    except (LimitReached, WorkFailed) as error:
        raise _refused(_NO_TABLE) from error
    if not sheets:
        raise _refused(_NO_TABLE)
    return ListFile(sheets, encoding)


def _read_large_text(data: bytes, admit: Admit, chosen: str) -> ListFile:
    """A text that may take much memory before it is known that it is no list."""
    try:
        return _made_file(_compute(_TEXT, chosen.encode() + b"\n" + data, admit))
    except (LimitReached, WorkFailed) as error:
        raise _refused(_NO_TABLE) from error


def _made_file(computed: bytes) -> ListFile:
    made = json.loads(computed)
    if "why" in made:
        raise _refused(_NO_LIST[made["why"]])
    if not made["sheets"]:
        raise _refused(_NO_TABLE)
    return ListFile([Sheet(name, table) for name, table in made["sheets"]], made["encoding"])


def _refused(template: str) -> EventRefused:
    return EventRefused(Message(template), field="file")
