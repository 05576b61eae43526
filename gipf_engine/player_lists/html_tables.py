"""Tables of a page: files that programs save as HTML, and what the clipboard holds of a page."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from gipf_engine.player_lists.chat_signs import as_struck
from gipf_engine.player_lists.meanings import Sheet, Table

_LOOKS_LIKE = re.compile(r"<(?:table|!doctype html|html|tr)\b", re.IGNORECASE)
_LOOKED_AT = 4_000
_MOST_TABLES = 50
_MOST_SPAN = 60
_SILENT = frozenset({"script", "style", "template", "noscript"})
_BREAKS = frozenset({"br", "p", "div", "li"})
_STRIKES = frozenset({"s", "strike", "del"})
_STRUCK_STYLE = re.compile(r"line-through", re.IGNORECASE)


def is_html(text: str) -> bool:
    """Whether a text is a page, or a part of one with a table."""
    return text.lstrip()[:1] == "<" and _LOOKS_LIKE.search(text[:_LOOKED_AT]) is not None


def tables_of_page(text: str, most_lines: int, most_columns: int) -> list[Sheet]:
    """The tables with more than one cell, one a sheet. A table within a cell is a table of its own."""
    reader = _Tables(most_lines, most_columns)
    reader.feed(text)
    reader.close()
    return reader.sheets()


class _Open:
    """A table that is not ended yet."""

    def __init__(self) -> None:
        self.lines: Table = []
        self.caption = ""
        self.cell: list[str] | None = None
        self.is_line_struck = False
        self.is_cell_struck = False
        self.span = 1
        self.rows = 1
        self.hanging: dict[int, tuple[str, int]] = {}
        """What reaches down into this line, by column: its text, and into how many lines."""
        self.in_caption = False

    def begin_line(self) -> None:
        self.hanging = {place: (text, lines - 1) for place, (text, lines) in self.hanging.items() if lines > 1}
        self.lines.append([])


class _Tables(HTMLParser):
    def __init__(self, most_lines: int, most_columns: int) -> None:
        super().__init__(convert_charrefs=True)
        self._most_lines, self._most_columns = most_lines, most_columns
        self._open: list[_Open] = []
        self._all: list[_Open] = []
        self._silent = 0

    def sheets(self) -> list[Sheet]:
        found = []
        for table in self._all:
            self._end_cell(table)
            lines = [line for line in table.lines if line]
            if sum(map(len, lines)) > 1:
                found.append(Sheet(" ".join(table.caption.split())[:80], lines))
        return found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT:
            self._silent += 1
        is_table = tag == "table" and len(self._all) < _MOST_TABLES
        if is_table or (tag == "tr" and not self._open):  # a clipboard may hold lines without their table
            self._open.append(_Open())
            self._all.append(self._open[-1])
        if not self._open:
            return
        self._begin_inside(self._open[-1], tag, attrs)

    def _begin_inside(self, table: _Open, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A line, a cell or something in it begins."""
        is_struck = tag in _STRIKES or _STRUCK_STYLE.search(dict(attrs).get("style") or "") is not None
        if table.cell is not None and tag not in ("td", "th", "tr"):
            table.is_cell_struck |= is_struck
        if tag == "tr":
            self._end_cell(table)
            self._end_line(table)
            table.is_line_struck = is_struck
            if len(table.lines) <= self._most_lines:
                table.begin_line()
        elif tag in ("td", "th"):
            self._end_cell(table)
            table.is_cell_struck = is_struck or table.is_line_struck
            table.cell, table.span, table.rows = (
                [],
                _span(dict(attrs).get("colspan")),
                _span(dict(attrs).get("rowspan")),
            )
        elif tag in _BREAKS and table.cell is not None:
            table.cell.append(" ")
        elif tag == "caption":
            table.in_caption = True

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        if not self._open:
            return
        table = self._open[-1]
        if tag in ("td", "th", "tr"):
            self._end_cell(table)
        elif tag == "caption":
            table.in_caption = False
        elif tag == "table":
            self._end_cell(table)
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not self._open or self._silent:
            return
        table = self._open[-1]
        if table.cell is not None:
            table.cell.append(data)
        elif table.in_caption:
            table.caption += data

    def _end_cell(self, table: _Open) -> None:
        if table.cell is None:
            return
        text, table.cell = " ".join("".join(table.cell).split()), None
        text = as_struck(text) if table.is_cell_struck else text
        if not table.lines:
            table.lines.append([])
        line = table.lines[-1]
        self._fill_from_above(table, line)
        if table.rows > 1:
            table.hanging |= {
                len(line) + offset: (text if not offset else "", table.rows) for offset in range(table.span)
            }
        line += [text, *[""] * (table.span - 1)][: self._most_columns - len(line)]

    def _end_line(self, table: _Open) -> None:
        if table.lines:
            self._fill_from_above(table, table.lines[-1])

    def _fill_from_above(self, table: _Open, line: list[str]) -> None:
        """Cells that stand beside the next one and began in a line above: a heading of two lines, a club of three."""
        while len(line) in table.hanging and len(line) < self._most_columns:
            line.append(table.hanging[len(line)][0])


def _span(text: str | None) -> int:
    return (
        min(int(text), _MOST_SPAN)
        if text and text.isascii() and text.isdecimal() and len(text) < 5 and int(text)
        else 1
    )
