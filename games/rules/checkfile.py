"""Files of records judged one after the other, as plain values. What `manage.py checkrecord` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from games.rules.api import UnknownRules
from games.rules.record import Record, read_records
from games.rules.verdict import check
from phrases import Phrase
from phrases import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Unjudged:
    """A record, or a whole file, that no verdict can be given on. `line` counts from 1."""

    file: str
    line: int
    phrase: Phrase


Line = dict[str, object]
"""A verdict as plain values, with `file` and `index` (from 0) before it."""


def check_file(name: str) -> Iterator[Line | Unjudged]:
    """Judge every record of a file, lazily. Raises `OSError` when it cannot be read."""
    with Path(name).open("rb") as file:
        yield from check_lines(name, file)


def check_lines(name: str, lines: Iterable[bytes]) -> Iterator[Line | Unjudged]:
    """Judge every record in the lines of a file called `name`."""
    decoder = _Decoder()
    index = -1
    for index, record in enumerate(read_records(decoder.decoded(lines))):
        yield _judged(name, index, record, decoder)
    if index < 0:
        yield Unjudged(name, 1, Phrase(_("there are no tags in this file")))


def _judged(name: str, index: int, record: Record, decoder: _Decoder) -> Line | Unjudged:
    if (line := decoder.first_bad(record.line, record.end)) is not None:
        return Unjudged(name, line, Phrase(_("this is not UTF-8")))
    if not record.tags:
        return Unjudged(name, record.line, Phrase(_("there are no tags before these moves")))
    try:
        verdict = check(record)
    except UnknownRules as trouble:
        return Unjudged(name, record.line, trouble.phrase)
    return {"file": name, "index": index, **verdict.as_json()}


class _Decoder:
    """Decodes lines and remembers which of them were not UTF-8."""

    def __init__(self) -> None:
        self.bad: list[int] = []

    def decoded(self, lines: Iterable[bytes]) -> Iterator[str]:
        """The lines as text; bytes that are none are replaced and remembered."""
        for number, line in enumerate(lines, 1):
            try:
                yield line.decode()
            except UnicodeDecodeError:
                self.bad.append(number)
                yield line.decode(errors="replace")

    def first_bad(self, start: int, end: int) -> int | None:
        """The first bad line from `start` up to, not with, `end`."""
        return next((number for number in self.bad if start <= number < end), None)
