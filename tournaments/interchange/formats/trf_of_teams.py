"""An event of teams as a TRF file: the records of its teams beside those of its players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gipf_engine.tournament.crosstable import ByeKind, CrossTable
from gipf_engine.tournament.teams.line_ups import usual_line_up
from gipf_engine.tournament.teams.values import AnnouncedBye, Match, TeamBye, TeamRound, TeamTable
from gipf_engine.tournament.trf import Dialect, Document
from gipf_engine.tournament.trf.team_types import TeamType, team_code_of
from gipf_engine.tournament.trf.team_writer import write_team_event
from tournaments.core.formats import option
from tournaments.core.loader import EventData
from tournaments.core.team_tables import team_table
from tournaments.models import Event

SYSTEMS: Mapping[str, str] = {
    "team-swiss": "team-swiss",
    "team-round-robin": "round-robin",
    "team-double-round-robin": "double-round-robin",
    "team-league": "league",
}
"""The pairing systems that types of record 192 name, by the formats of events."""
CAPTAINS = "captains"
"""In the own comment: the teams that a player leads, and who, both by number."""
GONE = "teams_withdrawn"
"""There: by number of a team the last round that was paired when it left."""
LINED_UP = "lined_up"
"""There: rounds with the first teams of matches in record 330 that have boards here, as one team or neither came."""


def write_teams(rows: EventData, players: CrossTable, document: Document, dialect: Dialect) -> bytes:
    """The file. `players` have what their details say. Raises TrfError for what has no place, as hidden line-ups."""
    entrants = tuple(replace(entrant, cells=()) for entrant in players.entrants)
    table = replace(_with_forfeits(_with_absences(rows, team_table(rows))), players=entrants)
    document = replace(document, kind=_coded_type(rows.event, table), tie_breaks=tuple(rows.event.tie_breaks), teams=())
    return write_team_event(table, document, dialect)


def _with_absences(rows: EventData, table: TeamTable) -> TeamTable:
    """What TRF knows of absence: a zero-point bye, once more in the coming round for who left."""
    if table.predetermined:
        return table
    teams = [team.number for team in table.teams]
    rounds = tuple(
        replace(each, byes=(*each.byes, *(TeamBye(team, ByeKind.ZERO) for team in teams if _is_absent(each, team))))
        for each in table.rounds
    )
    coming = table.rounds_played + 1
    gone = [team.number for team in table.teams if team.withdrawn and coming <= rows.rounds_total]
    announced = (*table.announced, *(AnnouncedBye(coming, team, ByeKind.ZERO) for team in gone))
    return replace(table, rounds=rounds, announced=announced)


def _is_absent(round_: TeamRound, team: int) -> bool:
    return round_.match(team) is None and round_.bye(team) is None


def _with_forfeits(table: TeamTable) -> TeamTable:
    """The table with matches to which one team or neither came as record 330 has them, where that says all of it."""
    rounds = tuple(
        replace(round_, matches=tuple(_as_forfeit(table, match) for match in round_.matches)) for round_ in table.rounds
    )
    return replace(table, rounds=rounds)


def _as_forfeit(table: TeamTable, match: Match) -> Match:
    there = [(team, match.line_up(team)) for team in (match.white, match.black) if any(match.line_up(team))]
    if not match.boards or len(there) > 1:
        return match
    if not there:
        return Match(match.white, match.black, forfeit="--")
    team, line_up = there[0]
    if line_up != usual_line_up(table.settings, table.team(team)):
        return match
    return Match(match.white, match.black, forfeit="+-" if team == match.white else "-+")


def _coded_type(event: Event, table: TeamTable) -> str:
    """The coded type of record 192."""
    options: dict[str, object] = {name: bool(option(event, name)) for name in ("preferences", "mild")}
    return team_code_of(SYSTEMS[event.format], TeamType("", options, table.settings.primary, table.settings.secondary))


def team_comment(rows: EventData) -> dict[str, Any]:
    """What the own comment says of teams; nothing of an event of players."""
    if not rows.teams:
        return {}
    led = [(team.number, team.captain) for team in rows.teams]
    captains = [[number, rows.by_id[captain].number] for number, captain in led if captain is not None]
    gone = {str(team.number): team.withdrawn_after for team in rows.teams if team.withdrawn}
    table = team_table(rows)
    lined_up = [
        [at, match.white]
        for at, round_ in enumerate(table.rounds, 1)
        for match in round_.matches
        if _as_forfeit(table, match) is not match
    ]
    values = {CAPTAINS: captains, GONE: gone, LINED_UP: lined_up}
    return {name: value for name, value in values.items() if value}
