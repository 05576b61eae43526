"""The next round, a check and the standings of an event of teams in a TRF file. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import ByeKind
from gipf_engine.tournament.pairing import PairingError, PairingSystem, RoundPairings, system
from gipf_engine.tournament.pairing.acceleration import baku
from gipf_engine.tournament.teams.cross_tables import table_of_teams
from gipf_engine.tournament.teams.pairings import before_round, pair_teams
from gipf_engine.tournament.teams.standings import rank_teams, team_tie_break
from gipf_engine.tournament.teams.values import Match, Score, TeamTable
from gipf_engine.tournament.trf.document import Note, TrfError
from gipf_engine.tournament.trf.team_reader import TeamFile
from gipf_engine.tournament.trf.team_types import team_type_of

Boards = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class TeamTask:
    """A file made ready: its table, acceleration included, and the system that pairs it."""

    table: TeamTable
    system: PairingSystem


def team_task(file: TeamFile) -> TeamTask:
    """The file with its system: record 192 chooses it, Swiss for teams where there is none. Raises `TrfError`."""
    kind = team_type_of(file.document.kind)
    if not kind.system:
        message = Message(_("events of teams of this type cannot be paired: %(type)s"), {"type": file.document.kind})
        raise TrfError([Note(0, "", message)])
    table = file.table
    if kind.baku and not any(team.accelerated for team in table.teams):
        table = _with_acceleration(table)
    return TeamTask(table, system(kind.system, **kind.options))


def _with_acceleration(table: TeamTable) -> TeamTable:
    """The table with the virtual match points of the Baku method, which is not for game points (C.04.7, 1.4.4)."""
    if table.settings.primary is Score.GAME:
        raise TrfError([Note(0, "", Message(_("Baku acceleration needs match points to rank.")))])
    try:
        virtual = {entrant.number: entrant.accelerated for entrant in baku(table_of_teams(table)).entrants}
    except PairingError as error:
        raise TrfError([Note(0, "", error.message)]) from error
    return replace(table, teams=tuple(replace(team, accelerated=virtual[team.number]) for team in table.teams))


def pair_next_team_round(file: TeamFile) -> RoundPairings:
    """The round after those of the file, by team numbers. Raises `TrfError`, and `PairingError` after the last too."""
    ready = team_task(file)
    planned = file.table.rounds_planned
    if planned is not None and file.table.rounds_played >= planned:
        template = _("No round is left: all announced rounds (%(rounds)d) are paired.")
        raise PairingError(Message(template, {"rounds": planned}))
    return pair_teams(ready.table, ready.system)


def check_teams(file: TeamFile, codes: list[str]) -> tuple[Message, ...]:
    """Every round paired again and, where `codes` or the file say how, the teams ranked again: what differs."""
    ready = team_task(file)
    found: list[Message] = []
    for number in range(1, ready.table.rounds_played + 1):
        found.extend(wrong_matches(ready, number, before_round(ready.table, number)))
    if codes:
        found.extend(wrong_team_places(file.table, codes))
    return tuple(found)


def wrong_matches(ready: TeamTask, number: int, before: TeamTable) -> list[Message]:
    """Every match of a round that the rules give and the table does not have. `before` is what was known before it."""
    paired = ready.table.rounds[number - 1]
    there = [(match.white, match.black) for match in paired.matches]
    there += [(match.black, match.white) for match in paired.matches if _lacks_colours(match)]
    there += [(bye.team, 0) for bye in paired.byes if bye.kind in (ByeKind.PAIRING, ByeKind.REST)]
    if not there:
        return []
    try:
        made = pair_teams(before, ready.system)
    except PairingError as error:
        params = {"round": number, "reason": error.message}
        return [Message(_("round %(round)d: the rules give no pairing. %(reason)s"), params)]
    return [
        Message(
            _("round %(round)d, match %(match)d: the rules give %(expected)s, the file has %(found)s"),
            {"round": number, "match": at, "expected": _pair_text(pair), "found": _instead(pair, there)},
        )
        for at, pair in enumerate(matches_of_round(made), 1)
        if pair not in there
    ]


def matches_of_round(made: RoundPairings) -> Boards:
    """A round as pairing programs print it: (white, black), then (number, 0) for the team that has no opponent."""
    alone = [(bye.number, 0) for bye in made.byes if bye.kind in (ByeKind.PAIRING, ByeKind.REST)]
    return [*((pair.white, pair.black) for pair in made.pairs), *alone]


def _lacks_colours(match: Match) -> bool:
    """Whether no board was played, so that neither team had a colour (C.04.6, 1.6.1) and a file need not hold it."""
    return not match.is_open and not match.was_played


def _pair_text(pair: tuple[int, int]) -> str:
    return f"{pair[0]} {pair[1]}"


def _instead(pair: tuple[int, int], there: Boards) -> list[str]:
    """What the file has for the two teams; "-" where it pairs neither."""
    found = {match for match in there for number in pair if number and number in match}
    return [_pair_text(match) for match in sorted(found)] or ["-"]


def wrong_team_places(table: TeamTable, codes: list[str]) -> list[Message]:
    """Every team whose place in the file is not that which the tie-breaks give it."""
    rows = rank_teams(table, codes)
    found = []
    for row in rows:
        written = table.team(row.number).extras.get("rank", "")
        last = row.rank + sum(other.rank == row.rank for other in rows) - 1
        if written and not row.rank <= int(written) <= last:
            params = {"number": row.number, "rank": row.rank, "said": written}
            found.append(Message(_("number %(number)d: the rules give rank %(rank)d, the file has %(said)s"), params))
    return found


def team_rows(file: TeamFile, codes: list[str]) -> list[list[str]]:
    """Number, rank and values of every team, by number; a value that there is not is -0."""
    chosen = [team_tie_break(code) for code in codes]
    rows = sorted(rank_teams(file.table, codes), key=lambda row: row.number)
    return [
        [
            str(row.number),
            str(row.rank),
            *(
                "-0" if value is None else each.format_value(value)
                for each, value in zip(chosen, row.values, strict=True)
            ),
        ]
        for row in rows
    ]
