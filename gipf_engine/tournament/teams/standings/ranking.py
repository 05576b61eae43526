"""Ranking teams by their primary score and a list of tie-breaks, and explaining one row of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gipf_engine.messages import Message
from gipf_engine.tournament.standings.base import TIE_BREAKS, Standing, Value
from gipf_engine.tournament.standings.modifier_codes import read_variant, tie_break
from gipf_engine.tournament.standings.ranking import split_groups
from gipf_engine.tournament.teams.standings.base import TEAM_TIE_BREAKS, TeamScores, TeamTieBreak
from gipf_engine.tournament.teams.standings.of_players import OfTeams
from gipf_engine.tournament.teams.values import Score, TeamTable

Tied = list[list[int]]
NOT_FOR_TEAMS = frozenset({"MB", "KO", "ARO", "TPR", "PTP", "APRO", "APPO"})
"""Tie-breaks that are not of C.07, or, being made of ratings, for individuals only (article 10)."""


def team_tie_break(code: str) -> TeamTieBreak:
    """The tie-break that `code` names: "BH", "BH:GP/C1", "EMGSB", "MPVGP".

    ValueError, with the code, for an unknown key, a score or a variant that it does not have.
    """
    head, *parts = code.strip().upper().split("/")
    key, colon, named = head.partition(":")
    if colon and named not in [score.value for score in Score]:
        raise ValueError(f"{code!r} names no score of teams")
    score = Score(named) if named else None
    if key in TEAM_TIE_BREAKS:
        chosen = TEAM_TIE_BREAKS[key]
        if score is not None and not chosen.takes_score:
            raise ValueError(f"{key} has no score of its own")
        return chosen(read_variant(key, chosen.modifiers, parts), score)
    if key not in TIE_BREAKS or key in NOT_FOR_TEAMS:
        raise ValueError(f"no tie-break of teams is called {code!r}")
    return OfTeams(tie_break("/".join([key, *parts])), score)


def team_tie_breaks() -> tuple[str, ...]:
    """The keys of all tie-breaks of teams, those of players that serve teams among them, in their order."""
    return tuple(sorted({*TEAM_TIE_BREAKS, *TIE_BREAKS} - NOT_FOR_TEAMS))


def rank_teams(table: TeamTable, codes: Sequence[str]) -> tuple[Standing, ...]:
    """The teams in order of rank; those whom nothing separates share one. `points` are tenths of the primary score.

    The primary score comes first, unless the list itself says where points come (PTS, MPTS, GPTS). ValueError for a
    code that is not known, or that C.07 keeps out of round robins.
    """
    scores = TeamScores(table)
    groups: Tied = [sorted(team.number for team in table.teams)]
    columns: list[dict[int, Value]] = []
    for chosen, _before, column, after in _steps(scores, codes):
        groups = after
        if chosen is not None:
            columns.append(column)
    points = scores.history(scores.primary).points
    rows: list[Standing] = []
    for group in groups:
        place = len(rows) + 1
        for number in group:
            rows.append(Standing(place, number, points[number], tuple(column[number] for column in columns)))
    return tuple(rows)


def explain_team(table: TeamTable, codes: Sequence[str], number: int) -> tuple[Message, ...]:
    """What each value of one team's row is the sum of, in the order of the list."""
    scores = TeamScores(table)
    return tuple(
        chosen.explain(scores, number, before)
        for chosen, before, _column, _after in _steps(scores, codes)
        if chosen is not None
    )


def _steps(
    scores: TeamScores, codes: Sequence[str]
) -> Iterator[tuple[TeamTieBreak | None, Tied, dict[int, Value], Tied]]:
    """Each tie-break with the groups before it, its values, and the groups after it; None for points not listed."""
    groups: Tied = [sorted(team.number for team in scores.table.teams)]
    chosen = [team_tie_break(code) for code in codes]
    for each in chosen:
        if scores.table.predetermined and not each.for_predetermined:
            raise ValueError(f"{each.key} has no meaning where all pairings are fixed")
    if not any(each.replaces_points for each in chosen):
        points: dict[int, Value] = dict(scores.history(scores.primary).points)
        after = split_groups(groups, points, high_first=True)
        yield None, groups, points, after
        groups = after
    for each in chosen:
        column = each.values(scores, groups)
        after = split_groups(groups, column, high_first=each.ranks_high_first)
        yield each, groups, column, after
        groups = after
