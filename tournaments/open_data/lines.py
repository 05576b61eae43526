"""The file of a month: a line that describes it, then a line of JSON for each game (docs/open-data.md). Pure."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Protocol

FORMAT, VERSION = "gipfel-open-data", 1
_LEVEL = 6
"""Of the compression. With another one the bytes, and so the digest, are others."""


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A club that has events in the month, and the licence of its games."""

    club: str
    name: str
    licence: str


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Who sits at a side, by pseudonym; in points what the list knew of the player before (None: nothing)."""

    player: str
    rating: float | None = None
    deviation: float | None = None


@dataclass(frozen=True, slots=True)
class ListLine:
    """The rating list: "server" or "club", and the key of its rating system."""

    of: str
    system: str


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game. The fields are in the order in which they are written."""

    event: int
    club: str
    round: int
    board: int
    leg: int
    date: str
    game: str
    rules: str
    options: tuple[str, ...]
    setup: str
    handicap: str
    time_control: str
    online: bool
    rated: bool
    list: ListLine | None
    white: SeatLine
    black: SeatLine
    result: str
    ending: str
    reason: str
    record: str


class Sink(Protocol):
    """What bytes are written to."""

    def write(self, data: bytes, /) -> int:
        """Take these."""

    def flush(self) -> None:
        """Nothing has to be done."""


def describe_file(month: date, server: str, clubs: Iterable[ClubLine]) -> Mapping[str, Any]:
    """What the first line says."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "month": f"{month:%Y-%m}",
        "server": server,
        "clubs": [asdict(club) for club in clubs],
    }


def write_file(sink: Sink, description: Mapping[str, Any], games: Iterable[GameLine]) -> int:
    """Write all of it, compressed, a line at a time; how many games there are. Equal lines make equal bytes."""
    written = 0
    with gzip.GzipFile(filename="", mode="wb", compresslevel=_LEVEL, fileobj=sink, mtime=0) as file:
        file.write(_line(description))
        for game in games:
            file.write(_line(asdict(game)))
            written += 1
    return written


def _line(values: Mapping[str, Any]) -> bytes:
    return f"{json.dumps(values, ensure_ascii=False, separators=(',', ':'))}\n".encode()
