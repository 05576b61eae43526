"""The file of a club: a ZIP archive of parts, each with its digest in the manifest, which is written last.

Writing takes as much memory as the largest part. Reading believes nothing: names are those of the format, sizes are
counted as they are unpacked, every part has the digest that the manifest says, and nothing is written to a disk.
"""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, Any

from common.release import release
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from tournaments.interchange.formats.imported_event import FileRefused
from tournaments.interchange.formats.importers import is_heavy_json
from tournaments.interchange.formats.json_reader import Reader, Wrong, read_json

FORMAT, VERSION = "gipfel-club", 1
MANIFEST = "manifest.json"
MOST_PARTS = 20_000
MOST_UNPACKED = 50
"""How many times as large as the limit of the file its parts may be together."""
MOST_PART, MOST_LINE = 64 * 2**20, 2**20
"""Bytes of a part that is read at once, and of a line of one that is read line by line."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
_PART = re.compile(r"[a-z]{1,20}(/[0-9]{5})?\.(json|ndjson|png)", re.ASCII)
_EXTRA = re.compile(r"journals/[a-z0-9-]{1,40}\.csv", re.ASCII)
_CHUNK = 2**16


class ClubFileRefused(Refused):
    """A file that is not taken, or a club that cannot be brought in: what is wrong, and what helps."""


@dataclass(frozen=True, slots=True)
class PartInfo:
    """A part as the manifest tells of it: its name, size in bytes, and SHA-256."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What is not in a file, in words that are marked for the catalogs, and how much of it there was."""

    what: str
    count: int


def as_json(value: Any) -> bytes:
    """A value as a part: UTF-8, keys in order, so that what is equal has equal bytes."""
    return (json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def as_line(value: Any) -> bytes:
    """A value as one line of a part."""
    return (json.dumps(value, ensure_ascii=False, sort_keys=True) + "\n").encode()


def digest_of(parts: Iterable[PartInfo]) -> str:
    """One digest of all parts: the SHA-256 of a line "SHA-256  name" for each, as `sha256sum` writes it, by name."""
    in_order = sorted(parts, key=lambda part: part.name)
    return hashlib.sha256("".join(f"{part.sha256}  {part.name}\n" for part in in_order).encode()).hexdigest()


# --- writing ------------------------------------------------------------------------------------------


class ArchiveWriter:
    """Writes a file to a stream that need not go back. `close` writes the manifest."""

    def __init__(self, stream: Any) -> None:
        self._zip = zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=6)
        self.parts: list[PartInfo] = []
        self.extras: list[PartInfo] = []

    def add(self, name: str, content: bytes | Iterable[bytes]) -> None:
        """A part, whose digest is equal on every server."""
        self.parts.append(self._write(name, content))

    def add_extra(self, name: str, content: bytes | Iterable[bytes]) -> None:
        """Something to read, which is not brought in and has no counterpart on the other server."""
        self.extras.append(self._write(name, content))

    def _write(self, name: str, content: bytes | Iterable[bytes]) -> PartInfo:
        hashed, size = hashlib.sha256(), 0
        with self._zip.open(_zip_entry(name), "w") as member:
            for chunk in [content] if isinstance(content, bytes) else content:
                hashed.update(chunk)
                size += len(chunk)
                member.write(chunk)
        return PartInfo(name, size, hashed.hexdigest())

    def close(self, head: Mapping[str, Any]) -> str:
        """Write the manifest, with `head`, and the end. Returns the digest of all parts."""
        digest = digest_of(self.parts)
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "release": release(),
            **head,
            "parts": [_part_row(part) for part in self.parts],
            "extras": [_part_row(part) for part in self.extras],
            "digest": digest,
        }
        self._zip.writestr(_zip_entry(MANIFEST), as_json(manifest))
        self._zip.close()
        return digest


def _zip_entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry


def _part_row(part: PartInfo) -> dict[str, Any]:
    return {"name": part.name, "size": part.size, "sha256": part.sha256}


# --- reading ------------------------------------------------------------------------------------------


@dataclass
class ClubArchive:
    """A file that was opened and whose manifest fits what is in it; each part is checked when it is read."""

    manifest: Reader
    parts: Mapping[str, PartInfo]
    extras: Mapping[str, PartInfo]
    _zip: zipfile.ZipFile = field(repr=False)

    def read(self, name: str) -> bytes:
        """The bytes of a part. Raises ClubFileRefused."""
        if self.parts[name].size > MOST_PART:
            raise _file_refused(_("%(part)s is larger than any part of a club."), part=name)
        return b"".join(self._chunks(self.parts[name]))

    def values(self, name: str) -> Reader:
        """The document in a part. Raises ClubFileRefused where there is none."""
        if name not in self.parts:
            raise _file_refused(_("%(part)s is missing: the file is not complete. Export the club again."), part=name)
        return Reader(name, self._json(name, self.read(name)))

    def lines(self, name: str) -> Iterator[Reader]:
        """The documents in a part of lines, in memory one at a time."""
        kept, number = b"", 0
        for chunk in self._chunks(self.parts[name]):
            *whole, kept = (kept + chunk).split(b"\n")
            if len(kept) > MOST_LINE:
                raise _file_refused(_("%(part)s has a line that is too long."), part=name)
            for line in whole:
                number += 1
                yield Reader(f"{name}:{number}", self._json(name, line), number - 1)
        if kept:
            raise _file_refused(_("%(part)s ends within a line."), part=name)

    def check_digests(self) -> None:
        """Read all that the manifest names to its end, parts and what is only to be read. Raises ClubFileRefused."""
        for part in [*self.parts.values(), *self.extras.values()]:
            for _chunk in self._chunks(part):
                pass

    def _json(self, name: str, data: bytes) -> Any:
        if is_heavy_json(data):
            raise _file_refused(_("%(part)s is larger than any part of a club."), part=name)
        try:
            return read_json(data)
        except FileRefused as error:
            raise _file_refused(_("%(part)s: %(why)s"), part=name, why=error.blockers[0]) from error

    def _chunks(self, part: PartInfo) -> Iterator[bytes]:
        hashed, size = hashlib.sha256(), 0
        try:
            with self._zip.open(part.name) as member:
                while chunk := member.read(_CHUNK):
                    size += len(chunk)
                    if size > part.size:
                        raise _file_refused(_("%(part)s is larger than in the manifest."), part=part.name)
                    hashed.update(chunk)
                    yield chunk
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError) as error:
            raise _file_refused(_DAMAGED, part=part.name) from error
        if size != part.size or hashed.hexdigest() != part.sha256:
            raise _file_refused(_DAMAGED, part=part.name)


_DAMAGED = _("%(part)s is damaged: its digest is another. Copy or export the file again.")


def open_archive(file: IO[bytes], most: int) -> ClubArchive:
    """The file of a club of at most so many bytes. Raises ClubFileRefused for any other file, with what is wrong."""
    size = file.seek(0, 2)
    if size > most:
        raise _file_refused(_("The file has more than %(most)d MB. Operators can allow more."), most=most // 2**20)
    file.seek(0)
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise _file_refused(
            _("This is not the file of a club, or it is incomplete. Copy or export it again.")
        ) from error
    _check_entries(archive.infolist(), most)
    try:
        return _opened(archive)
    except Wrong as wrong:
        raise ClubFileRefused(wrong.message) from wrong


def _check_entries(entries: list[zipfile.ZipInfo], most: int) -> None:
    names = [entry.filename for entry in entries]
    if len(names) > MOST_PARTS or sum(entry.file_size for entry in entries) > most * MOST_UNPACKED:
        raise _file_refused(_("The file unpacks to more than any club has."))
    for entry in entries:
        is_known = entry.filename == MANIFEST or _PART.fullmatch(entry.filename) or _EXTRA.fullmatch(entry.filename)
        if not is_known or entry.flag_bits & 1:
            raise _file_refused(_("The file contains %(name)s, which is no part of a club."), name=entry.filename[:60])
    if len(set(names)) < len(names):
        raise _file_refused(_("The file contains a part twice."))
    if MANIFEST not in names:
        raise _file_refused(_("This is not the file of a club: it has no manifest."))


def _opened(archive: zipfile.ZipFile) -> ClubArchive:
    info = archive.getinfo(MANIFEST)
    if info.file_size > MOST_PART:
        raise _file_refused(_("%(part)s is larger than any part of a club."), part=MANIFEST)
    try:
        manifest = Reader(MANIFEST, read_json(archive.read(info)))
    except (FileRefused, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError) as error:
        raise _file_refused(_("The manifest is damaged. Copy or export the file again.")) from error
    if not isinstance(manifest.value, dict) or manifest.value.get("format") != FORMAT:
        raise _file_refused(_("This is not the file of a club of Gipfel."))
    if manifest.value.get("version") != VERSION:
        raise _file_refused(
            _("The file is of version %(found)s, but this server reads version %(known)d. Update the older server."),
            found=str(manifest.value.get("version"))[:10],
            known=VERSION,
        )
    parts, extras = _listed_parts(manifest["parts"]), _listed_parts(manifest["extras"])
    if {*parts, *extras, MANIFEST} != set(archive.namelist()) or set(parts) & set(extras):
        raise _file_refused(_("The manifest does not list what is in the file: the file was changed or is incomplete."))
    if manifest["digest"].value != digest_of(parts.values()):
        raise _file_refused(_("The manifest is damaged. Copy or export the file again."))
    return ClubArchive(manifest, parts, extras, archive)


def _listed_parts(rows: Reader) -> dict[str, PartInfo]:
    found = {}
    for row in rows.items(MOST_PARTS):
        size = row["size"].number(2**40)
        assert size is not None
        found[row["name"].text(80)] = PartInfo(row["name"].text(80), size, row["sha256"].text(64))
    return found


def _file_refused(template: str, **params: Any) -> ClubFileRefused:
    return ClubFileRefused(Message(template, params))
