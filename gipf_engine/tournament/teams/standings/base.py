"""What a tie-break of teams is, and the scores that all of them read.

A new one is one small class under `@register` in this package; those of players serve teams too, by either score.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar, TypeVar

from gipf_engine.messages import Message
from gipf_engine.registry import Registry
from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import ByeKind, CrossTable
from gipf_engine.tournament.standings.base import PLAIN, Criterion, Modifier, Value
from gipf_engine.tournament.standings.score_history import ScoreHistory, score_history
from gipf_engine.tournament.teams.cross_tables import table_of_teams
from gipf_engine.tournament.teams.points import board_points, match_kind
from gipf_engine.tournament.teams.values import Match, Score, TeamTable


class TeamScores:
    """An event of teams by either score, each worked out once."""

    def __init__(self, table: TeamTable) -> None:
        self.table = table
        self.primary = table.settings.primary
        self._tables: dict[Score, CrossTable] = {}
        self._histories: dict[Score, ScoreHistory] = {}
        self._boards: dict[int, tuple[int, ...]] | None = None

    def by(self, score: Score) -> CrossTable:
        """The teams as entrants by a score."""
        if score not in self._tables:
            self._tables[score] = table_of_teams(self.table, score)
        return self._tables[score]

    def history(self, score: Score) -> ScoreHistory:
        """Lines, points and adjusted scores by a score."""
        if score not in self._histories:
            self._histories[score] = score_history(self.by(score))
        return self._histories[score]

    def boards(self) -> dict[int, tuple[int, ...]]:
        """The game points of each team by board, in tenths, for article 12.

        A pairing-allocated bye counts as a win on every board, and so does a match won by forfeit without boards;
        a bye that was asked for gives its points on every board.
        """
        if self._boards is None:
            self._boards = {team.number: self._boards_of(team.number) for team in self.table.teams}
        return self._boards

    def _boards_of(self, team: int) -> tuple[int, ...]:
        sums = [0] * self.table.settings.boards
        for paired in self.table.rounds:
            match = paired.match(team)
            got = self._boards_of_match(match, team) if match is not None else self._boards_of_bye(paired.bye(team))
            for at, points in enumerate(got[: len(sums)]):
                sums[at] += points
        return tuple(sums)

    def _boards_of_match(self, match: Match, team: int) -> tuple[int, ...]:
        if match.boards:
            return board_points(self.table, match.sides(team))
        won = match_kind(self.table, match, team) == "+"
        return (self.table.settings.games.points(SideResult.WIN),) * self.table.settings.boards if won else ()

    def _boards_of_bye(self, bye: ByeKind | None) -> tuple[int, ...]:
        games = self.table.settings.games
        each = {ByeKind.PAIRING: games.win, ByeKind.FULL: games.full_bye, ByeKind.HALF: games.half_bye}
        return (each.get(bye, 0) if bye else 0,) * self.table.settings.boards


class TeamTieBreak(Criterion):
    """One tie-break of teams.

    `score` is the reference score that a code names behind a colon ("BH:GP"), the primary one where it names none.
    `takes_score` is False where a code cannot name one.
    """

    takes_score: ClassVar[bool] = False

    def __init__(self, variant: Modifier = PLAIN, score: Score | None = None) -> None:
        super().__init__(variant)
        self.score = score

    @abstractmethod
    def values(self, scores: TeamScores, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """The value of every team by number; `tied` are the groups that are still equal."""

    @abstractmethod
    def explain(self, scores: TeamScores, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """The value of one team as the sum that it is."""


TEAM_TIE_BREAKS: Registry[type[TeamTieBreak]] = Registry(__name__.rpartition(".")[0])
T = TypeVar("T", bound=type[TeamTieBreak])


def register(cls: T) -> T:
    """Class decorator: make a tie-break of teams known under its key."""
    TEAM_TIE_BREAKS.add(cls.key, cls)
    return cls


def points_of(tenths: int) -> Fraction:
    """Tenths as points."""
    return Fraction(tenths, 10)
