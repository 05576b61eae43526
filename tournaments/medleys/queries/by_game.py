"""How players did in each game of a medley: points, results and colours."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from games.core.labels import rules_name
from gipf_engine.messages import Message
from gipf_engine.results import PENDING, VOID, SideResult
from tournaments.core.loader import EntryRow, EventData, PairingRow
from tournaments.core.medleys import games_of

SEATS = ("white", "black")


@dataclass(frozen=True, slots=True)
class GameScore:
    """How an entry did in one game: points in tenths, games with a result, and how often it moved first.

    `rank` is shared by equal points; None for those who left and are not ranked, and where nothing was played.
    """

    entry: EntryRow
    rank: int | None
    points: int
    games: int
    won: int
    drawn: int
    lost: int
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class GameTable:
    """The standings of one game of a medley, through the round `rounds`."""

    rules: str
    rounds: int
    rows: tuple[GameScore, ...]

    @property
    def name(self) -> Message:
        return rules_name(self.rules)

    @property
    def played(self) -> int:
        """How many games of it have a result."""
        return sum(row.games for row in self.rows) // 2


def tables_by_game(rows: EventData) -> list[GameTable]:
    """The standings of each game of the event, in the order of the medley, after the last round."""
    return [table_of_game(rows, rules) for rules in games_of(rows.event)]


def table_of_game(rows: EventData, rules: str) -> GameTable:
    """The standings of one game: by points, then wins, then pairing number; those who did not play it come last.

    Byes are of no game and count in none.
    """
    gone = {entry.id for entry in rows.entries if entry.annulled}
    sums: dict[int, list[int]] = defaultdict(lambda: [0] * 7)
    for round_ in rows.rounds:
        for pairing in round_.pairings:
            if gone & set(pairing.entries):
                continue
            for entry, values in _of_pairing(rows, pairing, rules):
                sums[entry] = [one + more for one, more in zip(sums[entry], values, strict=True)]
    entries = [entry for entry in rows.by_number.values() if not entry.annulled]
    found = [(entry, sums[entry.id]) for entry in entries]
    found.sort(key=lambda row: (row[0].expelled, not row[1][1], -row[1][0], -row[1][2], row[0].number or 0))
    return GameTable(rules, len(rows.rounds), tuple(_ranked(found)))


def _of_pairing(rows: EventData, pairing: PairingRow, rules: str) -> Iterator[tuple[int, list[int]]]:
    """What the games of a pairing add to its two entries: points, games, wins, draws, losses, White, Black."""
    for game in pairing.games:
        if game.rules != rules or game.code in (PENDING, VOID):
            continue
        entries = (pairing.white, pairing.black)[:: 1 if game.leg == 1 else -1]
        for seat, entry in zip(SEATS, entries, strict=True):
            assert entry is not None
            outcome = game.result.outcome(seat)
            assert outcome is not None
            points = rows.event.points.points(outcome, played=game.result.played)
            scored = [outcome is each for each in (SideResult.WIN, SideResult.DRAW, SideResult.LOSS)]
            colours = [game.result.played and pairing.has_colours and seat == each for each in SEATS]
            yield entry, [points, 1, *map(int, scored), *map(int, colours)]


def _ranked(found: list[tuple[EntryRow, list[int]]]) -> Iterator[GameScore]:
    place, before = 0, None
    for number, (entry, values) in enumerate(found, 1):
        points, games = values[:2]
        if points != before:
            place, before = number, points
        yield GameScore(entry, place if games and not entry.expelled else None, *values)
