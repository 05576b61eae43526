"""What a published list holds: its rows as one text that has a digest, and how two versions of it differ."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

MONTH, QUARTER = "month", "quarter"
_MONTHS = {MONTH: 1, QUARTER: 3}
_PER_YEAR = 12


class ListedPlayer(NamedTuple):
    """A row of a published list, without a name: names are those of today. `details` by the keys of the system."""

    person: int
    value: int
    games: int
    provisional: bool
    rated_on: date
    details: Mapping[str, int]


class GamesDigest(NamedTuple):
    """The fingerprint of all games before a day: how many, of all, and of each day (16 hexadecimal digits)."""

    games: int
    digest: str
    days: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RowDifference:
    """A player whose row two versions of a list have differently; None where one of them has no such row."""

    person: int
    before: ListedPlayer | None
    after: ListedPlayer | None


def last_date(today: date, cadence: str) -> date:
    """The newest date of a list, on or before `today`: the first of a month or of a quarter."""
    step = _MONTHS[cadence]
    return date(today.year, (today.month - 1) // step * step + 1, 1)


def dates_until(last: date | None, today: date, cadence: str) -> list[date]:
    """The dates of the lists that are due after the one of `last`; of those before the first list, the newest alone."""
    newest = last_date(today, cadence)
    found = [newest]
    while last is not None and found[-1] > last:
        found.append(_step_back(found[-1], _MONTHS[cadence]))
    return sorted(day for day in found if last is None or day > last)


def _step_back(day: date, months: int) -> date:
    counted = day.year * _PER_YEAR + day.month - 1 - months
    return date(counted // _PER_YEAR, counted % _PER_YEAR + 1, 1)


def pack_rows(rows: Iterable[ListedPlayer]) -> tuple[bytes, str]:
    """The rows compressed, and their digest: that of the text, which is the same on every machine."""
    in_order = sorted(rows, key=lambda row: (-row.value, -row.games, row.person))
    written = [[*row[:3], int(row.provisional), row.rated_on.isoformat(), dict(row.details)] for row in in_order]
    text = json.dumps(written, separators=(",", ":")).encode()
    return zlib.compress(text, 6), hashlib.sha256(text).hexdigest()


def unpack_rows(content: bytes) -> list[ListedPlayer]:
    """The rows of a list, the strongest first."""
    rows = json.loads(zlib.decompress(content))
    days = {row[4]: date.fromisoformat(row[4]) for row in rows}
    return [ListedPlayer(row[0], row[1], row[2], bool(row[3]), days[row[4]], row[5]) for row in rows]


def pack_days(days: Mapping[str, str]) -> bytes:
    """The fingerprints of the days, compressed."""
    return zlib.compress(json.dumps(days, sort_keys=True, separators=(",", ":")).encode(), 6)


def unpack_days(content: bytes) -> dict[str, str]:
    """The fingerprints of the days, by day."""
    found: dict[str, str] = json.loads(zlib.decompress(content))
    return found


def digest_games(games: Iterable[tuple[date, tuple[object, ...]]], before: Sequence[date]) -> dict[date, GamesDigest]:
    """The fingerprint of the games before each of some days. `games` are in their order, each with its day."""
    return digest_days(map(_write_day, groupby(games, key=itemgetter(0))), before)


def _write_day(day: tuple[date, Iterable[tuple[date, tuple[object, ...]]]]) -> WrittenDay:
    lines = [";".join(map(str, game)) + "\n" for _day, game in day[1]]
    return day[0], len(lines), "".join(lines)


WrittenDay = tuple[date, int, str]
"""A day, how many games there are, and a line of each."""


def digest_days(games: Iterable[WrittenDay], before: Sequence[date]) -> dict[date, GamesDigest]:
    """The fingerprint of the games before each of some days. `games` are written already, a day each, in order."""
    wanted, found = sorted(before), dict[date, GamesDigest]()
    total, count, days = hashlib.sha256(), 0, dict[str, str]()
    for day, number, lines in games:
        while wanted and wanted[0] <= day:
            found[wanted.pop(0)] = GamesDigest(count, total.hexdigest(), dict(days))
        if not wanted:
            return found
        written = lines.encode()
        total.update(written)
        days[day.isoformat()] = hashlib.sha256(written).hexdigest()[:16]
        count += number
    return found | {day: GamesDigest(count, total.hexdigest(), dict(days)) for day in wanted}


def compare_rows(old: Iterable[ListedPlayer], new: Iterable[ListedPlayer]) -> list[RowDifference]:
    """The players whose rows differ, in the order of the new version; who is in it no more comes last."""
    before, after = ({row.person: row for row in rows} for rows in (old, new))
    moved = [
        RowDifference(person, before.get(person), row) for person, row in after.items() if before.get(person) != row
    ]
    return moved + [RowDifference(person, row, None) for person, row in before.items() if person not in after]


def compare_days(old: Mapping[str, str], new: Mapping[str, str]) -> list[date]:
    """The days whose games differ, the earliest first."""
    return [date.fromisoformat(day) for day in sorted(old.keys() | new.keys()) if old.get(day) != new.get(day)]
