"""Teams, their matches and their table, as rows ready to print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.teams.points import match_kind, round_points, total
from gipf_engine.tournament.teams.standings import rank_teams, team_tie_break
from gipf_engine.tournament.teams.values import Score, TeamTable
from tournaments.core.formats import option
from tournaments.core.loader import EntryRow, EventData, RoundRow
from tournaments.core.team_loader import MatchRow, TeamRow
from tournaments.core.team_tables import team_table
from tournaments.models import TeamMatch
from tournaments.rounds.queries.rounds import Board, RoundPage, round_page
from tournaments.teams.line_ups import teams_handed_in

BYES: dict[str, str] = {
    TeamMatch.Kind.PAIRING_BYE: _("bye: no opponent was left"),
    TeamMatch.Kind.REST: _("rests"),
}
OUTCOMES: dict[str, str] = {
    "W": _("won"),
    "D": _("drawn"),
    "L": _("lost"),
    "+": _("won by forfeit"),
    "-": _("lost by forfeit"),
}


# --- a team -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TeamPlayer:
    """A player of a team: the place on the roster, and the points of the boards so far, in tenths."""

    place: int
    entry: EntryRow
    is_reserve: bool
    is_captain: bool
    points: int
    games: int


@dataclass(frozen=True, slots=True)
class TeamRound:
    """What a team had in a round: a match, which is `open` or has an `outcome`, or a bye."""

    number: int
    opponent: TeamRow | None
    has_white: bool
    outcome: Message | None
    is_open: bool
    game_points: int
    opponents_points: int
    match_points: int


@dataclass(frozen=True, slots=True)
class TeamPage:
    """A team with its players and rounds."""

    team: TeamRow
    players: tuple[TeamPlayer, ...]
    rounds: tuple[TeamRound, ...]


def team_page(rows: EventData, team: TeamRow) -> TeamPage:
    """A team as its page shows it."""
    table = team_table(rows) if team.number is not None else None
    rounds = tuple(_rounds_of(rows, table, team, team.number)) if table and team.number is not None else ()
    return TeamPage(team, players_of(rows, team, table), rounds)


def players_of(rows: EventData, team: TeamRow, table: TeamTable | None = None) -> tuple[TeamPlayer, ...]:
    """The roster of a team; with a `table`, what each player has."""
    boards = option(rows.event, "boards")
    got = _points_of_players(table) if table is not None else {}
    found = []
    for place, entry_id in enumerate(team.roster, 1):
        entry = rows.by_id[entry_id]
        points, games = got.get(entry.number or 0, (0, 0))
        found.append(TeamPlayer(place, entry, place > boards, entry_id == team.captain, points, games))
    return tuple(found)


def _points_of_players(table: TeamTable) -> Mapping[int, tuple[int, int]]:
    """By player number the points of all boards, in tenths, and how many boards these are."""
    found: dict[int, tuple[int, int]] = {}
    for paired in table.rounds:
        for board in (board for match in paired.matches for board in match.boards):
            for player, side in ((board.first, board.first_side), (board.second, board.second_side)):
                if player is not None and side.outcome is not None:
                    points, games = found.get(player, (0, 0))
                    more = table.settings.games.points(side.outcome, played=side.played)
                    found[player] = points + more, games + 1
    return found


def _rounds_of(rows: EventData, table: TeamTable, team: TeamRow, number: int) -> Sequence[TeamRound]:
    found = []
    by_number = {each.number: each for each in rows.teams}
    for at, paired in enumerate(table.rounds, 1):
        got, match = round_points(table, number, at), paired.match(number)
        if match is None:
            kind = next((each.kind for each in rows.rounds[at - 1].matches if team.id in each.teams), "")
            words = Message(BYES[kind]) if kind in BYES else None
            found.append(TeamRound(at, None, False, words, False, got.game, 0, got.match))
            continue
        other = match.opponent(number)
        kind = match_kind(table, match, number)
        found.append(
            TeamRound(
                number=at,
                opponent=by_number[other],
                has_white=match.white == number,
                outcome=Message(OUTCOMES[kind]) if kind in OUTCOMES else None,
                is_open=match.is_open,
                game_points=got.game,
                opponents_points=round_points(table, other, at).game,
                match_points=got.match,
            )
        )
    return found


# --- the table ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Column:
    """A tie-break of the table of teams."""

    code: str
    name: str
    help: str


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team in the table: points in tenths, `values` of the tie-breaks as they are printed."""

    rank: int
    team: TeamRow
    match_points: int
    game_points: int
    won: int
    drawn: int
    lost: int
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamStandings:
    """The table of teams after `rounds` rounds. `by_games`: game points count first."""

    rounds: int
    by_games: bool
    columns: tuple[Column, ...]
    lines: tuple[TeamLine, ...]


def team_standings(rows: EventData) -> TeamStandings:
    """The table of an event of teams as it is now; empty before the start."""
    table, codes = team_table(rows), tuple(rows.event.tie_breaks)
    chosen = [team_tie_break(code) for code in codes]
    columns = tuple(Column(code, each.name, each.help) for code, each in zip(codes, chosen, strict=True))
    by_number = {team.number: team for team in rows.teams}
    lines = tuple(
        TeamLine(
            row.rank,
            by_number[row.number],
            total(table, row.number, Score.MATCH),
            total(table, row.number, Score.GAME),
            *_won_drawn_lost(table, row.number),
            tuple(each.format_value(value) for each, value in zip(chosen, row.values, strict=True)),
        )
        for row in (rank_teams(table, codes) if table.teams else ())
    )
    return TeamStandings(len(rows.rounds), table.settings.primary is Score.GAME, columns, lines)


def _won_drawn_lost(table: TeamTable, number: int) -> tuple[int, int, int]:
    kinds = [match_kind(table, match, number) for _round, match in table.matches_of(number)]
    won, lost = sum(kind in ("W", "+") for kind in kinds), sum(kind in ("L", "-") for kind in kinds)
    return won, kinds.count("D"), lost


# --- matches ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match of a round, or a bye. `boards` are there once both line-ups are open, points (tenths) with them.

    `handed_in` are the teams (ids) whose line-up is in; who plays is not known before the match is seated.
    """

    row: MatchRow
    white: TeamRow
    black: TeamRow | None
    bye: Message | None
    boards: tuple[Board, ...] = ()
    white_points: int = 0
    black_points: int = 0
    is_open: bool = False
    handed_in: frozenset[int] = frozenset()

    @property
    def has_white(self) -> bool:
        """Whether the line-up of the team that is named first is in."""
        return self.white.id in self.handed_in

    @property
    def has_black(self) -> bool:
        """Whether the line-up of the other team is in."""
        return self.black is not None and self.black.id in self.handed_in


@dataclass(frozen=True, slots=True)
class MatchesPage:
    """The matches of a round. `line_ups_due`: until when line-ups are handed in, None for when both are."""

    number: int
    version: int
    matches: tuple[MatchView, ...]
    line_ups_due: datetime | None

    @property
    def waits(self) -> bool:
        """Whether some match has no boards yet."""
        return any(match.row.waits for match in self.matches)


def matches_page(rows: EventData, number: int, page: RoundPage | None = None) -> MatchesPage | None:
    """The matches of a round that is paired; None where it is not. `page` is its boards, where they are known."""
    round_ = rows.round(number)
    if round_ is None:
        return None
    page = page or round_page(rows, number, with_reasons=False)
    boards = {board.id: board for board in (page.boards if page else ())}
    there = teams_handed_in(rows, number) if round_.waiting_matches else frozenset()
    table = team_table(rows)
    matches = tuple(_match_view(rows, table, round_, match, boards, there) for match in round_.matches)
    return MatchesPage(number, round_.version, matches, round_.line_ups_due)


def _match_view(
    rows: EventData,
    table: TeamTable,
    round_: RoundRow,
    match: MatchRow,
    boards: Mapping[int, Board],
    there: frozenset[int],
) -> MatchView:
    white = rows.team_by_id[match.white]
    if match.black is None:
        return MatchView(match, white, None, Message(BYES[match.kind]))
    black = rows.team_by_id[match.black]
    for_white, for_black = (round_points(table, team.number or 0, round_.number).game for team in (white, black))
    paired = table.rounds[round_.number - 1].match(white.number or 0)
    return MatchView(
        match,
        white,
        black,
        None,
        tuple(boards[pairing] for _board, pairing in match.boards if pairing in boards),
        for_white,
        for_black,
        is_open=paired is None or paired.is_open,
        handed_in=there & {white.id, black.id},
    )
