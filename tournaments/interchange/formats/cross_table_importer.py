"""Cross tables of Swiss-Manager and chess-results, as XLSX, ODS, page or text: players and results by round."""

from __future__ import annotations

import csv

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.cross_tables import NoCrossTable, round_columns, trf_of_cross_table
from gipf_engine.player_lists.html_tables import is_html
from gipf_engine.player_lists.text_tables import TooManyLines, table_of_text
from tournaments.core.errors import EventRefused
from tournaments.entries.lists.player_lists import read_list
from tournaments.entries.lists.tables import read_file
from tournaments.interchange.formats.imported_event import FileRefused, ImportedEvent
from tournaments.interchange.formats.importers import FALLBACK, IMPORTERS, Importer, ImportOptions, register

_LOOKED_AT = 20_000
"""Bytes in which the heads of a text are looked for."""
_ZIP = b"PK\x03\x04"
_UNNAMED = "Tournament"


@register
class CrossTableImporter(Importer):
    """A cross table: what TRF would say, in cells such as "5w1"."""

    key = "cross-table"
    name = _("cross table of another program")

    def recognizes(self, data: bytes) -> bool:
        """A workbook, or text with columns of names and of rounds."""
        if data.startswith(_ZIP):
            return True
        text = data[:_LOOKED_AT].decode("utf-8", "replace")
        if is_html(text):
            return True
        try:
            return bool(round_columns(table_of_text(text, _LOOKED_AT)))
        except (csv.Error, TooManyLines):
            return False

    def parse(self, data: bytes, options: ImportOptions) -> ImportedEvent:
        """The event in a file, by way of TRF, whose rules hold for it too. Raises FileRefused."""
        try:
            file = read_file(data)
        except EventRefused as refused:
            raise FileRefused([refused.message]) from refused
        sheet = next((place for place, each in enumerate(file.sheets) if round_columns(each.table)), None)
        found = read_list(file, options.today, sheet=sheet)
        try:
            text = trf_of_cross_table(file.sheets[found.sheet].table, found.read, options.name or _UNNAMED)
        except NoCrossTable as error:
            raise FileRefused([_with_line(each.line, each.message) for each in error.problems]) from error
        return IMPORTERS[FALLBACK].parse(text.encode(), options)


def _with_line(line: int, message: Message) -> Message:
    return Message(_("line %(number)d: %(what)s"), {"number": line, "what": message}) if line else message
