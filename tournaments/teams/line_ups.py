"""Who may see a line-up, and what it holds. Nothing else reads the tables of line-ups.

Until a match is seated, a line-up belongs to its team: captain and players see it, arbiters do not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from players.identity import person_of
from players.models import Account
from tournaments.core.loader import EventData, RoundRow
from tournaments.core.team_loader import MatchRow, TeamRow
from tournaments.models import LineUp, LineUpSeat

Seats = tuple[int | None, ...]
"""The entries (ids) of a team by board; None where no one sits."""


def match_of_team(round_: RoundRow, team_id: int) -> MatchRow | None:
    """What a team has in a round: a match or a bye; None where it has nothing."""
    return next((match for match in round_.matches if team_id in match.teams), None)


def plays_for(rows: EventData, account: Account, team: TeamRow) -> bool:
    """Whether the account's person is on the roster of a team."""
    person = person_of(account)
    return person is not None and any(person.pk in rows.by_id[entry].people for entry in team.roster)


def is_captain(rows: EventData, account: Account, team: TeamRow) -> bool:
    """Whether the account's person is the captain of a team."""
    person = person_of(account)
    return person is not None and team.captain is not None and person.pk in rows.by_id[team.captain].people


def teams_handed_in(rows: EventData, round_number: int) -> frozenset[int]:
    """The teams (ids) whose line-up is in, whatever it holds."""
    there = LineUp.objects.filter(team__event=rows.event, round_number=round_number)
    return frozenset(there.values_list("team", flat=True))


def own_line_up(rows: EventData, account: Account, team: TeamRow, round_number: int, boards: int) -> Seats | None:
    """What a team handed in, for those who play for it: entries (ids) by board. None for others, and before."""
    if not plays_for(rows, account, team):
        return None
    return read_line_ups([team.id], round_number, boards).get(team.id)


def read_line_ups(teams: Collection[int], round_number: int, boards: int) -> Mapping[int, Seats]:
    """By team (id) what it handed in. For the server, which makes boards of it, and for the team."""
    found: dict[int, list[int | None]] = {
        team: [None] * boards
        for team in LineUp.objects.filter(team__in=teams, round_number=round_number).values_list("team", flat=True)
    }
    seats = LineUpSeat.objects.filter(
        line_up__team__in=teams, line_up__round_number=round_number, board__lte=boards
    ).values_list("line_up__team", "board", "entry")
    for team, board, entry in seats:
        found[team][board - 1] = entry
    return {team: tuple(seats) for team, seats in found.items()}
