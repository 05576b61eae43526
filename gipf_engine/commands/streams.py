"""Standard output and error for commands that write as they go: closed, torn off or narrow, they are no fault."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import StringIO, TextIOWrapper
from typing import TextIO

READER_GONE = 141
"""What shells say of a program whose reader has gone, as in `… | head -1`."""


def open_stream(stream: TextIO | None) -> TextIO:
    """A stream that takes every name: characters that it has no place for are written as escapes."""
    if stream is None:
        return StringIO()  # it was closed before we began: no one reads it
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    return stream


@contextmanager
def answering(stream: TextIO) -> Iterator[None]:
    """While a command writes to `stream`: it ends without a complaint, with the code that shells know, when no one
    reads on."""
    try:
        yield
        stream.flush()
    except BrokenPipeError:
        if isinstance(sys.stdout, TextIOWrapper):  # what is still in it goes nowhere, and is no error at the end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(READER_GONE) from None


def as_json(values: Mapping[str, object]) -> str:
    """`values` as one line of JSON whatever reads it: all but plain characters as escapes, where a line has others.

    Left as they are would be a line separator, which some readers end a line at, and half a surrogate, which no
    stream takes.
    """
    import json

    line = json.dumps(values, ensure_ascii=False)
    narrow = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "") != "utf8"
    return json.dumps(values) if narrow or not line.isprintable() else line
