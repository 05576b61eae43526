"""Who may see a line-up, and what it holds. Nothing else reads the tables of line-ups.

Until a match is seated, a line-up belongs to its team: captain and players see it, arbiters do not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from players.identity import person_of
from players.models import Account, Person
from tournaments.core.loader import EventData, RoundRow
from tournaments.core.team_loader import MatchRow, TeamRow
from tournaments.models import Event, LineUp, LineUpSeat, Team, TeamMatch

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


@dataclass(frozen=True, slots=True)
class WantedLineUp:
    """That a captain has not handed in for a round; `due`: until when, None for no deadline."""

    event: Event
    round: int
    team: int
    name: str
    due: datetime | None


def wanted_line_ups(person: Person) -> list[WantedLineUp]:
    """The line-ups of running events that a person is to hand in as a captain. One query for everyone else."""
    own = [Q(members__captain=True, members__entry__members__person=person)]
    own.append(Q(members__captain=True, members__entry__members__person__merged_into=person))
    teams = {team.pk: team for team in Team.objects.filter(own[0] | own[1], event__state=Event.State.RUNNING)}
    if not teams:
        return []
    matches = TeamMatch.objects.filter(kind=TeamMatch.Kind.MATCH, seated_at=None)
    matches = matches.filter(Q(white__in=teams) | Q(black__in=teams)).order_by("round__number", "table")
    there = set(LineUp.objects.filter(team__in=teams).values_list("team", "round_number"))
    found = []
    for match in matches.select_related("round__event", "round__line_up_deadline"):
        round_, deadline = match.round, getattr(match.round, "line_up_deadline", None)
        mine = [team for team in (match.white_id, match.black_id) if team in teams]
        found += [
            WantedLineUp(round_.event, round_.number, team, teams[team].name, deadline and deadline.at)
            for team in mine
            if team is not None and (team, round_.number) not in there
        ]
    return found
