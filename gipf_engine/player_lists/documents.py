"""Documents in XML as tables: ODS, tournaments of OpenGotha, lists of players of FIDE."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Set as AbstractSet
from xml.etree import ElementTree

from gipf_engine.player_lists.chat_signs import as_struck
from gipf_engine.player_lists.meanings import Sheet, Table

_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_ENTITY = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_OPEN_GOTHA = (
    *("name", "firstName", "rating", "rank", "country", "club"),
    *("egfPin", "ffgLicence", "agaId", "registeringStatus"),
)
"""Attributes of a player there that are shown; those that no player has are left out."""
_MOST_SHEETS = 50
_PLAYER_XML = re.compile(r"<(\w+)>\s*<player>\s*<(?!player)\w+>")


class NoDocument(ValueError):
    """The file is damaged, or none of these."""


def is_open_document(data: bytes) -> bool:
    """Whether an archive is a spreadsheet of OpenDocument."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return "content.xml" in archive.namelist()


def sheets_of_open_document(data: bytes, most_lines: int, most_columns: int) -> list[Sheet]:
    """The sheets of an ODS. Cells and lines that are repeated are repeated no further than is read."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open("content.xml") as content:
        content_xml = content.read()
    _refuse_entities(content_xml)
    sheets: list[Sheet] = []
    table: Table = []
    struck: set[str] = set()
    hanging: dict[int, tuple[str, int]] = {}
    for event, element in ElementTree.iterparse(io.BytesIO(content_xml), ("start", "end")):  # noqa: S314  in a process of its own, without entities
        if event == "end" and element.tag == f"{_STYLE}style" and _strikes(element):
            struck.add(element.get(f"{_STYLE}name", ""))
        if element.tag == f"{_TABLE}table":
            if event == "start":
                table, hanging = [], {}
            else:
                sheets.append(Sheet(element.get(f"{_TABLE}name", "")[:80], _without_empty_end(table)))
                element.clear()
        elif event == "end" and element.tag == f"{_TABLE}table-row":
            line = _cells(element, most_columns, struck, hanging)
            times = _times(element, "rows") if any(line) else min(_times(element, "rows"), 2)
            table += [list(line) for _time in range(min(times, most_lines + 1 - len(table)))]
            element.clear()
        if len(sheets) == _MOST_SHEETS:
            break
    return sheets


def _cells(
    row: ElementTree.Element, most: int, struck: AbstractSet[str], hanging: dict[int, tuple[str, int]]
) -> list[str]:
    """The cells of a line. `hanging`: by column what reaches down into it from above, and into how many lines."""
    cells: list[str] = []
    for cell in row:
        if cell.tag not in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            continue
        place = len(cells)
        text, lines = hanging.pop(place, ("", 0)) if cell.tag.endswith("covered-table-cell") else ("", 0)
        if lines > 1:
            hanging[place] = text, lines - 1
        text = text or _text_of_cell(cell, struck)
        if (spanned := _times(cell, "rows", "spanned")) > 1 and text:
            hanging[place] = text, spanned - 1
        times = min(_times(cell, "columns"), most - len(cells))
        cells += [text, *[""] * (times - 1)][:times] if cell.tag.endswith("covered-table-cell") else [text] * times
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _strikes(style: ElementTree.Element) -> bool:
    """Whether a style strikes text through."""
    properties = style.find(f"{_STYLE}text-properties")
    line = properties.get(f"{_STYLE}text-line-through-style", "none") if properties is not None else "none"
    return line != "none"


def _text_of_cell(cell: ElementTree.Element, struck: AbstractSet[str]) -> str:
    """What is seen in a cell; of a number or a date its value, as its look depends on the country."""
    kind = cell.get(f"{_OFFICE}value-type")
    if kind == "float" and (value := cell.get(f"{_OFFICE}value")):
        return value.removesuffix(".0")
    if kind == "date" and (value := cell.get(f"{_OFFICE}date-value")):
        return value[:10]
    text = " ".join(" ".join("".join(each.itertext()) for each in cell.iter(f"{_TEXT}p")).split())
    styles = {cell.get(f"{_TABLE}style-name", ""), *(span.get(f"{_TEXT}style-name", "") for span in cell.iter())}
    return as_struck(text) if struck & styles else text


def _times(element: ElementTree.Element, what: str, how: str = "repeated") -> int:
    text = element.get(f"{_TABLE}number-{what}-{how}", "1")
    return max(1, int(text)) if text.isascii() and text.isdecimal() and len(text) < 9 else 1


def _without_empty_end(table: Table) -> Table:
    while table and not any(table[-1]):
        table.pop()
    return table


def _refuse_entities(data: bytes) -> None:
    if _ENTITY.search(data):
        raise NoDocument("a document with entities of its own")


def is_open_gotha(text: str) -> bool:
    """Whether a text is a tournament of OpenGotha."""
    return text.lstrip().startswith("<?xml") and "<Tournament" in text[:2_000] and "<Players" in text


def sheets_of_open_gotha(data: bytes) -> list[Sheet]:
    """Its players. Its attributes are the heads; games and pairing are not read."""
    _refuse_entities(data)
    try:
        root = ElementTree.fromstring(data)  # noqa: S314  in a process of its own, without entities
    except ElementTree.ParseError as error:
        raise NoDocument(str(error)) from error
    players = [player.attrib for player in root.iter("Player")]
    heads = [name for name in _OPEN_GOTHA if any(each.get(name) for each in players)]
    return [Sheet("OpenGotha", _table_of(players, heads))]


def is_player_xml(text: str) -> bool:
    """Whether a text is a list of `<player>` elements with a child for each value, as FIDE publishes its list."""
    return text.lstrip()[:1] == "<" and bool(_PLAYER_XML.search(text[:3_000]))


def sheets_of_player_xml(data: bytes, most_lines: int) -> list[Sheet]:
    """Its players. The names of the values are the heads; what is nested deeper is not read."""
    _refuse_entities(data)
    rows: list[dict[str, str]] = []
    name = ""
    try:
        for event, element in ElementTree.iterparse(io.BytesIO(data), ("start", "end")):  # noqa: S314  see above
            name = name or element.tag[:40]
            if event == "start":
                continue
            if element.tag == "player" and len(rows) <= most_lines:
                rows.append({child.tag: child.text or "" for child in element})
                element.clear()
    except ElementTree.ParseError as error:
        raise NoDocument(str(error)) from error
    heads = list(dict.fromkeys(head for row in rows for head in row))
    return [Sheet(name, _table_of(rows, heads))]


def _table_of(rows: list[dict[str, str]], heads: list[str]) -> Table:
    return [heads, *([" ".join(row.get(head, "").split()) for head in heads] for row in rows)]
