"""Files of JSON that commands are given: read up to a size, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

from gipf_engine.commands.base import CommandError
from gipf_engine.strict_json import NotStrict


def read_text(name: str, most: int, code: int) -> str:
    """The text of a file. `CommandError` with this exit code where it has more than `most` bytes."""
    path = Path(name)
    if path.stat().st_size > most:
        raise CommandError(f"{name} is larger than {most // 1024 // 1024} MB", code)
    return path.read_text(encoding="utf-8-sig")


def words_of(trouble: Exception) -> str:
    """Why a file could not be read, in a few words."""
    if isinstance(trouble, OSError):
        return trouble.strerror or str(trouble)
    if isinstance(trouble, NotStrict):
        return str(trouble.message)
    return "this is not UTF-8" if isinstance(trouble, UnicodeDecodeError) else "this is no JSON"
