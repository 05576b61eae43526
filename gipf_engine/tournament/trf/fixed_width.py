"""Lines of a TRF file, their fixed columns, and the collecting of what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.trf.document import Note, TrfError

BYTE_ORDER_MARK = "\ufeff"
JOINERS = "\u200c\u200d"
"""Without width and yet part of words: Persian and Indic scripts need them."""

MOST_NUMBER, MOST_ROUNDS = 9999, 999
"""What the columns of the format hold: pairing numbers and ratings of four digits, rounds of three."""

LEGEND = "DDD SSSS"
"""How a legend of the columns of record 001 begins, in FIDE's letters."""
_OTHER_LEGEND = re.compile(r"([A-Z])\1\1[.…]*(?: +[\w.…]+)* *|([A-Z])\2{3,}[.…]* *", re.ASCII)
_MOST_SIGNS_OF_A_COLUMN = 3
"""Legends of other records name columns by a letter each ("CCC SSS", "PPP1", "T01"). No record has such a code."""
SHORTEST_RULER = 10
"""Digits in a row that count columns: a record has a blank in column 4."""

RULER = "0123456789"

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line as it stands, without its end; `number` counts from 1."""

    number: int
    text: str

    @property
    def code(self) -> str:
        """The record's code, columns 1-3."""
        return self.text[:3]

    @property
    def rest(self) -> str:
        """What follows the code, without blanks around it."""
        return self.text[3:].strip()

    def columns(self, first: int, last: int) -> str:
        """Columns `first` to `last`, counted from 1, without blanks around them."""
        return self.text[first - 1 : last].strip()


@dataclass(slots=True)
class Findings:
    """Problems and repairs, collected while a file is read, so that all are told at once."""

    problems: list[Note] = field(default_factory=list)
    repairs: list[Note] = field(default_factory=list)

    def refuse(self, line: SourceLine, template: str, params: Mapping[str, object] | None = None) -> None:
        """This line cannot be read."""
        self.problems.append(Note(line.number, line.text, Message(template, params or {})))

    def stop_if_refused(self) -> None:
        """Raise `TrfError` where anything was refused, in the order of the lines."""
        if self.problems:
            raise TrfError(sorted(self.problems, key=lambda note: note.number))

    def repair(self, line: SourceLine, template: str, params: Mapping[str, object] | None = None) -> None:
        """This line was read otherwise than it stands."""
        self.repairs.append(Note(line.number, line.text, Message(template, params or {})))


WHOLE_FILE = SourceLine(0, "")


def decode(data: bytes, findings: Findings) -> str:
    """The file's text: UTF-8, else Windows-1252 (said as a repair), without a byte order mark."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
        findings.repair(WHOLE_FILE, _("The file is not UTF-8: it was read as Windows-1252. Check the names."))
    if text.startswith(BYTE_ORDER_MARK):
        text = text.removeprefix(BYTE_ORDER_MARK)
        findings.repair(WHOLE_FILE, _("The byte order mark at the beginning of the file was dropped."))
    return text


def split(text: str) -> tuple[list[SourceLine], str]:
    """All lines that are not blank, and the line end that the file begins with (CRLF where it has none)."""
    first = _LINE_END.search(text)
    numbered = enumerate(_LINE_END.split(text), 1)
    lines = [SourceLine(number, line) for number, line in numbered if line.strip()]
    return lines, first.group() if first else "\r\n"


def explains_columns(text: str) -> bool:
    """Whether a line is there for people: a ruler that counts columns or tens of them, or a legend of the fields.

    FIDE's example and Swiss-Manager have them above the players: "1234567890…", "DDD SSSS sTTT NNNN…".
    """
    tens = text.split()
    if text[:8].upper() == LEGEND:
        return True
    if _OTHER_LEGEND.fullmatch(text.rstrip()) and all(map(_names_a_column, tens)):
        return True
    if not text[:3].strip() and len(tens) > 1:
        return all(number == str(at) for at, number in enumerate(tens, 1))
    ruler = text.strip()
    return len(ruler) >= SHORTEST_RULER and any(ruler == _ruler_figures(first, len(ruler)) for first in (0, 1))


def _names_a_column(word: str) -> bool:
    """Whether a word of a legend is letters for the columns of one field: "RRF", "T01", "333"."""
    signs = {*word} - {*".…"}
    is_repeated = len(signs) == 1 and len(word) >= _MOST_SIGNS_OF_A_COLUMN
    return is_repeated or (len(signs) <= _MOST_SIGNS_OF_A_COLUMN and any(letter.isupper() for letter in signs))


def _ruler_figures(first: int, length: int) -> str:
    """Figures that count columns: "0123456789012…"."""
    return (RULER * (length // len(RULER) + 2))[first : first + length]


def numbers(line: SourceLine, first: int, stride: int, width: int = 4) -> Iterator[int]:
    """Numbers in fixed columns from column `first`, or wherever blanks part them.

    ValueError where something else stands there.
    """
    body = line.text[first - 1 :].rstrip()
    fixed = [body[start : start + stride] for start in range(0, len(body), stride)]
    if all(not part[width:].strip() and _is_one_number(part) for part in fixed):
        yield from (parse_number(part) for part in fixed if part.strip())
    else:
        yield from (parse_number(part) for part in body.split())


def _is_one_number(part: str) -> bool:
    return not part.strip() or part.strip().isdecimal()


def parse_number(text: str, most: int = MOST_NUMBER) -> int:
    """A whole number from 0 to `most`, with blanks around it or not; ValueError for anything else.

    Every number of a file is read here: Python itself refuses to read, or to print, one of some thousand digits.
    """
    digits = text.strip()
    if not digits.isdecimal() or len(digits.lstrip("0")) > len(str(most)):
        raise ValueError(digits[:20])
    number = int(digits[-len(str(most)) :])
    if number > most:
        raise ValueError(digits)
    return number


def is_number(text: str, most: int = MOST_NUMBER) -> bool:
    """Whether `parse_number` reads it."""
    try:
        parse_number(text, most)
    except ValueError:
        return False
    return True


def tenths(text: str) -> int:
    """Points as written ("1", "0.5", "½") in tenths; ValueError for anything else or finer."""
    if not re.fullmatch(r"\d{1,4}([.,]\d)?0*", text):
        raise ValueError(text)
    whole, _point, rest = text.replace(",", ".").partition(".")
    return int(whole) * 10 + int(rest[:1] or 0)


def signed_tenths(text: str) -> int:
    """Points as written, in tenths, with a minus sign or without; ValueError for anything else."""
    return -tenths(text[1:].strip()) if text.startswith("-") else tenths(text)


def points_field(value: int, width: int = 4) -> str:
    """Tenths as TRF writes points, such as " 4.5"; below zero with a minus sign."""
    return f"{'-' if value < 0 else ''}{abs(value) // 10}.{abs(value) % 10}".rjust(width)


def one_line(text: str, width: int | None = None) -> str:
    """`text` with every run of white space or control characters as one blank, cut to `width`."""
    flat = " ".join(pad(text).split())
    return flat if width is None else flat[:width].rstrip()


def pad(text: str) -> str:
    """`text` with a blank for every character that cannot be printed; what joins letters of a word stays."""
    return "".join(char if char.isprintable() or char in JOINERS else " " for char in text)
