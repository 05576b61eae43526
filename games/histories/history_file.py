"""A file of games of the past as a club would import it: its games, its events, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import chain, islice

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.ratings.base import WIN
from gipf_engine.ratings.history_file import FaultyLine, HistoryGame, Period, parse_history, periods
from gipf_engine.rules import all_rules
from gipf_engine.rules.base import TWO_SEATS
from gipf_engine.rules.possible_results import DRAW
from players.names import NotAName, clean_name, normalize_name

MOST_GAMES = 250_000
MOST_NAMES = 10_000
MOST_PROBLEMS = 10_000
"""Wrong lines, and lines to be looked at, that are counted: a file of nothing else takes no memory."""
MOST_LINES = 40
"""Line numbers of one kind of problem that are told; of more, how many."""
OLDEST = date(1900, 1, 1)
LONG_EVENT = timedelta(days=300)
RESULTS = {WIN: "1-0", WIN // 2: DRAW, 0: "0-1"}


@dataclass(frozen=True, slots=True)
class LineGroup:
    """Lines with the same kind of problem: what is said of the first, all numbers up to `MOST_LINES`, how many more."""

    first: Message
    lines: tuple[int, ...]
    more: int


@dataclass(frozen=True)
class HistoryFile:
    """A file that was read under some rules. With `faults` it cannot be imported; `cautions` are to be looked at."""

    games: tuple[HistoryGame, ...]
    events: tuple[Period, ...]
    faults: tuple[FaultyLine, ...]
    cautions: tuple[FaultyLine, ...]

    @property
    def names(self) -> list[str]:
        """Everybody who is named, as they are met."""
        return list(dict.fromkeys(name for game in self.games for name in (game.first, game.second)))


NO_FILE = HistoryFile((), (), (), ())


def read_file(data: bytes, rules: str, today: date) -> HistoryFile:
    """What is in a file (`gipf_engine.ratings.history_file`), and each problem by line. `rules` is a key for two."""
    games, faults = parse_history(data, MOST_GAMES, MOST_PROBLEMS)
    if not games and not faults:
        faults = [FaultyLine(1, Message(_("it contains no games")))]
    if len(games) > MOST_GAMES:
        more = Message(_("a file has room for %(most)d games: divide it"), {"most": MOST_GAMES})
        return HistoryFile((), (), (FaultyLine(games[MOST_GAMES].line, more),), ())
    has_draws = all_rules()[rules].draws
    impossible = (FaultyLine(game.line, why) for game in games for why in _faults_of(game, today, has_draws=has_draws))
    faults.extend(islice(impossible, MOST_PROBLEMS))
    faults.extend(islice(_faulty_names(games), MOST_PROBLEMS))
    events = sorted(periods(games), key=lambda event: event.games[0].line)
    cautions = islice(chain(_long(events), _names_alike(games), _repeated(games)), MOST_PROBLEMS)
    in_order = sorted(faults, key=lambda fault: fault.line)
    return HistoryFile(tuple(games), tuple(events), tuple(in_order), tuple(cautions))


def is_for_two(rules: str) -> bool:
    """Whether there are rules with this key, for two players."""
    return rules in all_rules() and all_rules()[rules].seats == TWO_SEATS


def _faults_of(game: HistoryGame, today: date, *, has_draws: bool) -> Iterable[Message]:
    if game.on > today:
        yield Message(_("date: %(day)s is in the future"), {"day": game.on.isoformat()})
    if game.on < OLDEST:
        yield Message(_("date: %(day)s is too long ago"), {"day": game.on.isoformat()})
    if game.score == WIN // 2 and not has_draws:
        yield Message(_("result: this game has no draws"))


def _faulty_names(games: Sequence[HistoryGame]) -> Iterable[FaultyLine]:
    first_line: dict[str, int] = {}
    for game in games:
        for name in (game.first, game.second):
            first_line.setdefault(name, game.line)
    if len(first_line) > MOST_NAMES:
        most = Message(_("a file has room for %(most)d players: divide it"), {"most": MOST_NAMES})
        yield FaultyLine(games[0].line, most)
        return
    for name, line in first_line.items():
        try:
            clean_name(name)
        except NotAName as error:
            yield FaultyLine(line, Message(_("this name cannot be used: %(why)s"), {"why": error.message}))


def _repeated(games: Sequence[HistoryGame]) -> Iterable[FaultyLine]:
    seen: dict[HistoryGame, int] = {}
    for game in games:
        line = seen.setdefault(game, game.line)
        if line != game.line:
            yield FaultyLine(game.line, Message(_("the same as line %(line)d: both games count"), {"line": line}))
        elif game.round and (line := seen.get(_from_the_other_side(game), line)) != game.line:
            why = Message(_("the game of line %(line)d from the other side: both games count"), {"line": line})
            yield FaultyLine(game.line, why)


def _from_the_other_side(game: HistoryGame) -> HistoryGame:
    return replace(game, first=game.second, second=game.first, score=WIN - game.score)


def _names_alike(games: Sequence[HistoryGame]) -> Iterable[FaultyLine]:
    """Names that differ in accents, case or white space alone: often one player, spelt in two ways."""
    met: dict[str, tuple[str, int]] = {}
    seen: set[str] = set()
    for game in games:
        for name in (game.first, game.second):
            if name in seen:
                continue
            seen.add(name)
            other, line = met.setdefault(normalize_name(name), (name, game.line))
            if other != name:
                params = {"name": name, "other": other, "line": line}
                yield FaultyLine(
                    game.line, Message(_("%(name)s is nearly %(other)s of line %(line)d: two players"), params)
                )


def _long(events: Sequence[Period]) -> Iterable[FaultyLine]:
    for event in events:
        days = [game.on for game in event.games]
        if event.event and max(days) - min(days) > LONG_EVENT:
            params = {"event": event.event, "first": min(days).isoformat(), "last": max(days).isoformat()}
            why = _("%(event)s lasts from %(first)s to %(last)s: all its games count together, on the last day")
            yield FaultyLine(event.games[0].line, Message(why, params))


def in_groups(problems: Iterable[FaultyLine]) -> list[LineGroup]:
    """Problems by kind, in the order in which the kinds come first."""
    kinds: dict[str, list[FaultyLine]] = {}
    for problem in problems:
        kinds.setdefault(problem.why.template, []).append(problem)
    return [
        LineGroup(each[0].why, tuple(problem.line for problem in each[:MOST_LINES]), max(0, len(each) - MOST_LINES))
        for each in kinds.values()
    ]
