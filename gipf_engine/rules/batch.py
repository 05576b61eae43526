"""Files of records judged one after the other, as plain values. What `checkrecord` prints."""

from __future__ import annotations

import codecs
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import IO

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.errors import RuleError, UnknownRules
from gipf_engine.rules.formats import OWN, read_any, recognise
from gipf_engine.rules.formats.mail_header import count_header_lines
from gipf_engine.rules.record import LONGEST_LINE, LONGEST_RECORD, GameRecord, read_records
from gipf_engine.rules.verdict import check

_ENOUGH = 4 * (LONGEST_LINE + 2)
"""Bytes of a line that are read: whatever its characters, a line with more is too long for a record."""

_HEAD = 200
"""Lines by which the format of a file is recognised at most."""


@dataclass(frozen=True, slots=True)
class Unjudged:
    """A record, or a whole file, that no verdict can be given on. `line` counts from 1; 0 is the file."""

    file: str
    line: int
    message: Message

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.message}"


NO_TAGS = _("this file has no tags: give its rules, such as --rules gipf-basic")
NO_TAGS_HERE = _("these moves have no tags before them: give their rules with --rules")
_NOTHING_KNOWN: Mapping[str, str] = {}
JudgedLine = dict[str, object]
"""A verdict as plain values, after `file`, `index` (from 0) and `format` (a key of `gipf_engine.rules.formats`)."""


def check_file(
    name: str, *, agreed_draws: bool = False, known: Mapping[str, str] = _NOTHING_KNOWN
) -> Iterator[JudgedLine | Unjudged]:
    """Judge every record of a file, lazily, as `check` does. A file that cannot be read is `Unjudged` too.

    `known`: tags of records that have none.
    """
    try:
        with Path(name).open("rb") as file:
            yield from check_lines(name, lines_of(file), agreed_draws=agreed_draws, known=known)
    except OSError as trouble:
        yield Unjudged(name, 0, Message(_("this file cannot be read: %(why)s"), {"why": trouble.strerror}))
    except ValueError:
        yield Unjudged(name, 0, Message(_("no file can have this name")))


def check_lines(
    name: str,
    lines: Iterable[bytes],
    *,
    agreed_draws: bool = False,
    needs_turn: bool = True,
    known: Mapping[str, str] = _NOTHING_KNOWN,
) -> Iterator[JudgedLine | Unjudged]:
    """Judge every record in the lines of a file called `name`. `known`: tags of records that have none."""
    decoder = _Decoder()
    index = -1
    try:
        for index, record in enumerate(_read_batch(decoder.decode_lines(lines), known)):
            if (line := decoder.first_bad(record.line, record.end)) is not None:
                yield Unjudged(name, line, Message(_("this is not UTF-8")))
            else:
                record = record if record.tags else replace(record, tags=dict(known))
                yield _judge_record(name, index, record, agreed_draws, needs_turn)
    except RuleError as trouble:  # a file of another format that cannot be read at all
        yield Unjudged(name, 0, trouble.message)
        return
    if index < 0:
        yield Unjudged(name, 0, Message(NO_TAGS))


def _read_batch(lines: Iterator[str], known: Mapping[str, str]) -> Iterator[GameRecord]:
    """The records of a file, lazily where they are ours; a file of another format is read as a whole."""
    head = _read_head(lines)
    header = count_header_lines("".join(head)[:LONGEST_RECORD])
    head[:header] = ["\n"] * header
    if recognise("".join(head)[:LONGEST_RECORD]).key == OWN:
        yield from read_records(chain(head, lines))
        return
    size = 0
    for line in lines:
        head.append(line)
        size += len(line)
        if size > LONGEST_RECORD:
            break
    yield from read_any("".join(head), known)


def _read_head(lines: Iterator[str]) -> list[str]:
    """The lines by which the format is recognised: of a file whose records have tags those of the first alone.

    One who writes into a pipe gets the verdict on a record as soon as the next one begins.
    """
    head: list[str] = []
    has_tags = has_moves = False
    for line in islice(lines, _HEAD):
        head.append(line)
        is_tag = line.lstrip().startswith("[")
        if has_moves and is_tag:
            break
        has_moves = has_moves or (has_tags and not is_tag and not line.isspace())
        has_tags = has_tags or (is_tag and "".join(head).lstrip().startswith("["))
    return head


def _judge_record(
    name: str, index: int, record: GameRecord, agreed_draws: bool, needs_turn: bool
) -> JudgedLine | Unjudged:
    if not record.tags:
        return Unjudged(name, record.line, Message(NO_TAGS_HERE))
    try:
        verdict = check(record, agreed_draws=agreed_draws, needs_turn=needs_turn)
    except UnknownRules as trouble:
        return Unjudged(name, record.line, trouble.message)
    return {"file": name, "index": index, "format": record.format, **verdict.as_json()}


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file; of one that is too long only the beginning, so that no file fills the memory."""
    while line := file.readline(_ENOUGH):
        yield line
        while len(line) == _ENOUGH and not line.endswith(b"\n"):
            line = file.readline(_ENOUGH)


class _Decoder:
    """Decodes lines and remembers which of them were not UTF-8, as long as their record is not judged."""

    def __init__(self) -> None:
        self._bad: deque[int] = deque()

    def decode_lines(self, lines: Iterable[bytes]) -> Iterator[str]:
        """The lines as text; bytes that are none are replaced and remembered."""
        for number, line in enumerate(lines, 1):
            try:
                yield codecs.utf_8_decode(line, "strict", len(line) < _ENOUGH)[0]  # one cut short may end in a half
            except UnicodeDecodeError:
                self._bad.append(number)
                yield line.decode(errors="replace")

    def first_bad(self, start: int, end: int) -> int | None:
        """The first bad line from `start` up to, not with, `end`. Records are asked for in their order."""
        while self._bad and self._bad[0] < start:
            self._bad.popleft()
        return self._bad[0] if self._bad and self._bad[0] < end else None
