"""From a pairing of teams to a round of matches, by any pairing system made for entrants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import ByeKind, CrossTable
from gipf_engine.tournament.pairing.base import PairingSystem, RoundPairings
from gipf_engine.tournament.teams.cross_tables import table_of_teams
from gipf_engine.tournament.teams.points import round_points
from gipf_engine.tournament.teams.values import AnnouncedBye, Board, Match, TeamBye, TeamRound, TeamTable


def pair_teams(table: TeamTable, system: PairingSystem) -> RoundPairings:
    """The next round, by team numbers, with reasons. Raises `PairingError` where there is none.

    Swiss for teams is `team-swiss`; round robins, leagues of groups and knock-outs are those of players.
    """
    return system.pair(table_for_pairing(table))


def table_for_pairing(table: TeamTable) -> CrossTable:
    """The teams as pairing systems see them: a board without a result counts as a draw (C.04.2, pending games).

    So a match of which one game is still played is won, drawn or lost by all its boards. One whose line-ups are not
    known has no boards, and counts as drawn.
    """
    return table_of_teams(replace(table, rounds=tuple(_with_open_boards_drawn(paired) for paired in table.rounds)))


def _with_open_boards_drawn(paired: TeamRound) -> TeamRound:
    if not any(board.is_open for match in paired.matches for board in match.boards):
        return paired
    matches = (
        replace(match, boards=tuple(_drawn(board) if board.is_open else board for board in match.boards))
        for match in paired.matches
    )
    return replace(paired, matches=tuple(matches))


def _drawn(board: Board) -> Board:
    first, second = (
        replace(side, outcome=SideResult.DRAW, played=True) for side in (board.first_side, board.second_side)
    )
    return replace(board, first_side=first, second_side=second)


def round_of(made: RoundPairings) -> TeamRound:
    """A round whose line-ups are not known yet."""
    matches = tuple(Match(pair.white, pair.black) for pair in made.pairs)
    return TeamRound(matches, tuple(TeamBye(bye.number, bye.kind) for bye in made.byes))


def with_round(table: TeamTable, paired: TeamRound) -> TeamTable:
    """The table with one more round; the byes announced for it are in it now."""
    left = tuple(each for each in table.announced if each.round != table.rounds_played + 1)
    return replace(table, rounds=(*table.rounds, paired), announced=left)


def before_round(table: TeamTable, number: int) -> TeamTable:
    """The table before round `number` was paired: the rounds before it, and the byes announced for it.

    A team that was not there has a zero-point bye.
    """
    paired = table.rounds[number - 1]
    announced = []
    for team in table.teams:
        bye = paired.bye(team.number)
        if bye in (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO):
            announced.append(AnnouncedBye(number, team.number, bye))
        elif bye is None and paired.match(team.number) is None:
            announced.append(AnnouncedBye(number, team.number, ByeKind.ZERO))
    teams = tuple(replace(team, withdrawn=False) for team in table.teams)
    return replace(table, teams=teams, rounds=table.rounds[: number - 1], announced=tuple(announced))


def renumber_teams(table: TeamTable, numbers: Mapping[int, int]) -> TeamTable:
    """The table with other numbers of its teams; `numbers` has the new one of each. Players keep theirs."""
    teams = (replace(team, number=numbers[team.number]) for team in table.teams)
    return replace(
        table,
        teams=tuple(sorted(teams, key=lambda team: team.number)),
        rounds=tuple(
            TeamRound(
                tuple(
                    replace(match, white=numbers[match.white], black=numbers[match.black]) for match in paired.matches
                ),
                tuple(replace(bye, team=numbers[bye.team]) for bye in paired.byes),
            )
            for paired in table.rounds
        ),
        announced=tuple(replace(bye, team=numbers[bye.team]) for bye in table.announced),
        forbidden=tuple(
            replace(group, numbers=frozenset(numbers[each] for each in group.numbers)) for group in table.forbidden
        ),
        adjustments=tuple(
            replace(each, numbers=tuple(numbers.get(team, team) for team in each.numbers)) for each in table.adjustments
        ),
    )


def in_publishing_order(table: TeamTable) -> TeamTable:
    """The table with the matches of each round as C.04.2, article 3.6, publishes them, by the scores before it.

    The better team's score, then the sum of both, then the better team's number.
    """
    primary, running = table.settings.primary, dict.fromkeys((team.number for team in table.teams), 0)
    rounds = []
    for number, paired in enumerate(table.rounds, 1):

        def key(match: Match) -> tuple[int, int, int]:
            better, other = sorted((-running[team], team) for team in (match.white, match.black))
            return better[0], better[0] + other[0], better[1]

        rounds.append(replace(paired, matches=tuple(sorted(paired.matches, key=key))))
        for team in running:
            running[team] += round_points(table, team, number).of(primary)
    return replace(table, rounds=tuple(rounds))
