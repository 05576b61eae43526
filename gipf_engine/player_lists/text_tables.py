"""Text as tables: CSV with whatever separator, columns that spaces align, tables of Markdown, lines of a mail."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterable, Sequence

from gipf_engine.player_lists.aligned_text import aligned_table
from gipf_engine.player_lists.chat_signs import as_typed, repeated_pictures
from gipf_engine.player_lists.chats import without_chat_heads
from gipf_engine.player_lists.headings import tier_of
from gipf_engine.player_lists.known_texts import known_table
from gipf_engine.player_lists.mails import is_greeting
from gipf_engine.player_lists.meanings import NAME, SURNAME, Table
from gipf_engine.player_lists.plain_lines import begins_with_place
from gipf_engine.player_lists.player_blocks import with_joined_blocks
from gipf_engine.player_lists.several_in_line import with_signed_numbers
from gipf_engine.player_lists.stated_order import stated_order
from gipf_engine.player_lists.unusual_texts import (
    columns_between_gaps,
    is_wiki_table,
    lines_of_wiki_table,
    table_of_labelled_lines,
    table_of_records,
)

SEPARATORS = "\t;|,"
RARE_SEPARATORS = "^~¦•#/"
"""What separates cells only below heads that are known."""
_LOOKED_AT = 60
_LOOKED_AT_LETTERS = 5_000
_BLOCK_TAG = re.compile(r"</?(?:p|li|ol|ul|br|div|h[1-6])(?:\s[^<>]{0,200})?/?>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][a-z0-9]{0,10}(?:\s[^<>]{0,200})?/?>", re.IGNORECASE)
_WIDEST = 1_000
"""Characters of a line that are looked at; no aligned table is wider."""
_QUOTED = re.compile(r"^(?:[ \t]*>)+ ?", re.MULTILINE)
_JSON = re.compile(r'\s*(?:\{|\[\s*[\[{"])')
_SEPARATOR_LINE = re.compile(r"sep=(.)\s*\n", re.IGNORECASE)


_QUOTED_END = re.compile(r'(?:^|,)\s*"|"\s*(?:,|$)')
"""Where a quoted cell begins or ends: not the nickname of “Bob "Buzz" Kowal, 1605”."""
_QUOTED_CELL = re.compile(r'(?:^|,)"[^"]*,[^"]*"(?:,|$)')


_BEGINS_WITH_LABEL = re.compile(r"[^,:\d]{2,30}\d{0,2}:\s")
_COMMA_OF_TEXT = re.compile(r",(?:\s|$)")
_MARKDOWN_RULER = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?")
_MARKDOWN_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_MARKDOWN_STRESS = re.compile(r"(\*{1,3}|_{1,3}|`+)(.*)\1")


_RECIPIENTS = re.compile(r"(<[^<>\s@]{1,60}@[^<>\s]{1,60}>)\s*[;,]\s*(?=[^;<>\n]{2,80}<[^<>\s@]{1,60}@)")
"""Where one of several people ends to whom a mail was sent: “Ada Byron <ada@…>; Ben Cole <ben@…>”."""


class TooManyLines(ValueError):
    """A text has more lines than may be read."""


def table_of_text(text: str, most_lines: int) -> Table:
    """The lines of a text as cells. Raises TooManyLines, and csv.Error for a damaged CSV."""
    text = _without_quoting(text.replace("\r\n", "\n").replace("\r", "\n"))
    if len(_BLOCK_TAG.findall(text[:_LOOKED_AT_LETTERS])) > 1:
        text = html.unescape(_TAG.sub("", _BLOCK_TAG.sub("\n", text)))
    if "@" in text[:_LOOKED_AT_LETTERS]:
        text = _RECIPIENTS.sub("\\1\n", text)
    known = known_table(text, most_lines)
    if known is not None:
        return _bounded(known, most_lines)
    named = _SEPARATOR_LINE.match(text)
    if named is not None:
        return _read_csv("\n" + text[named.end() :], named[1], most_lines)
    labelled = table_of_labelled_lines(text.split("\n")[: most_lines + 1])
    if labelled is not None:
        return _bounded(labelled, most_lines)
    record = None if _JSON.match(text) else table_of_records(text.split("\n")[: most_lines + 1])
    if record is not None:
        return _bounded(record, most_lines)
    if is_wiki_table(text):
        return _bounded(lines_of_wiki_table(text), most_lines)
    text, is_chat = without_chat_heads(text)
    separator = "" if is_chat else _separator(text)
    if separator == "|":
        lines = text.split("\n")
        framed = [line.strip() for line in lines if "|" in line]
        is_framed = sum(line.startswith("|") and line.endswith("|") for line in framed) * 2 > len(framed)
        bars = "|" if is_framed else ""
        rows = ([cell.strip() for cell in _without_frame(line.strip(), bars).split("|")] for line in lines)
        is_markdown = any(map(_MARKDOWN_RULER.fullmatch, lines[:_LOOKED_AT]))
        return _bounded((list(map(_without_markdown, row)) for row in rows) if is_markdown else rows, most_lines)
    if separator:
        return _read_csv(text, separator, most_lines)
    return _bounded(_rows_of_lines(text.split("\n"), most_lines, is_chat=is_chat), most_lines)


def _rows_of_lines(lines: Sequence[str], most_lines: int, *, is_chat: bool) -> Iterable[Sequence[str]]:
    """Lines without separators as cells, where spaces align them, or else whole."""
    first = lines[: most_lines + 1]
    if (blocks := with_joined_blocks(first)) is not None:
        return ([line] for line in blocks)
    if (beside := with_signed_numbers(first)) is not None:
        return ([line] for line in beside)
    aligned = None if is_chat else aligned_table(first, _WIDEST) or columns_between_gaps(first, _WIDEST)
    if aligned is not None:
        return aligned
    bullets = repeated_pictures(first)
    return ([as_typed(line, bullets)] for line in lines)


def _without_frame(line: str, bar: str) -> str:
    return line.removeprefix(bar).removesuffix(bar) if bar else line


def _without_quoting(text: str) -> str:
    """A mail that was forwarded or answered, without the signs before its lines: no player begins with them."""
    quoted = sum(line.lstrip().startswith(">") for line in text.split("\n"))
    return _QUOTED.sub("", text) if quoted > 1 else text


def _without_markdown(cell: str) -> str:
    """A cell of a Markdown table as it is shown: links as their text, no marks of bold type, no entities."""
    cell = html.unescape(_MARKDOWN_LINK.sub(r"\1", cell[:_WIDEST])).strip()
    while (stressed := _MARKDOWN_STRESS.fullmatch(cell)) is not None:
        cell = stressed[2].strip()
    return cell


def _read_csv(text: str, separator: str, most_lines: int) -> Table:
    return _bounded(csv.reader(io.StringIO(text, newline=""), delimiter=separator), most_lines)


def _bounded(rows: Iterable[Sequence[str]], most_lines: int) -> Table:
    table: Table = []
    for row in rows:
        if len(table) > most_lines:
            raise TooManyLines
        table.append([" ".join(cell.split()) for cell in row])
    while table and not any(table[-1]):
        table.pop()
    if len(table) > most_lines:
        raise TooManyLines
    return table


def _separator(text: str) -> str:
    """What separates cells in most lines; "" where lines are plain text, or an introduction tells what commas part."""
    found = _separator_of_most(text)
    return "" if found == "," and stated_order(text.split("\n", _LOOKED_AT)[:_LOOKED_AT]) is not None else found


def _separator_of_most(text: str) -> str:
    lines = [line[:_WIDEST] for line in text.split("\n", _LOOKED_AT)[:_LOOKED_AT] if line.strip()]
    best, most = "", 0.0
    for separator in SEPARATORS:
        counts = [line.count(separator) for line in lines]
        with_it = [count for count in counts if count]
        is_alone = len(with_it) == 1 < len(lines)  # an introduction that says the order: “rating, name, club”
        are_heads = not is_alone and _has_heads(lines, separator)
        is_named = are_heads or (separator == "," and any(map(_QUOTED_CELL.search, lines)))
        if len(with_it) * 2 < len(lines) and not is_named:
            continue
        if separator == "," and (_is_prose(lines) or (is_greeting(lines[0]) and not is_named)):
            continue
        worth = sum(with_it) * (3 if separator == "\t" else 1)
        if worth > most:
            best, most = separator, worth
    return best or next((each for each in RARE_SEPARATORS if _has_heads(lines, each)), "")


def _has_heads(lines: Sequence[str], separator: str) -> bool:
    """Whether a line holds heads of columns, so separated, of which one is a name."""
    for line in lines:
        tiers = [tier_of(cell.strip(' "')) for cell in line.split(separator)]
        known = [tier for tier in tiers if tier is not None]
        if len(known) > 1 and any(meaning in (NAME, SURNAME) for meaning, _tier in known):
            return True
    return False


def _is_prose(lines: Sequence[str]) -> bool:
    """Whether commas stand within names ("Byron, Ada") or sentences, and separate no cells."""
    with_comma = [line for line in lines if "," in line]
    if any(map(_QUOTED_END.search, with_comma)) or _has_heads(lines, ","):
        return False
    if sum(_BEGINS_WITH_LABEL.match(line) is not None for line in with_comma) * 2 > len(with_comma):
        return True  # “Team A: Ada Byron, Ben Carol”
    if all(line.count(",") == 1 and re.search(r",(?:\s|$)", line) for line in with_comma):
        return True
    numbered = sum(map(begins_with_place, with_comma))
    return numbered > 1 and numbered * 2 >= len(with_comma) and all(_COMMA_OF_TEXT.search(line) for line in with_comma)
