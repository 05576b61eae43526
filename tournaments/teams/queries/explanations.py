"""Why the matches of a round are as they are, and why two teams do not meet: found by whoever asks first, then kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256

from common.computed_once import Admit, BeingComputedError, compute_once, free_for_all
from common.release import release
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing import PairingError
from gipf_engine.tournament.pairing.base import RoundPairings
from gipf_engine.tournament.pairing.steps import StepCounter, TooManySteps
from gipf_engine.tournament.teams.pairings import pair_teams, table_for_pairing
from gipf_engine.tournament.teams.values import TeamTable
from players.core.rate_limit import TooMany
from tournaments.core.formats import format_of, system_of
from tournaments.core.loader import EventData, RoundRow
from tournaments.core.queries.cached import CACHED_SECONDS
from tournaments.core.schedule import scheduled_rounds
from tournaments.core.team_history import team_table_before
from tournaments.core.team_loader import MatchRow
from tournaments.models import TeamMatch
from tournaments.rounds.queries.pairing_explanations import (
    BUSY,
    TOO_MANY,
    Answer,
    compute_and_charge,
    not_explained,
)
from tournaments.rounds.queries.pairing_reasons import describe_otherwise, unique_reasons

Seat = tuple[int, int]
"""Two numbers of teams, White on board 1 first; (number, 0) for a team without an opponent."""


@dataclass(frozen=True, slots=True)
class ExplainedMatches:
    """The reasons of a round by match (id), and what the rules would have paired otherwise.

    `missing` says why there are none, where that was not found out; `wait`: how many seconds later it will be.
    """

    reasons: Mapping[int, tuple[Message, ...]] = field(default_factory=dict)
    differences: tuple[Message, ...] = ()
    missing: Message | None = None
    wait: int = 0


def explain_matches(rows: EventData, number: int, admit: Admit = free_for_all) -> ExplainedMatches:
    """Why round `number`, which is paired, is as it is, from what was known then; nothing where a table fixes it."""
    if not format_of(rows.event.format).needs_results:
        return ExplainedMatches()
    round_ = rows.rounds[number - 1]

    def compute() -> ExplainedMatches:
        return compute_and_charge(admit, lambda steps: _explain(rows, round_, steps))

    try:
        return compute_once(
            f"explained-teams:{_explanation_key(rows, round_)}", ExplainedMatches, compute, CACHED_SECONDS
        )
    except BeingComputedError as busy:
        return ExplainedMatches(missing=BUSY, wait=busy.seconds)
    except TooMany as many:
        return ExplainedMatches(missing=TOO_MANY, wait=many.seconds)


def why_not_teams(rows: EventData, number: int, one: int, two: int, admit: Admit = free_for_all) -> Answer:
    """Why the teams with two numbers did not meet in round `number`, which is paired. KeyError for an unknown one."""
    names = {team.number: team.name for team in rows.teams}
    for each in (one, two):
        names[each]
    if one == two:
        return Answer(Message(_("Choose two teams.")))
    round_ = rows.rounds[number - 1]

    def compute() -> Answer:
        return compute_and_charge(admit, lambda steps: _answer(rows, round_, one, two, steps))

    try:
        key = f"why-not-teams:{_explanation_key(rows, round_)}:{one}:{two}"
        return compute_once(key, Answer, compute, CACHED_SECONDS)
    except BeingComputedError as busy:
        return Answer(BUSY, wait=busy.seconds)
    except TooMany as many:
        return Answer(TOO_MANY, wait=many.seconds)


def _explanation_key(rows: EventData, round_: RoundRow) -> str:
    """The round as it is, what was known when it was paired, and how teams are called now."""
    matches = [(match.id, match.kind, match.white, match.black, match.seated) for match in round_.matches]
    names = [(team.number, team.name) for team in rows.teams]
    table = team_table_before(rows, round_.number)
    made_of = (release(), rows.event.pk, round_.number, round_.version, matches, names, table)
    return sha256(repr(made_of).encode()).hexdigest()


def _explain(rows: EventData, round_: RoundRow, steps: StepCounter) -> ExplainedMatches:
    before = team_table_before(rows, round_.number)
    try:
        made = pair_teams(before, system_of(rows.event), steps)
    except PairingError as error:
        template = _("The rules have no pairing for this round: it was paired by hand. %(why)s")
        return ExplainedMatches(differences=(Message(template, {"why": error.message}),))
    except TooManySteps as many:
        return ExplainedMatches(missing=not_explained(many.limit))
    numbers = {team.id: team.number or 0 for team in rows.teams}
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
    ask = partial(_price, rows, table_for_pairing(before), steps=steps)
    return ExplainedMatches(reasons, tuple(describe_otherwise(names, missing, by_hand, ask, of_teams=True)))


PAIRED_KINDS = (TeamMatch.Kind.MATCH, TeamMatch.Kind.PAIRING_BYE)
"""What a pairing gives; other byes were asked for."""


def _price(rows: EventData, table: CrossTable, one: int, two: int, *, steps: StepCounter) -> Message | None:
    """What the rules say against two teams that meet; nothing of a team that came later."""
    try:
        return system_of(rows.event).why_not(table, one, two, steps)
    except PairingError as error:
        return error.message
    except KeyError:
        return None


def _wanted(made: RoundPairings) -> list[Seat]:
    """The seats of a round that the rules give, with the team that has no opponent."""
    return [*((pair.white, pair.black) for pair in made.pairs), *((bye.number, 0) for bye in made.byes)]


def _seat_of(match: MatchRow, numbers: Mapping[int, int]) -> Seat:
    return numbers[match.white], 0 if match.black is None else numbers[match.black]


def _answer(rows: EventData, round_: RoundRow, one: int, two: int, steps: StepCounter) -> Answer:
    names = {team.number or 0: team.name for team in rows.teams}
    named: dict[str, object] = {"one": names[one], "two": names[two]}
    numbers = {team.id: team.number or 0 for team in rows.teams}
    if any(set(_seat_of(match, numbers)) == {one, two} for match in round_.matches):
        return Answer(Message(_("%(one)s and %(two)s do meet in this round."), named))
    before: TeamTable = team_table_before(rows, round_.number)
    try:
        found = system_of(rows.event).why_not(table_for_pairing(before), one, two, steps)
    except PairingError as error:
        return Answer(error.message)
    except TooManySteps as many:
        return Answer(not_explained(many.limit))
    return Answer(found or _by_schedule(rows, one, two, named))


def _by_schedule(rows: EventData, one: int, two: int, named: Mapping[str, object]) -> Message:
    """Where the schedule is fixed: in which rounds it brings the two teams together."""
    numbers = {team.id: team.number or 0 for team in rows.teams}
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
