"""The tie-breaks of players applied to teams (FIDE C.07, article 13): by the score a code names, else the primary."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.tournament.standings.base import TieBreak, Value
from gipf_engine.tournament.teams.standings.base import TeamScores, TeamTieBreak
from gipf_engine.tournament.teams.values import Score


class OfTeams(TeamTieBreak):
    """A tie-break of players, its entrants the teams and its games their matches."""

    takes_score = True

    def __init__(self, inner: TieBreak, score: Score | None = None) -> None:
        super().__init__(inner.variant, score)
        self.inner = inner
        self.key, self.name, self.help = inner.key, inner.name, inner.help  # type: ignore[misc]  # of the class elsewhere
        self.decimals, self.for_predetermined = inner.decimals, inner.for_predetermined  # type: ignore[misc]  # of the class elsewhere
        self.replaces_points = inner.replaces_points  # type: ignore[misc]  # of the class elsewhere

    @property
    def ranks_high_first(self) -> bool:
        """As for players."""
        return self.inner.ranks_high_first

    def values(self, scores: TeamScores, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """As for players."""
        return self.inner.values(scores.by(self.score or scores.primary), tied)

    def explain(self, scores: TeamScores, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """As for players."""
        return self.inner.explain(scores.by(self.score or scores.primary), number, tied)

    def format_value(self, value: Value) -> str:
        """As for players."""
        return self.inner.format_value(value)
