"""Why the matches of a round of teams are as they are, and why two teams did not meet: from what was known then.

Nothing is kept here, and nothing is bounded but by the steps that the caller allows, as in `pairing_reasons`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing import PairingError
from gipf_engine.tournament.pairing.base import RoundPairings
from gipf_engine.tournament.pairing.steps import StepCounter
from tournaments.core.formats import format_of, system_of
from tournaments.core.loader import EventData, RoundRow
from tournaments.core.pairing_history import as_numbered_then
from tournaments.core.schedule import scheduled_rounds
from tournaments.core.team_loader import MatchRow
from tournaments.models import TeamMatch
from tournaments.rounds.queries.pairing_reasons import (
    PAIRED_ALONE,
    ExplainedRound,
    Seat,
    describe_otherwise,
    table_before,
    unique_reasons,
)

PAIRED_KINDS = (TeamMatch.Kind.MATCH, TeamMatch.Kind.PAIRING_BYE)
"""What a pairing gives; other byes were asked for."""


def explain_matches(rows: EventData, round_: RoundRow, steps: StepCounter) -> ExplainedRound:
    """The reasons of a round of teams by match (id), and where it differs; nothing where a table fixes it.

    Raises `TooManySteps`.
    """
    if not format_of(rows.event.format).needs_results:
        return ExplainedRound()
    table, rows = table_before(rows, round_.number), as_numbered_then(rows, round_)
    try:
        made = system_of(rows.event).pair(table, steps)
    except PairingError as error:
        template = _("The rules have no pairing for this round: it was paired by hand. %(why)s")
        return ExplainedRound(differences=(Message(template, {"why": error.message}),))
    numbers = _number_by_team(rows)
    there = {_seat_of(match, numbers): match for match in round_.matches}
    wanted = _wanted(made)
    reasons = {
        match.id: unique_reasons(made.reasons.get(numbers[team], ()) for team in match.teams)
        for seat, match in there.items()
        if seat in wanted
    }
    names = {team.number or 0: team.name for team in rows.teams}
    missing = [seat for seat in wanted if seat not in there]
    by_hand = [
        (match.table, seat) for seat, match in there.items() if seat not in wanted and match.kind in PAIRED_KINDS
    ]
    ask = partial(_price, rows, table, steps=steps)
    return ExplainedRound(reasons, tuple(describe_otherwise(names, missing, by_hand, ask, of_teams=True)))


def explain_apart(rows: EventData, number: int, one: int, two: int, steps: StepCounter) -> Message:
    """Why the teams with two numbers, not the same, did not meet in round `number`. Raises `TooManySteps`."""
    names = {team.number or 0: team.name for team in rows.teams}
    named: dict[str, object] = {"one": names[one], "two": names[two]}
    round_ = rows.rounds[number - 1]
    if any(set(_seat_of(match, _number_by_team(rows))) == {one, two} for match in round_.matches):
        return Message(_("%(one)s and %(two)s do meet in this round."), named)
    then = _number_by_team(as_numbered_then(rows, round_))
    of_now = {number: team for team, number in _number_by_team(rows).items()}
    seats = (then[of_now[one]], then[of_now[two]])
    try:
        found = system_of(rows.event).why_not(table_before(rows, number), *seats, steps)
    except PairingError as error:
        return error.message
    return found or _by_schedule(rows, one, two, named)


def _number_by_team(rows: EventData) -> dict[int, int]:
    return {team.id: team.number or 0 for team in rows.teams}


def _price(rows: EventData, table: CrossTable, one: int, two: int, *, steps: StepCounter) -> Message | None:
    """What the rules say against two teams that meet; nothing of a team that came later."""
    try:
        return system_of(rows.event).why_not(table, one, two, steps)
    except PairingError as error:
        return error.message
    except KeyError:
        return None


def _wanted(made: RoundPairings) -> list[Seat]:
    """The seats of a round that the rules give, with the team that has no opponent; other byes were asked for."""
    alone = [(bye.number, 0) for bye in made.byes if bye.kind.value in PAIRED_ALONE]
    return [*((pair.white, pair.black) for pair in made.pairs), *alone]


def _seat_of(match: MatchRow, numbers: Mapping[int, int]) -> Seat:
    return numbers[match.white], 0 if match.black is None else numbers[match.black]


def _by_schedule(rows: EventData, one: int, two: int, named: Mapping[str, object]) -> Message:
    """Where the schedule is fixed: in which rounds it brings the two teams together."""
    numbers = _number_by_team(rows)
    found = [
        round_.number
        for round_ in rows.rounds
        if any(set(_seat_of(match, numbers)) == {one, two} for match in round_.matches)
    ]
    for made in scheduled_rounds(rows):
        found += [made.number for pair in made.pairs if {pair.white, pair.black} == {one, two}]
    if not found:
        return Message(_("%(one)s and %(two)s do not meet in this format's schedule."), named)
    params = {**named, "rounds": [str(number) for number in found]}
    return Message(_("By the schedule %(one)s and %(two)s meet in round %(rounds)s."), params)
