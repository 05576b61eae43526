"""The cross tables that an event of teams contains: of its teams by either score, and of its players.

With these, pairing systems, tie-breaks, prizes and ratings made for players serve teams and their members.
"""

from __future__ import annotations

from dataclasses import replace

from gipf_engine.results import Scoring, SideResult
from gipf_engine.tournament.crosstable import (
    Bye,
    ByeKind,
    Cell,
    Colour,
    CrossTable,
    Entrant,
    GameSide,
    Meeting,
)
from gipf_engine.tournament.teams.points import (
    DECIDED_BY_FORFEIT,
    OPEN,
    OUTCOMES,
    RoundPoints,
    bye_game_points,
    bye_match_points,
    round_points,
)
from gipf_engine.tournament.teams.values import Board, Score, Team, TeamTable

TEAM = "team"
"""What `Entrant.extras` of a player names the team by, as Scheveningen matches expect it."""


def table_of_teams(table: TeamTable, score: Score | None = None) -> CrossTable:
    """The teams as entrants, a match as one game of them, its points those of `score` (None: the primary one).

    A match gives the colour of board 1, and counts as played if any of its boards was. `Entrant.second_points` are
    those of the other score.
    """
    chosen = score or table.settings.primary
    entrants = tuple(_entrant_of(table, team, chosen) for team in table.teams)
    return CrossTable(
        entrants=entrants,
        rounds_played=table.rounds_played,
        rounds_planned=table.rounds_planned,
        scoring=_scoring_of(table, chosen),
        first_colour=table.first_colour,
        forbidden=table.forbidden,
        predetermined=table.predetermined,
        lots=table.lots,
    )


def _entrant_of(table: TeamTable, team: Team, score: Score) -> Entrant:
    rounds = range(1, table.rounds_played + 1)
    points = [round_points(table, team.number, number) for number in rounds]
    cells: list[Cell] = [
        _cell_of(table, team.number, number, got, score) for number, got in zip(rounds, points, strict=True)
    ]
    return Entrant(
        number=team.number,
        name=team.name,
        rating=team.strength,
        withdrawn=team.withdrawn,
        cells=(*cells, *_announced(table, team)),
        accelerated=team.accelerated if score is Score.MATCH else team.accelerated_games,
        second_points=tuple(got.of(score.other) for got in points),
        extras=team.extras,
    )


def _cell_of(table: TeamTable, team: int, round_number: int, got: RoundPoints, score: Score) -> Cell:
    paired = table.rounds[round_number - 1]
    match = paired.match(team)
    if match is None:
        return Bye(paired.bye(team) or ByeKind.ZERO, got.of(score))
    colour = Colour.WHITE if team == match.white else Colour.BLACK
    outcome = None if got.kind == OPEN else OUTCOMES[got.kind]
    played = got.kind not in (OPEN, *DECIDED_BY_FORFEIT)
    return Meeting(match.opponent(team), (GameSide(colour, outcome, played, played),), got.of(score))


def _announced(table: TeamTable, team: Team) -> tuple[Cell, ...]:
    """The byes of rounds to come, in their places."""
    found = {each.round: Bye(each.kind) for each in table.announced if each.team == team.number}
    last = max(found, default=0)
    return tuple(found.get(number) for number in range(table.rounds_played + 1, last + 1))


def _scoring_of(table: TeamTable, score: Score) -> Scoring:
    """What a match and a bye are worth by one score."""
    settings = table.settings
    if score is Score.MATCH:
        points = settings.points
        return Scoring(
            win=points.win,
            draw=points.draw,
            loss=points.loss,
            pairing_bye=bye_match_points(table),
            full_bye=points.win,
            half_bye=points.draw,
            zero_bye=points.zero_bye,
            forfeit_win=points.win,
            forfeit_loss=points.forfeit_loss,
        )
    games, boards = settings.games, settings.boards
    return Scoring(
        win=games.win * boards,
        draw=games.draw * boards,
        loss=games.loss * boards,
        pairing_bye=bye_game_points(table, ByeKind.PAIRING),
        full_bye=games.full_bye * boards,
        half_bye=games.half_bye * boards,
        zero_bye=games.zero_bye * boards,
        forfeit_win=games.forfeit_win * boards,
        forfeit_loss=games.forfeit_loss * boards,
    )


def table_of_players(table: TeamTable) -> CrossTable:
    """The players as entrants, with the games of their boards: for board prizes, performances and ratings.

    `Entrant.extras` names team and, after the first game, the board that a player sat at most often. A round without
    a board is none of the player's: it gives nothing.
    """
    teams = {number: team for team in table.teams for number in team.roster}
    cells: dict[int, list[Cell]] = {player.number: [None] * table.rounds_played for player in table.players}
    boards: dict[int, list[int]] = {}
    for at, paired in enumerate(table.rounds):
        for match in paired.matches:
            for number, board in enumerate(match.boards, 1):
                for sitting, cell in _cells_of(board):
                    cells[sitting][at] = cell
                    boards.setdefault(sitting, []).append(number)
    entrants = []
    for player in table.players:
        extras = dict(player.extras)
        if player.number in teams:
            extras[TEAM] = teams[player.number].name
        if player.number in boards:
            sat = boards[player.number]
            extras["board"] = str(min(sat, key=lambda number: (-sat.count(number), number)))
        entrants.append(replace(player, cells=tuple(cells[player.number]), extras=extras))
    return CrossTable(
        entrants=tuple(entrants),
        rounds_played=table.rounds_played,
        rounds_planned=table.rounds_planned,
        scoring=replace(table.settings.games, zero_bye=0),
        predetermined=table.predetermined,
    )


def _cells_of(board: Board) -> list[tuple[int, Cell]]:
    """Both players of a board with what they had there; a missing opponent makes it a bye worth the forfeit."""
    found: list[tuple[int, Cell]] = []
    for player, other, side in (
        (board.first, board.second, board.first_side),
        (board.second, board.first, board.second_side),
    ):
        if player is not None and other is not None:
            found.append((player, Meeting(other, (side,))))
        elif player is not None:
            won = side.outcome is SideResult.WIN
            found.append((player, Bye(ByeKind.FULL if won else ByeKind.ZERO)))
    return found
