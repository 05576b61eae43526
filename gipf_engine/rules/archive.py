"""Archives of many records: a ZIP of text files in the record format, with a manifest of what is in each.

The same records give the same bytes, so the digest of an archive names what it was made of. An archive says by itself
whether it is whole, and each record in it is judged by the rules: `python -m gipf_engine checkarchive FILE`.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import IO, Any, Final, Protocol

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.batch import JudgedLine, Unjudged, check_lines, lines_of

FORMAT: Final = 1
MANIFEST = "manifest.json"
RECORDS_A_FILE = 5_000
LARGEST_MANIFEST = 4 * 1024 * 1024
"""Bytes; one file of records takes some 150."""
_NO_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest that ZIP can say: a date of its own would make the same records another archive."""
_PIECE = 1024 * 1024


UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError)
"""What `zipfile` raises for an archive that it cannot read: RuntimeError where it has a password or is packed in a way
that it does not know; the others where it is damaged or cut off."""


class UnreadableArchive(Exception):
    """A file that is no archive of records. `message` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class PackedFile:
    """A file of records in an archive. `size` in bytes, before it is compressed; `sha256` in hexadecimal digits."""

    name: str
    records: int
    size: int
    sha256: str


class Stream(Protocol):
    """What an archive is written to: nothing is sought or read in it."""

    def write(self, data: bytes, /) -> int:
        """Take more bytes."""

    def flush(self) -> None:
        """Nothing has to happen."""

    def close(self) -> None:
        """No one here does it."""


class ArchiveWriter:
    """Writes an archive to a stream. `close` ends it."""

    def __init__(self, stream: Stream) -> None:
        self.files: list[PackedFile] = []
        self._zip = zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED)
        self._texts: list[bytes] = []

    @property
    def records(self) -> int:
        """How many were added."""
        return sum(file.records for file in self.files) + len(self._texts)

    def add(self, text: str) -> None:
        """Add one record, as `gipf_engine.rules.record.write_record` writes it, and an empty line."""
        self._texts.append(text.encode())
        if len(self._texts) == RECORDS_A_FILE:
            self._write_file()

    def close(self) -> None:
        """Write what is left, and the manifest."""
        if self._texts:
            self._write_file()
        manifest = {"format": FORMAT, "records": self.records, "files": [asdict(file) for file in self.files]}
        self._add_entry(MANIFEST, json.dumps(manifest, indent=1).encode() + b"\n")
        self._zip.close()

    def _write_file(self) -> None:
        content = b"".join(self._texts)
        name = f"records-{len(self.files) + 1:04d}.txt"
        self.files.append(PackedFile(name, len(self._texts), len(content), sha256(content).hexdigest()))
        self._texts = []
        self._add_entry(name, content)

    def _add_entry(self, name: str, content: bytes) -> None:
        about = zipfile.ZipInfo(name, _NO_TIME)
        about.compress_type = zipfile.ZIP_DEFLATED
        about.external_attr = 0o644 << 16
        self._zip.writestr(about, content)


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """What came of a file of an archive: how many records it holds that are legal, and what is wrong with it."""

    name: str
    legal: int
    faults: tuple[str, ...]


def check_archive(stream: IO[bytes]) -> Iterator[CheckedFile]:
    """Compare each file of an archive with the manifest, and judge its records. Raises `UnreadableArchive`.

    A draw by agreement stands, and a game may have ended before its first turn: what an event allowed is in no record.
    """
    try:
        with zipfile.ZipFile(stream) as archive:
            listed = _read_manifest(archive)
            there = {info.filename for info in archive.infolist()} - {MANIFEST}
            for name in sorted(there - listed.keys()):
                yield CheckedFile(name, 0, ("the manifest does not name this file",))
            for name, expected in listed.items():
                yield _check_file(archive, expected) if name in there else CheckedFile(name, 0, ("it is missing",))
    except UNREADABLE:
        raise UnreadableArchive(Message(_("this is not an archive, or it is damaged"))) from None


def digest_of(stream: IO[bytes]) -> str:
    """SHA-256 of all that is in a stream from its beginning, in hexadecimal digits."""
    digest = sha256()
    stream.seek(0)
    while piece := stream.read(_PIECE):
        digest.update(piece)
    stream.seek(0)
    return digest.hexdigest()


def _read_manifest(archive: zipfile.ZipFile) -> Mapping[str, PackedFile]:
    if MANIFEST not in archive.namelist():
        raise UnreadableArchive(Message(_("this archive has no %(name)s"), {"name": MANIFEST}))
    with archive.open(MANIFEST) as file:
        text = file.read(LARGEST_MANIFEST)
    try:
        manifest: dict[str, Any] = json.loads(text)
        known = manifest["format"] == FORMAT
        files = [PackedFile(**row) for row in manifest["files"]]
        whole = manifest["records"] == sum(file.records for file in files)
    except (ValueError, KeyError, TypeError):
        known = whole = False
        files = []
    if not known or not whole:
        raise UnreadableArchive(Message(_("its %(name)s cannot be read"), {"name": MANIFEST}))
    return {file.name: file for file in files}


def _check_file(archive: zipfile.ZipFile, expected: PackedFile) -> CheckedFile:
    faults: list[str] = []
    if _measure(archive, expected.name) != (expected.size, expected.sha256):
        faults.append("its digest is another than the manifest says")
    records = legal = 0
    with archive.open(expected.name) as file:
        verdicts = check_lines(expected.name, lines_of(file), agreed_draws=True, needs_turn=False)
        for records, verdict in enumerate(verdicts, 1):
            fault = _fault(records, verdict)
            legal += not fault
            faults += [fault] if fault else []
    if records != expected.records:
        faults.append(f"it holds {records} records, and the manifest says {expected.records}")
    return CheckedFile(expected.name, legal, tuple(faults))


def _measure(archive: zipfile.ZipFile, name: str) -> tuple[int, str]:
    """Size and digest of a file in an archive."""
    size, digest = 0, sha256()
    with archive.open(name) as file:
        while piece := file.read(_PIECE):
            size += len(piece)
            digest.update(piece)
    return size, digest.hexdigest()


def _fault(number: int, found: JudgedLine | Unjudged) -> str:
    """What is wrong with a record; "" where nothing is."""
    if isinstance(found, Unjudged):
        return f"record {number}: {found}"
    if found["legal"] and found["agrees"]:
        return ""
    return f"record {number}: {found['error'] or 'its result is not what the turns prove'}"
