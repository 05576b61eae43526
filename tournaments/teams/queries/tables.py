"""The table of teams, and their players by board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gipf_engine.tournament.teams.cross_tables import table_of_players
from gipf_engine.tournament.teams.points import match_kind, total
from gipf_engine.tournament.teams.standings import rank_teams, team_tie_break
from gipf_engine.tournament.teams.values import Score, TeamTable
from tournaments.core.formats import groups_of_teams
from tournaments.core.loader import EntryRow, EventData
from tournaments.core.team_loader import TeamRow
from tournaments.core.team_tables import team_table
from tournaments.teams.queries.teams import points_of_players


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
    """A player among those of one board: points in tenths, of so many games and forfeits."""

    rank: int
    entry: EntryRow
    team: TeamRow
    points: int
    games: int


@dataclass(frozen=True, slots=True)
class BoardTable:
    """The players who sat at a board most often, by points, then by fewer games."""

    board: int
    lines: tuple[BoardLine, ...]


@dataclass(frozen=True, slots=True)
class TeamStandings:
    """The table of teams after `rounds` rounds, in a league group by group.

    `by_games`: game points count first. `boards` rank players.
    """

    rounds: int
    by_games: bool
    columns: tuple[Column, ...]
    lines: tuple[TeamLine, ...]
    boards: tuple[BoardTable, ...] = ()


def team_standings(rows: EventData) -> TeamStandings:
    """The table of an event of teams as it is now; empty before the start."""
    table, codes = team_table(rows), tuple(rows.event.tie_breaks)
    chosen = [team_tie_break(code) for code in codes]
    columns = tuple(Column(code, each.name, each.help) for code, each in zip(codes, chosen, strict=True))
    by_number = {team.number: team for team in rows.teams}
    groups = groups_of_teams(rows.event, [team.number for team in table.teams])
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
    return TeamStandings(len(rows.rounds), table.settings.primary is Score.GAME, columns, lines, boards)


def _among(table: TeamTable, numbers: Sequence[int]) -> TeamTable:
    """The table with these teams alone, who have met no others."""
    return replace(table, teams=tuple(team for team in table.teams if team.number in numbers))


def _board_tables(rows: EventData, table: TeamTable) -> tuple[BoardTable, ...]:
    """Every player who has played, at the board at which the player sat most often."""
    got = points_of_players(table)
    by_board: dict[int, list[int]] = {}
    for entrant in table_of_players(table).entrants:
        if "board" in entrant.extras:
            by_board.setdefault(int(entrant.extras["board"]), []).append(entrant.number)
    return tuple(BoardTable(board, _board_lines(rows, got, by_board[board])) for board in sorted(by_board))


def _board_lines(rows: EventData, got: Mapping[int, tuple[int, int]], numbers: Sequence[int]) -> tuple[BoardLine, ...]:
    """Players of a board by points, then by fewer games; those who are equal in both share a place."""
    keys = {number: (-points, games) for number in numbers for points, games in [got.get(number, (0, 0))]}
    found = []
    for number in sorted(numbers, key=lambda each: (keys[each], each)):
        entry, rank = rows.by_number[number], 1 + sum(key < keys[number] for key in keys.values())
        found.append(BoardLine(rank, entry, rows.team_of[entry.id], *got.get(number, (0, 0))))
    return tuple(found)


def _won_drawn_lost(table: TeamTable, number: int) -> tuple[int, int, int]:
    kinds = [match_kind(table, match, number) for _round, match in table.matches_of(number)]
    won, lost = sum(kind in ("W", "+") for kind in kinds), sum(kind in ("L", "-") for kind in kinds)
    return won, kinds.count("D"), lost
