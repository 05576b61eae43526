"""Histories of games as CSV: columns date, event, round, first, second, result; one game a line.

`date` is a day (2026-11-01), `event` and `round` say where it was played (both may be empty), `first` who began,
`result` what the first player scored: 1, 0.5 or 0. Equal names are one player, however their accents are coded (NFC).
All games of one event are one rating period, on the event's last day; games of no event are one period a day. That is
how the server rates its events when they are closed.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from unicodedata import normalize

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.ratings.base import WIN, Game, RatingChange, System
from gipf_engine.ratings.evidence import Forecast, forecasts

COLUMNS = ("date", "event", "round", "first", "second", "result")
DRAWS = ("0.5", ".5", "0,5", "½", "1/2")
SCORES = {"1": WIN, "1.0": WIN, **dict.fromkeys(DRAWS, WIN // 2), "0": 0, "0.0": 0}
"""The first player's score in tenths of a point, as files write it."""
LONGEST_CELL = 200
NO_TEXT = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""Tabs, ends of lines and other controls: a list is written with a line a player and tabs between its columns."""


@dataclass(frozen=True, slots=True)
class FaultyLine:
    """A line that cannot be read (from 1, the head is line 1), and why."""

    line: int
    why: Message


class FaultyHistory(Exception):
    """A file that is no history of games: every line that is wrong."""

    def __init__(self, faults: Sequence[FaultyLine]) -> None:
        super().__init__("; ".join(f"{fault.line}: {fault.why}" for fault in faults))
        self.faults = tuple(faults)


@dataclass(frozen=True, slots=True)
class HistoryGame:
    """One line of a history. `score` is the first player's, in tenths of a point; `line` is where it stands."""

    on: date
    event: str
    round: str
    first: str
    second: str
    score: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Period:
    """The games that are rated together, and the day they count from."""

    on: date
    event: str
    games: tuple[HistoryGame, ...]


def read_history(data: bytes) -> list[HistoryGame]:
    """Every game of a CSV file in UTF-8, in the order of its lines. Raises `FaultyHistory` with all faults."""
    games, faults = parse_history(data)
    if faults:
        raise FaultyHistory(faults)
    return games


def parse_history(
    data: bytes, most_games: int | None = None, most_faults: int | None = None
) -> tuple[list[HistoryGame], list[FaultyLine]]:
    """The games of a CSV file in UTF-8 that can be read, and what is wrong with each of the other lines.

    Reading ends after one game more than `most_games`, and after `most_faults` wrong lines, which the last fault says.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return [], [FaultyLine(line, Message(_("this is not UTF-8")))]
    lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    games: list[HistoryGame] = []
    faults: list[FaultyLine] = []
    try:
        if tuple(cell.strip().lower() for cell in next(lines, [])) != COLUMNS:
            wanted = {"columns": ",".join(COLUMNS)}
            return [], [FaultyLine(1, Message(_("the first line must be %(columns)s"), wanted))]
        for cells in filter(None, lines):
            if most_faults is not None and len(faults) >= most_faults:
                faults.append(FaultyLine(lines.line_num, Message(_("too many lines are wrong: reading ended here"))))
                break
            if most_games is not None and len(games) > most_games:
                break
            try:
                games.append(_read_game(cells, lines.line_num))
            except _Unreadable as error:
                faults.append(FaultyLine(lines.line_num, error.why))
    except csv.Error as error:
        faults.append(FaultyLine(lines.line_num, Message(_("this is not CSV: %(why)s"), {"why": str(error)})))
    return games, faults


class _Unreadable(Exception):
    """A line that is no game."""

    def __init__(self, template: str, **params: object) -> None:
        super().__init__(template)
        self.why = Message(template, params)


def _read_game(cells: Sequence[str], line: int) -> HistoryGame:
    if len(cells) != len(COLUMNS):
        raise _Unreadable(_("there are %(found)d columns, not %(wanted)d"), found=len(cells), wanted=len(COLUMNS))
    on, event, round_, first, second, result = texts = [normalize("NFC", cell.strip()) for cell in cells]
    for name, text in zip(COLUMNS, texts, strict=True):
        if len(text) > LONGEST_CELL or NO_TEXT.search(text):
            raise _Unreadable(_("%(column)s: this is too long or not text"), column=name)
    if not first or not second:
        raise _Unreadable(_("both players need a name"))
    if first == second:
        raise _Unreadable(_("%(name)s cannot play both sides"), name=first)
    if result not in SCORES:
        raise _Unreadable(_("result: %(found)s is not 1, 0.5 or 0"), found=result or "–")
    return HistoryGame(_read_day(on), event, round_, first, second, SCORES[result], line)


def _read_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise _Unreadable(_("date: %(found)s is not a date such as 2026-11-01"), found=text or "–") from None


def periods(games: Sequence[HistoryGame]) -> list[Period]:
    """The games by event, in the order of the events' last days; of one day, as their first games stand in the file."""
    by_event: dict[tuple[str, date | None], list[HistoryGame]] = {}
    for game in games:
        by_event.setdefault((game.event, None if game.event else game.on), []).append(game)
    found = [Period(max(game.on for game in mine), event, tuple(mine)) for (event, _day_), mine in by_event.items()]
    return sorted(found, key=lambda period: period.on)


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player at the end of a history. `interval`: where true strength lies in 95 cases of 100, if the system says."""

    name: str
    rating: int
    games: int
    interval: tuple[int, int] | None


def rate_history(system: System, games: Sequence[HistoryGame]) -> list[RatedPlayer]:
    """Everybody who has a rating after all games, the strongest first; equal ratings by more games, then by name."""
    numbers: dict[str, int] = {}
    state, last = system.initial_state(), dict[int, RatingChange]()
    for day, played in _number_periods(games, numbers):
        last.update((change.person, change) for change in state.rate(played, day))
    rows = [
        RatedPlayer(name, last[person].after, last[person].games_total, system.interval(last[person]))
        for name, person in numbers.items()
        if person in last
    ]
    return sorted(rows, key=lambda row: (-row.rating, -row.games, row.name))


def forecasts_of(system: System, games: Sequence[HistoryGame]) -> list[Forecast]:
    """Each game as `system` saw it before its period."""
    return forecasts(system, _number_periods(games, {}))


def numbered_periods(games: Sequence[HistoryGame]) -> list[tuple[int, list[Game]]]:
    """The periods as rating systems take them, with numbers in place of names."""
    return list(_number_periods(games, {}))


def _number_periods(games: Sequence[HistoryGame], numbers: dict[str, int]) -> Iterator[tuple[int, list[Game]]]:
    """The periods as rating systems take them: their days, and games of persons; `numbers` learns who is who."""
    for period in periods(games):
        yield period.on.toordinal(), [_as_numbers(game, numbers) for game in period.games]


def _as_numbers(game: HistoryGame, numbers: dict[str, int]) -> Game:
    first, second = (numbers.setdefault(name, len(numbers) + 1) for name in (game.first, game.second))
    return first, second, game.score


def read_parameters(system: type[System], texts: Mapping[str, str]) -> dict[str, int]:
    """Parameters as people type them ("tau": "0.75") as the system takes them: whole numbers. Raises ValueError."""
    known = {parameter.key: parameter for parameter in system.all_known()}
    return {key: known[key].parse(text) if key in known else 0 for key, text in texts.items()}
