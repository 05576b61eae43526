"""Small events of teams written out: matches by the points of each board."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.tournament.crosstable import Colour, Entrant
from gipf_engine.tournament.teams.line_ups import seat, usual_line_up, with_result
from gipf_engine.tournament.teams.values import Match, Team, TeamBye, TeamRound, TeamSettings, TeamTable

RESULTS = {"1": ("1-0", "0-1"), "0": ("0-1", "1-0"), "=": ("1/2-1/2", "1/2-1/2"), "+": ("+-", "-+"), "-": ("-+", "+-")}
"""What the first team made on a board, as a result seen from White, where it has White and where it has Black."""

Played = tuple[int, int, str]


def teams_of(count: int, size: int = 2) -> tuple[Team, ...]:
    """Teams A, B, … with players 11, 12, … of team 1, 21, 22, … of team 2."""
    return tuple(
        Team(number, chr(64 + number), tuple(10 * number + at for at in range(1, size + 1)))
        for number in range(1, count + 1)
    )


def table_of(
    count: int,
    rounds: Sequence[Sequence[Played | TeamBye]],
    *,
    boards: int = 2,
    planned: int | None = None,
    size: int = 0,
) -> TeamTable:
    """An event: in each round matches (white team, black team, what White's players made by board) and byes."""
    settings = TeamSettings(boards)
    teams = teams_of(count, size or boards)
    players = tuple(Entrant(number, f"P{number}") for team in teams for number in team.roster)
    table = TeamTable(teams, players, settings, rounds_planned=planned, first_colour=Colour.WHITE)
    made = []
    for each in rounds:
        matches = [_match(table, *played) for played in each if not isinstance(played, TeamBye)]
        made.append(TeamRound(tuple(matches), tuple(bye for bye in each if isinstance(bye, TeamBye))))
    return TeamTable(teams, players, settings, tuple(made), rounds_planned=planned, first_colour=Colour.WHITE)


def _match(table: TeamTable, white: int, black: int, made: str) -> Match:
    settings = table.settings
    line_ups = [usual_line_up(settings, table.team(number)) for number in (white, black)]
    match = seat(settings, Match(white, black), *line_ups)
    for board, letter in enumerate(made, 1):
        result = RESULTS[letter][settings.colour(board) is Colour.BLACK]
        match = with_result(settings, match, board, result)
    return match
