"""The performance of an entrant against whoever of the opponents has a rating (B.02, article 1.4.8)."""

from __future__ import annotations

from gipf_engine.ratings.fide_tables import performance
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.standings.performance import HALVES
from gipf_engine.tournament.standings.score_history import score_history

TENTHS_OF_HALF = 5


def performance_rating(table: CrossTable, number: int) -> int | None:
    """The rating that goes with an entrant's score over the board against rated opponents; None without any.

    A win counts one point and a draw half of one, whatever they are worth in the event. Unlike the tie-break TPR it
    says something where not everybody is rated.
    """
    history = score_history(table)
    games = [
        (rating, HALVES[side.outcome])
        for line in history.lines[number]
        for side in line.games
        if side.played and side.outcome is not None and (rating := history.ratings.get(line.opponent or 0)) is not None
    ]
    score = TENTHS_OF_HALF * sum(halves for _rating, halves in games)
    return performance([rating for rating, _halves in games], score) if games else None
