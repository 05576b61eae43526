"""An event of teams as it was known when one of its rounds was paired."""

from __future__ import annotations

from dataclasses import replace

from gipf_engine.tournament.crosstable import ByeKind
from gipf_engine.tournament.hand_pairing import ANNOUNCED
from gipf_engine.tournament.pairing.team_swiss.colours import initial_colour
from gipf_engine.tournament.teams.cross_tables import table_of_teams
from gipf_engine.tournament.teams.pairings import before_round, renumber_teams, round_of
from gipf_engine.tournament.teams.values import TeamBye, TeamRound, TeamTable
from tournaments.core.loader import EventData
from tournaments.core.pairing_history import data_before_round, team_numbers_then
from tournaments.core.round_drafts import kept_engine
from tournaments.core.team_tables import team_table


def team_table_before(rows: EventData, number: int) -> TeamTable:
    """The table from which round `number` was paired: results, line-ups and absences of then, and the colour drawn.

    Teams have the numbers of then. A match whose line-ups were not open then has no boards. Without a record of what
    was known (the round came from a file), results are those of today. IndexError where the round is not paired.
    """
    whole = team_table(rows)
    then = team_table(_with_those_there(data_before_round(rows, number)))
    absent = before_round(_as_the_engine_paired(rows, whole, number), number)
    colour = whole.first_colour or initial_colour(table_of_teams(whole))
    teams = tuple(replace(team, withdrawn=False) for team in then.teams)
    found = replace(then, teams=teams, announced=absent.announced, first_colour=colour)
    numbers = team_numbers_then(rows, rows.rounds[number - 1])
    return renumber_teams(found, numbers) if numbers else found


def _as_the_engine_paired(rows: EventData, whole: TeamTable, number: int) -> TeamTable:
    """The table with what the format gave in a round that arbiters paired otherwise: who was there when it was paired.

    Where it gave nothing, all were there but those with a bye that was asked for.
    """
    round_ = rows.rounds[number - 1]
    if round_.by_hand is None:
        return whole
    engine = kept_engine(number, round_.by_hand)
    if engine is None:
        asked = tuple(bye for bye in whole.rounds[number - 1].byes if bye.kind in ANNOUNCED)
        there = {team.number for team in whole.teams} - {bye.team for bye in asked}
        given = TeamRound((), (*asked, *(TeamBye(each, ByeKind.PAIRING) for each in sorted(there))))
    else:
        given = round_of(engine)
    return replace(whole, rounds=(*whole.rounds[: number - 1], given, *whole.rounds[number:]))


def _with_those_there(rows: EventData) -> EventData:
    """The event with rosters of players who were there: some come while it runs."""
    return replace(
        rows,
        teams=tuple(
            replace(team, roster=tuple(entry for entry in team.roster if entry in rows.by_id)) for team in rows.teams
        ),
    )
