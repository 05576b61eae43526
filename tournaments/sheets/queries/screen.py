"""What a screen in the playing hall shows of an event, in parts that fit on it: the last round, then the standings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.core.loader import EventData
from tournaments.rounds.queries.rounds import Board, RoundPage
from tournaments.standings.queries.standings import StandingRow, Standings

ROWS = 14
"""As many are read from the last row of chairs."""


@dataclass(frozen=True, slots=True)
class Slide:
    """One part: `boards` of the round, or `rows` of the standings; `number` of how many parts of its kind (`total`)."""

    key: str
    number: int
    total: int
    boards: Sequence[Board] = ()
    rows: Sequence[StandingRow] = ()


def slides_of(page: RoundPage | None, table: Standings | None) -> list[Slide]:
    """The parts, in the order in which they are shown."""
    found: list[Slide] = []
    if page is not None:
        found += _split("boards", page.boards, ())
    if table is not None and table.rounds:
        found += _split("standings", (), table.rows)
    return found


def _split(key: str, boards: Sequence[Board], rows: Sequence[StandingRow]) -> Iterator[Slide]:
    total = -(-max(len(boards), len(rows)) // ROWS)
    for place in range(total):
        part = slice(place * ROWS, (place + 1) * ROWS)
        yield Slide(key, place + 1, total, boards[part], rows[part])


def round_ends_at(rows: EventData, minutes: int | None) -> datetime | None:
    """When the last round is over that lasts so many minutes from when it was published; None without either."""
    if not minutes or not rows.rounds:
        return None
    return rows.rounds[-1].started_at + timedelta(minutes=minutes)
