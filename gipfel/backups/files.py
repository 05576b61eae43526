"""Files that are there whole or not at all, also when the power fails."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gipfel.backups.errors import BackupError

PART = ".part"
_FOR_THE_OWNER = 0o600


def place_for(file: Path) -> None:
    """Refuse a name that is taken: an older backup is never written over. Makes the folder."""
    if file.exists():
        raise BackupError(f"{file} is there already. Choose another name.")
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)


@contextmanager
def write_whole(file: Path) -> Iterator[Path]:
    """A name to write to. It becomes `file` when the block ends well, after all of it is on the disk."""
    part = file.with_name(f".{file.name}.{os.getpid()}{PART}")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _FOR_THE_OWNER))
    try:
        yield part
        sync(part)
        part.replace(file)
        sync_folder(file.parent)
    finally:
        part.unlink(missing_ok=True)


def sync(file: Path) -> None:
    """Return once the file is on the disk."""
    descriptor = os.open(file, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Return once the names in a folder are on the disk."""
    sync(folder)


def digest_of(file: Path) -> str:
    """SHA-256, in hexadecimal digits."""
    with file.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()
