"""An event of teams as it was known when one of its rounds was paired."""

from __future__ import annotations

from dataclasses import replace

from gipf_engine.tournament.pairing.team_swiss.colours import initial_colour
from gipf_engine.tournament.teams.cross_tables import table_of_teams
from gipf_engine.tournament.teams.pairings import before_round
from gipf_engine.tournament.teams.values import TeamTable
from tournaments.core.loader import EventData
from tournaments.core.pairing_history import data_before_round
from tournaments.core.team_tables import team_table


def team_table_before(rows: EventData, number: int) -> TeamTable:
    """The table from which round `number` was paired: results, line-ups and absences of then, and the colour drawn.

    A match whose line-ups were not open then has no boards. Without a record of what was known (the round came from a
    file), results are those of today. IndexError where the round is not paired.
    """
    whole = team_table(rows)
    then, absent = team_table(_with_those_there(data_before_round(rows, number))), before_round(whole, number)
    colour = whole.first_colour or initial_colour(table_of_teams(whole))
    teams = tuple(replace(team, withdrawn=False) for team in then.teams)
    return replace(then, teams=teams, announced=absent.announced, first_colour=colour)


def _with_those_there(rows: EventData) -> EventData:
    """The event with rosters of players who were there: some come while it runs."""
    return replace(
        rows,
        teams=tuple(
            replace(team, roster=tuple(entry for entry in team.roster if entry in rows.by_id)) for team in rows.teams
        ),
    )
