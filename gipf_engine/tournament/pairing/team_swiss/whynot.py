"""Why not A against B? The round is paired again with these two forced together, and the two rounds are compared.

Both are the best of their kind, bracket by bracket from the top, in the order of C.04.6. So the first thing in which
they differ, the bye, a criterion or an order among equals, is the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from gipf_engine.tournament.crosstable import CrossTable, Meeting
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.team_swiss.brackets import pairing_cost
from gipf_engine.tournament.pairing.team_swiss.engine import NoLegalRoundError, PairedBracket, PairedTeams, pair_round
from gipf_engine.tournament.pairing.team_swiss.state import TeamState, is_played
from gipf_engine.tournament.pairing.team_swiss.teams_left import TeamField, places
from gipf_engine.tournament.pairing.team_swiss.upfloaters import choose_upfloaters, scoregroups


class TeamAnswer(StrEnum):
    """Why two teams do not meet."""

    PAIRED = "paired"  # they do
    ABSENT = "absent"  # one of them is not paired in this round
    MET = "met"  # C1: they have met
    FORBIDDEN = "forbidden"  # the event keeps them apart
    NO_ROUND = "no-round"  # C3: the others could not all be paired
    BYE = "bye"  # 3.4: another team would get the bye
    UPFLOATERS = "C4"  # more teams would move up
    LOWER = "C5"  # a team with fewer points would move up
    FOLLOWING = "C6"  # the next scoregroup would need more teams from below
    AGAIN = "C7"  # more teams would float twice running
    SET_ORDER = "3.5.4"  # as good, but the teams that move up come later in the order
    PREFERENCES = "C8"
    STRONG = "C9"
    FLOATERS = "C10"
    AVOIDED = "avoided"  # as good by the articles, but with more pairs that the event avoids
    PAIR_ORDER = "3.6"  # as good, but the pairing of the bracket comes later in the order


@dataclass(frozen=True, slots=True)
class TeamWhyNot:
    """The answer for two numbers. `round` is when they met, `team` who is absent, or gets the bye, or moves up.

    `other` is the team that does so then. `score` is that of the bracket in which the rounds part, in tenths; `ours`
    and `theirs` are what the criterion counts as paired, and with the two together.
    """

    one: int
    two: int
    answer: TeamAnswer
    round: int = 0
    team: int = 0
    other: int = 0
    score: int = 0
    ours: int = 0
    theirs: int = 0


def find_team_why_not(
    table: CrossTable, states: tuple[TeamState, ...], one: int, two: int, steps: StepCounter | None = None
) -> TeamWhyNot:
    """Why two teams do not meet in the round of `states`, which come from `table`.

    Raises `NoLegalRoundError` where the round cannot be paired at all, KeyError for an unknown number, ValueError
    where both are the same, `TooManySteps` beyond the limit of `steps`.
    """
    if one == two:
        raise ValueError("no team meets itself")
    for number in (one, two):
        table.entrant(number)
    field = TeamField(table, states, steps)
    for number in (one, two):
        if number not in field.place:
            return TeamWhyNot(one, two, TeamAnswer.ABSENT, team=number)
    first, second = field.place[one], field.place[two]
    if not field.allowed[first] >> second & 1:
        met = two in field.states[first].met
        if met:
            return TeamWhyNot(one, two, TeamAnswer.MET, round=_round_of_meeting(table, one, two))
        return TeamWhyNot(one, two, TeamAnswer.FORBIDDEN)
    actual = pair_round(table, field)
    if any({first, second} == set(pair) for each in actual.brackets for pair in each.pairs):
        return TeamWhyNot(one, two, TeamAnswer.PAIRED)
    forced = TeamField(table, states, field.steps)
    forced.force(first, second)
    try:
        then = pair_round(table, forced)
    except NoLegalRoundError:
        return TeamWhyNot(one, two, TeamAnswer.NO_ROUND)
    return _first_difference(field, actual, then, one, two)


def _round_of_meeting(table: CrossTable, one: int, two: int) -> int:
    cells = table.entrant(one).cells
    return next(
        number
        for number, cell in enumerate(cells, 1)
        if isinstance(cell, Meeting) and cell.opponent == two and is_played(cell)
    )


def _first_difference(field: TeamField, ours: PairedTeams, theirs: PairedTeams, one: int, two: int) -> TeamWhyNot:
    """Where two rounds of a field part; `theirs` has the pair and is not better."""
    if ours.bye is not None and theirs.bye is not None and ours.bye != theirs.bye:
        takers = {"team": field.states[ours.bye].number, "other": field.states[theirs.bye].number}
        return TeamWhyNot(one, two, TeamAnswer.BYE, **takers)
    left = field.everybody & ~(0 if ours.bye is None else 1 << ours.bye)
    for own, then in zip(ours.brackets, theirs.brackets, strict=False):
        score = field.states[next(places(own.bracket.residents))].score
        for answer, before, after in _measures(field, own, then, left):
            if before != after:
                return TeamWhyNot(one, two, answer, score=score, ours=before, theirs=after)
        if own.bracket.upfloaters != then.bracket.upfloaters:
            moved = _differing(own.bracket.upfloaters, then.bracket.upfloaters)
            numbers = {"team": field.states[moved[0]].number, "other": field.states[moved[1]].number}
            return TeamWhyNot(one, two, TeamAnswer.SET_ORDER, score=score, **numbers)
        for answer, before, after in _costs(field, own, then):
            if before != after:
                return TeamWhyNot(one, two, answer, score=score, ours=before, theirs=after)
        if own.pairs != then.pairs:
            return TeamWhyNot(one, two, TeamAnswer.PAIR_ORDER, score=score)
        left &= ~own.bracket.members
    raise AssertionError("the round with the pair is not the one that was paired")


def _measures(
    field: TeamField, ours: PairedBracket, theirs: PairedBracket, left: int
) -> Iterator[tuple[TeamAnswer, int, int]]:
    """What C4 to C7 count in two choices of upfloaters for one bracket, one criterion after the other."""
    sets = ours.bracket.upfloaters, theirs.bracket.upfloaters
    if sets[0] == sets[1]:
        return
    yield TeamAnswer.UPFLOATERS, sets[0].bit_count(), sets[1].bit_count()
    lower = left & ~ours.bracket.residents
    own, then = (sorted(field.states[at].score for at in places(chosen)) for chosen in sets)
    for before, after in zip(own, then, strict=True):
        yield TeamAnswer.LOWER, before, after
    one, two = (_needed_below(field, lower, chosen) for chosen in sets)
    yield TeamAnswer.FOLLOWING, one, two
    if not field.last_two:
        one, two = (sum(field.states[at].floated for at in places(chosen)) for chosen in sets)
        yield TeamAnswer.AGAIN, one, two


def _needed_below(field: TeamField, lower: int, chosen: int) -> int:
    """How many upfloaters the next scoregroup needs once these have left what is below the bracket (C6)."""
    following = next(scoregroups(field, lower), 0) & ~chosen
    rest = lower & ~chosen & ~following
    return choose_upfloaters(field, following, rest).bit_count() if following else 0


def _costs(field: TeamField, ours: PairedBracket, theirs: PairedBracket) -> Iterator[tuple[TeamAnswer, int, int]]:
    """What C8 to C10 count in two pairings of one bracket, and how many of its pairs the event avoids."""
    own, then = (pairing_cost(field, each.bracket, each.pairs) for each in (ours, theirs))
    yield TeamAnswer.PREFERENCES, own.preferences, then.preferences
    yield TeamAnswer.STRONG, own.strong, then.strong
    yield TeamAnswer.FLOATERS, own.floaters, then.floaters
    yield TeamAnswer.AVOIDED, own.avoided, then.avoided


def _differing(ours: int, theirs: int) -> tuple[int, int]:
    """The first team of each set that the other one does not have."""
    return next(places(ours & ~theirs)), next(places(theirs & ~ours))
