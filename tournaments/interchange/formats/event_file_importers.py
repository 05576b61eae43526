"""Files of other programs (`gipf_engine.event_files`): each of their formats is one here, read by way of TRF."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from common.computed_apart import compute_apart, seat
from common.computed_once import free_for_all
from common.limited_process import LimitReached, Limits, WorkFailed
from common.message_json import from_json
from common.release import release
from gipf_engine.event_files.convert import converted
from gipf_engine.event_files.event import EventFileError
from gipf_engine.event_files.formats import FORMATS, LOOKED_AT, EventFormat, TableFormat, table_format_of
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.html_tables import is_html
from gipf_engine.player_lists.meanings import Sheet
from gipf_engine.player_lists.rows import Reading
from gipf_engine.player_lists.text_tables import TooManyLines, table_of_text
from gipf_engine.tournament.trf import Note, TrfError, TrfFile, read
from players.core.countries import countries
from players.names import NotAName, clean_name
from tournaments.core.errors import EventRefused
from tournaments.entries.lists.countries import country_of
from tournaments.entries.lists.tables import is_pdf, read_file
from tournaments.interchange.formats.imported_event import FileRefused, ImportedEntry, ImportedEvent
from tournaments.interchange.formats.importers import IMPORTERS, Importer, ImportOptions
from tournaments.interchange.formats.trf_importer import event_of_trf

LIMITS = Limits(cpu_seconds=20, wall_seconds=40, memory=400 * 2**20)
KEEP_SECONDS = 600
_WORK = "gipf_engine.event_files.convert:convert"
_TABLE_LOOKED_AT = 20_000
"""Characters in which the heads of a text are looked for."""
_ZIP = b"PK\x03\x04"
_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_LONGEST_CLUB = 80


class EventFileImporter(Importer):
    """A format of text: it is read in a process of its own, since its input may make that expensive."""

    def __init__(self, read_as: EventFormat) -> None:
        self._format = read_as
        self.key, self.name = read_as.key, read_as.name

    def recognizes(self, data: bytes) -> bool:
        """What the format itself recognises."""
        return self._format.recognizes(_start_of(data, LOOKED_AT))

    def parse(self, data: bytes, options: ImportOptions) -> ImportedEvent:
        """The event in a file. Raises FileRefused with everything that is wrong."""
        sent = self.key.encode() + b"\n" + data
        key = f"event-file:{release()}:{hashlib.sha256(sent).hexdigest()}"
        try:
            with seat():
                made = compute_apart(key, _WORK, sent, LIMITS, admit=free_for_all, keep_seconds=KEEP_SECONDS)
        except LimitReached as error:
            raise FileRefused([Message(_("This file is too complex to be read."))]) from error
        except WorkFailed as error:
            raise FileRefused([Message(_("This file is damaged, or not what it looks like."))]) from error
        found = json.loads(made)
        if "problems" in found:
            raise FileRefused(_messages(found["problems"]))
        return replace(_event_of(found["event"], options), source=self.name)


class TableImporter(Importer):
    """Workbooks, PDF files, pages and text with tables of results: `gipf_engine.event_files` says which."""

    key = "tables"
    name = _("tables of results (XLSX, ODS, PDF, web page, CSV, text)")

    def recognizes(self, data: bytes) -> bool:
        """A workbook, a PDF, a page, or text with a table of a known format."""
        if data.startswith(_ZIP) or is_pdf(data):
            return True
        text = _start_of(data, _TABLE_LOOKED_AT)
        if is_html(text):
            return True
        try:
            table = table_of_text(text, _TABLE_LOOKED_AT)
        except (csv.Error, TooManyLines):
            return False
        return table_format_of([Sheet("", table)]) is not None

    def parse(self, data: bytes, options: ImportOptions) -> ImportedEvent:
        """The event in a file. Raises FileRefused with everything that is wrong."""
        try:
            sheets = read_file(data).sheets
        except EventRefused as refused:
            raise FileRefused([refused.message]) from refused
        found = table_format_of(sheets)
        if found is None:
            template = _("no column of a round was found: use a cross table, or the pairings of all rounds")
            raise FileRefused([Message(template)])
        return replace(self._read_tables(found, sheets, options), source=found.name)

    def _read_tables(self, found: TableFormat, sheets: Sequence[Sheet], options: ImportOptions) -> ImportedEvent:
        try:
            event = converted(found.read(sheets, Reading(options.today, _clean, country_of)))
        except EventFileError as error:
            raise FileRefused(error.problems) from error
        values = {name: getattr(event, name) for name in [field.name for field in fields(event)]}
        return _event_of(values, options)


for _format in FORMATS.values():
    IMPORTERS.add(_format.key, EventFileImporter(_format))
IMPORTERS.add(TableImporter.key, TableImporter())


def _start_of(data: bytes, most: int) -> str:
    """The first characters of a file, as well as they can be read."""
    encoding = _MARKS.get(data[:2], "utf-8")
    return data[: most - most % 2].decode(encoding, "replace").removeprefix("\ufeff")


def _clean(name: str) -> str | Message:
    try:
        return clean_name(name)
    except NotAName as error:
        return error.message


def _messages(values: Sequence[Mapping[str, Any]]) -> list[Message]:
    return [message for each in values if (message := from_json(each)) is not None]


def _event_of(found: Mapping[str, Any], options: ImportOptions) -> ImportedEvent:
    """The event of what `convert` made, with whole names and clubs, for which TRF has no place."""
    names = {int(number): str(name) for number, name in found["names"].items()}
    wrong = [(name, why) for name in names.values() if isinstance(why := _clean(name), Message)]
    if wrong:
        raise FileRefused([_of_player(name[:40], why) for name, why in wrong])
    text, by_line = str(found["trf"]), bool(found["by_line"])
    try:
        file = read(text)
    except TrfError as error:
        raise FileRefused([_without_trf(note, names, by_line) for note in error.problems]) from error
    entrants = tuple(replace(each, name=names[each.number]) for each in file.table.entrants)
    event = event_of_trf(text.encode(), TrfFile(replace(file.table, entrants=entrants), file.document, ()), options)
    repairs = [_without_trf(note, names, by_line) for note in file.repairs]
    more = [{int(number): str(text) for number, text in found[name].items()} for name in ("clubs", "countries")]
    entries = tuple(_with_more(entry, *(each.get(entry.ref, "") for each in more)) for entry in event.entries)
    return replace(event, entries=entries, repairs=(*_messages(found["notes"]), *repairs, *event.repairs))


def _with_more(entry: ImportedEntry, club: str, country: str) -> ImportedEntry:
    details = {**entry.details, "club": club[:_LONGEST_CLUB]} if club else entry.details
    is_known = bool(country) and country in {code for code, _name in countries()}
    return replace(entry, details=details, country=entry.country or (country if is_known else ""))


def _without_trf(note: Note, names: Mapping[int, str], by_line: bool) -> Message:
    """What the reader of TRF says, without the line of TRF that no one has: with the file's own line or the player."""
    if by_line and note.number:
        return Message(_("line %(number)d: %(what)s"), {"number": note.number, "what": note.message})
    number = note.text[4:8].strip() if note.text.startswith("001") else ""
    name = names.get(int(number)) if number.isdecimal() else None
    return _of_player(name, note.message) if name is not None else note.message


def _of_player(name: str, what: Message) -> Message:
    return Message(_("%(name)s: %(what)s"), {"name": name, "what": what})
