"""A count on the terminal for commands that take their time; silent where no one looks."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TextIO

PAUSE = 0.2
"""Seconds between two signs of life."""


class Progress:
    """Writes "1234 records" over and over on one line of a terminal, and wipes it at the end."""

    def __init__(self, stream: TextIO, what: str) -> None:
        self._stream = stream
        self._what = what
        self._shows = stream.isatty()
        self._number = 0
        self._is_written = False
        self._next = time.monotonic() + PAUSE

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def count(self, number: int = 1) -> None:
        """So many more are done."""
        self._number += number
        if self._shows and time.monotonic() >= self._next:
            self._write_text(f"\r{self._number} {self._what}")
            self._next = time.monotonic() + PAUSE

    def clear_line(self, stream: TextIO) -> None:
        """Wipe the line before something else is written to `stream`, if both are seen on one terminal."""
        if stream.isatty():
            self.clear()

    def clear(self) -> None:
        """Wipe the line, so that something else can be written."""
        if self._is_written:
            self._write_text("\r\033[K")
            self._is_written = False

    def _write_text(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
        self._is_written = True
