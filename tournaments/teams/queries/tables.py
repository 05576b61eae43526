"""The table of teams, and their players by board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gipf_engine.tournament.teams.board_scores import board_scores
from gipf_engine.tournament.teams.points import match_kind, total
from gipf_engine.tournament.teams.standings import rank_teams, team_tie_break
from gipf_engine.tournament.teams.values import Score, TeamTable
from tournaments.core.formats import groups_of_teams
from tournaments.core.hidden_standings import rows_shown
from tournaments.core.loader import EntryRow, EventData
from tournaments.core.pairing_history import data_after_round
from tournaments.core.team_loader import TeamRow
from tournaments.core.team_tables import ranked_team_table, team_table


@dataclass(frozen=True, slots=True)
class Column:
    """A tie-break of the table of teams."""

    code: str
    name: str
    help: str


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team in the table: points in tenths, `values` of the tie-breaks as they are printed.

    `group` is the team's in a league, from 1; None in other formats.
    """

    group: int | None
    rank: int
    team: TeamRow
    match_points: int
    game_points: int
    won: int
    drawn: int
    lost: int
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A player among those of one board: points in tenths of so many games there, and the performance in them."""

    rank: int
    entry: EntryRow
    team: TeamRow
    points: int
    games: int
    performance: int | None


@dataclass(frozen=True, slots=True)
class BoardTable:
    """The players of a board by points, performance and fewer games there."""

    board: int
    lines: tuple[BoardLine, ...]

    @property
    def has_performances(self) -> bool:
        """Whether anyone met a rated opponent there."""
        return any(line.performance is not None for line in self.lines)


@dataclass(frozen=True, slots=True)
class TeamStandings:
    """The table of teams after `rounds` rounds, in a league group by group.

    `by_games`: game points count first. `boards` rank players. `annulled` are teams that left and stand in no table.
    """

    rounds: int
    by_games: bool
    columns: tuple[Column, ...]
    lines: tuple[TeamLine, ...]
    boards: tuple[BoardTable, ...] = ()
    annulled: tuple[TeamRow, ...] = ()


def shown_team_standings(rows: EventData, after: int | None = None, *, whole: bool) -> TeamStandings:
    """The table of teams as readers see it, or the `whole` of it, of now or after an earlier round."""
    shown = rows_shown(rows, whole=whole)
    return team_standings(shown if after is None else data_after_round(shown, after))


def team_standings(rows: EventData) -> TeamStandings:
    """The table of an event of teams as it is now; empty before the start."""
    table, codes = ranked_team_table(rows), tuple(rows.event.tie_breaks)
    chosen = [team_tie_break(code) for code in codes]
    columns = tuple(Column(code, each.name, each.help) for code, each in zip(codes, chosen, strict=True))
    by_number = {team.number: team for team in rows.teams}
    groups = groups_of_teams(rows.event, [team.number for team in team_table(rows).teams])
    lines = tuple(
        TeamLine(
            group if len(groups) > 1 else None,
            row.rank,
            by_number[row.number],
            total(table, row.number, Score.MATCH),
            total(table, row.number, Score.GAME),
            *_won_drawn_lost(table, row.number),
            tuple(each.format_value(value) for each, value in zip(chosen, row.values, strict=True)),
        )
        for group, numbers in enumerate(groups, 1)
        for row in rank_teams(_among(table, numbers), codes)
    )
    boards = _board_tables(rows, table)
    annulled = tuple(team for team in rows.teams if team.annulled)
    return TeamStandings(len(rows.rounds), table.settings.primary is Score.GAME, columns, lines, boards, annulled)


def _among(table: TeamTable, numbers: Sequence[int]) -> TeamTable:
    """The table with these teams alone, who have met no others."""
    return replace(table, teams=tuple(team for team in table.teams if team.number in numbers))


def _board_tables(rows: EventData, table: TeamTable) -> tuple[BoardTable, ...]:
    """Everyone who has played at a board, board by board."""
    boards = range(1, table.settings.boards + 1)
    found = (BoardTable(board, _board_lines(rows, table, board)) for board in boards)
    return tuple(each for each in found if each.lines)


def _board_lines(rows: EventData, table: TeamTable, board: int) -> tuple[BoardLine, ...]:
    found = []
    for score in board_scores(table, board):
        entry = rows.by_number[score.player]
        team = rows.team_of[entry.id]
        found.append(BoardLine(score.rank, entry, team, score.points, score.games, score.performance))
    return tuple(found)


def _won_drawn_lost(table: TeamTable, number: int) -> tuple[int, int, int]:
    kinds = [match_kind(table, match, number) for _round, match in table.matches_of(number)]
    won, lost = sum(kind in ("W", "+") for kind in kinds), sum(kind in ("L", "-") for kind in kinds)
    return won, kinds.count("D"), lost
