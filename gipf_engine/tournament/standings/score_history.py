"""What tie-breaks need to know about a `CrossTable`, worked out once per table.

FIDE C.07, article 16, decides how a round without a game counts. The words used here: a round is
*played* when a game took place over the board; it is *voluntary* (a VUR) when its entrant chose not
to play: a half- or zero-point bye, a forfeit loss, an absence. A pairing-allocated bye, a full-point
bye, a rest round and a forfeit win are unplayed without being voluntary.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import (
    Bye,
    ByeKind,
    Cell,
    Colour,
    CrossTable,
    DealPlay,
    Entrant,
    GameSide,
    Meeting,
    Solo,
)

R = TypeVar("R")
VOLUNTARY_BYES = frozenset({ByeKind.HALF, ByeKind.ZERO})


class ScoreLine(NamedTuple):  # made by the thousand: sooner than a dataclass
    """One entrant's one round. `opponent` is the scheduled one, met or not; `points` are tenths.

    `undecided` is a meeting of which no game was played yet and some still may be: it counts as met. `void` is a
    pairing that counts for nothing: a round without an opponent that no one chose. `plays` are the deals of a round
    that everybody plays alone; there are none while it is undecided.
    """

    round: int
    opponent: int | None
    points: int
    games: tuple[GameSide, ...]
    bye: ByeKind | None
    played: bool
    voluntary: bool
    undecided: bool
    void: bool = False
    plays: tuple[DealPlay, ...] = ()

    def count_games(self, outcome: SideResult, colour: Colour | None = None) -> int:
        """Games over the board with this outcome (and colour, where one is given)."""
        return sum(
            side.played and side.outcome is outcome and (colour is None or side.colour is colour) for side in self.games
        )


@dataclass(frozen=True, slots=True)
class ScoreHistory:
    """A table's rounds as lines, with points and adjusted scores in tenths, all by pairing number."""

    table: CrossTable
    names: Mapping[int, str]
    ratings: Mapping[int, int | None]
    lines: Mapping[int, tuple[ScoreLine, ...]]
    points: Mapping[int, int]
    adjusted: Mapping[int, int]
    memory: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)

    def once(self, key: object, work: Callable[[], R]) -> R:
        """What `work` gives, done at the first asking for `key`: several tie-breaks share their parts."""
        if key not in self.memory:
            self.memory[key] = work()
        found: R = self.memory[key]
        return found

    @property
    def rounds(self) -> int:
        """Rounds that stand: C.07's number of rounds, in intermediate standings those so far."""
        return self.table.rounds_played

    @property
    def last_round(self) -> int:
        """The number of the event's last round."""
        return max(self.table.rounds_planned or 0, self.table.rounds_played)

    @property
    def win(self) -> int:
        """Tenths that winning every game of a round is worth."""
        return self.table.scoring.win * self.table.games_per_round

    @property
    def draw(self) -> int:
        """Tenths that drawing every game of a round is worth."""
        return self.table.scoring.draw * self.table.games_per_round

    def counts_as_game(self, line: ScoreLine, *, forfeits: bool = False) -> bool:
        """Whether a round counts as a game against its opponent.

        Over the board always; a forfeit where `forfeits` (the variant `/P`) or where pairings are
        made beforehand (article 16.1).
        """
        if line.opponent is None:
            return False
        return line.played or line.undecided or forfeits or self.table.predetermined


_latest: tuple[CrossTable, ScoreHistory] | None = None


def score_history(table: CrossTable) -> ScoreHistory:
    """The ledger of `table`. The latest one is kept, since a ranking asks for it once per tie-break."""
    global _latest  # one pair, replaced as a whole: threads at worst compute it twice
    known = _latest
    if known is not None and known[0] is table:
        return known[1]
    made = _build_histories(table)
    _latest = (table, made)
    return made


def _build_histories(table: CrossTable) -> ScoreHistory:
    came: dict[int, _Came] = {}
    lines = {entrant.number: _score_lines(table, entrant, came) for entrant in table.entrants}
    points = {number: sum([line.points for line in own]) for number, own in lines.items()}
    draw = table.scoring.draw * table.games_per_round
    return ScoreHistory(
        table=table,
        names={entrant.number: entrant.name for entrant in table.entrants},
        ratings={entrant.number: entrant.rating for entrant in table.entrants},
        lines=lines,
        points=points,
        adjusted={number: _adjusted(own, points[number], draw, table.predetermined) for number, own in lines.items()},
    )


def adjust_points(
    lines: tuple[ScoreLine, ...], draw: int, predetermined: bool, *, elected: int | None = None
) -> dict[int, int]:
    """What each round counts, in tenths, when its entrant is a person's opponent (article 16.3).

    The points got, except for byes asked for after the last round that the entrant elected to play
    (`elected`, worked out where it is not given): each counts as a draw. Where pairings are made
    beforehand nothing is adjusted.
    """
    if elected is None:
        elected = max((line.round for line in lines if not line.voluntary), default=0)
    return {
        line.round: line.points if predetermined or line.opponent is not None or line.round <= elected else draw
        for line in lines
    }


def _adjusted(lines: tuple[ScoreLine, ...], points: int, draw: int, predetermined: bool) -> int:
    """The sum of `adjust_points`; the one who met a person in every round has the points as they are."""
    if None in [line.opponent for line in lines]:
        return sum(adjust_points(lines, draw, predetermined).values())
    return points


class _Came(NamedTuple):
    """What the games of a meeting came to, as a line says it."""

    points: int
    games: tuple[GameSide, ...]
    bye: None
    played: bool
    voluntary: bool
    undecided: bool


def _score_lines(table: CrossTable, entrant: Entrant, came: dict[int, _Came]) -> tuple[ScoreLine, ...]:
    return tuple(
        [_score_line(table, number, entrant.cell(number), came) for number in range(1, table.rounds_played + 1)]
    )


def _score_line(table: CrossTable, number: int, cell: Cell, came: dict[int, _Came]) -> ScoreLine:
    if isinstance(cell, Meeting) and cell.games:
        # A table's meetings share their games where these are the same, so that most are known already.
        if cell.points is not None:
            return ScoreLine(number, cell.opponent, *_games_came(table, cell))
        found = came.get(id(cell.games)) or came.setdefault(id(cell.games), _games_came(table, cell))
        return ScoreLine(number, cell.opponent, *found)
    points = table.cell_points(cell)
    if isinstance(cell, Meeting):
        return ScoreLine(number, None, points, (), None, played=False, voluntary=False, undecided=False, void=True)
    if isinstance(cell, Solo):
        played = any(play.counts is not None for play in cell.plays)
        undecided = not cell.plays
        return ScoreLine(number, None, points, (), None, played, not (played or undecided), undecided, plays=cell.plays)
    kind = cell.kind if isinstance(cell, Bye) else None
    return ScoreLine(number, None, points, (), kind, False, kind is None or kind in VOLUNTARY_BYES, False)


def _games_came(table: CrossTable, cell: Meeting) -> _Came:
    played = any(side.played and side.outcome is not None for side in cell.games)
    undecided = not played and any(side.outcome is None for side in cell.games)
    won = any(side.outcome is SideResult.WIN for side in cell.games)
    return _Came(table.cell_points(cell), cell.games, None, played, not (played or undecided or won), undecided)
