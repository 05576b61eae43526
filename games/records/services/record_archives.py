"""Files of many records taken apart: plain text, or an archive of text files, which unpacks to a bounded size."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass

from games.core.services.errors import RecordRefused
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.archive import UNREADABLE
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.formats import recognise

MOST_UNPACKED = 64 * 1024 * 1024
"""Bytes of text in one file, all parts of an archive together."""
MOST_RECORDS = 20_000
MOST_PARTS = 20_000
_ZIP = b"PK"


@dataclass(frozen=True, slots=True)
class RecordText:
    """One record as it stands in a file: the part of an archive that it is in, "" without one, its line, its text."""

    part: str
    line: int
    text: str


def split_records(data: bytes) -> list[RecordText]:
    """Every record of a file. Raises `RecordRefused` where it is no text, no archive, too large, or has none."""
    parts = _unpack(data) if data.startswith(_ZIP) else iter([("", _within(data))])
    found = [each for name, content in parts for each in _records_in(name, content)]
    if not found:
        raise RecordRefused(Message(_("This file has no records.")))
    if len(found) > MOST_RECORDS:
        words = {"most": MOST_RECORDS, "count": len(found)}
        raise RecordRefused(Message(_("A file can have at most %(most)d records; this one has %(count)d."), words))
    return found


def _within(data: bytes) -> bytes:
    if len(data) > MOST_UNPACKED:
        raise _too_large()
    return data


def _unpack(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The files of an archive, none read further than the bound on all of them."""
    left = MOST_UNPACKED
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            if len(members) > MOST_PARTS:
                raise _too_large()
            for member in members:
                with archive.open(member) as file:
                    content = file.read(left + 1)
                left -= len(content)
                if left < 0:
                    raise _too_large()
                yield member.filename, content
    except UNREADABLE:
        raise RecordRefused(Message(_("This archive cannot be read."))) from None


def _records_in(name: str, content: bytes) -> Iterator[RecordText]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        if name:
            raise RecordRefused(
                Message(_("%(file)s in this archive is not UTF-8 text."), {"file": name[:80]})
            ) from None
        raise RecordRefused(Message(_("This file is not UTF-8 text."))) from None
    text = text.replace("\0", "")
    try:
        parts = recognise(text).split(text)
    except RuleError as error:
        raise RecordRefused(error.message) from None
    for line, part in parts:
        if own := part.strip():
            yield RecordText(name[:200], line, own)


def _too_large() -> RecordRefused:
    return RecordRefused(Message(_("This file holds more than %(most)d MB."), {"most": MOST_UNPACKED // 1024 // 1024}))
