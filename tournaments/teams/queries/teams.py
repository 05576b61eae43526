"""A team with its players and rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.teams.points import match_kind, round_points
from gipf_engine.tournament.teams.values import TeamTable
from tournaments.core.formats import option
from tournaments.core.hidden_standings import rows_shown
from tournaments.core.loader import EntryRow, EventData
from tournaments.core.team_loader import TeamRow
from tournaments.core.team_tables import team_table
from tournaments.models import TeamMatch

BYES: dict[str, str] = {
    TeamMatch.Kind.PAIRING_BYE: _("bye: no opponent was left"),
    TeamMatch.Kind.FULL_BYE: _("full-point bye"),
    TeamMatch.Kind.HALF_BYE: _("half-point bye"),
    TeamMatch.Kind.ZERO_BYE: _("zero-point bye"),
    TeamMatch.Kind.REST: _("rests"),
}
OUTCOMES: dict[str, str] = {
    "W": _("won"),
    "D": _("drawn"),
    "L": _("lost"),
    "+": _("won by forfeit"),
    "-": _("lost by forfeit"),
}


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
    """What a team had in a round: a match, which is `open` or has an `outcome`, or a bye.

    `waits`: its line-ups are not open yet.
    """

    number: int
    opponent: TeamRow | None
    has_white: bool
    outcome: Message | None
    is_open: bool
    game_points: int
    opponents_points: int
    match_points: int
    waits: bool = False


@dataclass(frozen=True, slots=True)
class TeamPage:
    """A team with its players and rounds. Points of players are those of rounds whose standings the reader sees."""

    team: TeamRow
    players: tuple[TeamPlayer, ...]
    rounds: tuple[TeamRound, ...]


def team_page(rows: EventData, team: TeamRow, *, whole: bool = False) -> TeamPage:
    """A team as its page shows it. Totals that the organiser hides are left out unless the reader may know `whole`."""
    if team.number is None:
        return TeamPage(team, players_of(rows, team), ())
    rounds = tuple(_rounds_of(rows, team_table(rows), team, team.number))
    return TeamPage(team, players_of(rows, team, team_table(rows_shown(rows, whole=whole))), rounds)


def players_of(rows: EventData, team: TeamRow, table: TeamTable | None = None) -> tuple[TeamPlayer, ...]:
    """The roster of a team; with a `table`, what each player has."""
    boards = option(rows.event, "boards")
    got = points_of_players(table) if table is not None else {}
    found = []
    for place, entry_id in enumerate(team.roster, 1):
        entry = rows.by_id[entry_id]
        points, games = got.get(entry.number or 0, (0, 0))
        found.append(TeamPlayer(place, entry, place > boards, entry_id == team.captain, points, games))
    return tuple(found)


def points_of_players(table: TeamTable) -> Mapping[int, tuple[int, int]]:
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
                waits=any(each.waits and team.id in each.teams for each in rows.rounds[at - 1].matches),
            )
        )
    return found
