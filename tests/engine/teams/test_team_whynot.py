"""Why two teams do not meet: worked by hand, and by pairing small fields again with every two of them together."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from gipf_engine.tournament.crosstable import Colour, CrossTable, Entrant, ForbiddenGroup
from gipf_engine.tournament.pairing import system
from gipf_engine.tournament.pairing.team_swiss.answers import SENTENCES, team_answer_message
from gipf_engine.tournament.pairing.team_swiss.engine import NoLegalRoundError
from gipf_engine.tournament.pairing.team_swiss.state import TeamState
from gipf_engine.tournament.pairing.team_swiss.whynot import TeamAnswer, TeamWhyNot, find_team_why_not
from gipf_engine.tournament.teams.cross_tables import table_of_teams
from gipf_engine.tournament.teams.values import TeamTable
from tests.engine.teams.team_tables import table_of

SWISS = system("team-swiss")
MORE_IS_WORSE = {
    *(TeamAnswer.UPFLOATERS, TeamAnswer.FOLLOWING, TeamAnswer.AGAIN),
    *(TeamAnswer.PREFERENCES, TeamAnswer.STRONG, TeamAnswer.FLOATERS),
}


def why(table: TeamTable, one: int, two: int) -> str:
    return str(SWISS.why_not(table_of_teams(table), one, two))


def test_what_bars_two_teams_is_named_with_its_article() -> None:
    """Round 1 of six teams: 1-4, 5-2, 3-6; 1, 2 and 3 win."""
    table = table_of(6, [[(1, 4, "11"), (5, 2, "00"), (3, 6, "11")]], planned=4)
    assert why(table, 1, 4) == "A and D met in round 1, and no two teams meet twice (article 2.1.1, C1)."
    apart = replace(table, forbidden=(ForbiddenGroup(frozenset({1, 2}), 1, None),))
    assert why(apart, 1, 2) == "The organiser keeps A and B apart."


def test_the_order_within_a_group_is_told_where_every_criterion_is_equal() -> None:
    table = table_of(4, [], planned=3)
    assert why(table, 1, 3) == "A and C do meet."
    assert why(table, 1, 2) == (
        "A against B would be as good by every criterion. In the group with 0 points, the upper half by number"
        " meets the lower half in order; such a pairing comes later in that order (article 3.6)."
    )


def test_a_pair_that_the_event_avoids_is_named_where_the_articles_leave_a_choice() -> None:
    """Round 1 of four: 1-3 is avoided, so 1-4 and 2-3 are made."""
    table = replace(table_of(4, [], planned=3), forbidden=(ForbiddenGroup(frozenset((1, 3)), is_soft=True),))
    assert why(table, 1, 3) == (
        "If A met C, in the group with 0 points there would be more pairs that the event avoids: 1 instead of 0."
        " By the articles both pairings are equal."
    )


def test_one_team_more_would_have_to_move_up() -> None:
    """After round 1 of four, 1 and 2 have won: they meet. If 1 met 3, 2 would need 4: two move up, not none."""
    table = table_of(4, [[(1, 4, "11"), (3, 2, "00")]], planned=3)
    assert why(table, 1, 3) == (
        "If A met C, more teams would move up to play in the group with 2 points: 2 instead of 0. As few teams"
        " as possible move up (article 2.3.1, C4)."
    )


def test_the_bye_would_go_to_a_team_that_comes_later() -> None:
    """Three teams in round 1: 3 has the bye and 1 meets 2. If 1 met 3, it would be 2's."""
    assert why(table_of(3, [], planned=2), 1, 3).startswith("If A met C, B would get the bye instead of C.")


def test_where_the_others_could_not_be_paired_that_is_told() -> None:
    """1 has met 2 and 3, 4 has met 2: only 1-4 and 2-3 are left."""
    played = [[(1, 2, "11"), (3, 4, "11")], [(1, 3, "11"), (2, 4, "11")]]
    assert "met in round 2" in why(table_of(4, played, planned=3), 1, 3)
    apart = replace(table_of(4, played[:1], planned=3), forbidden=(ForbiddenGroup(frozenset({2, 4}), 1, None),))
    assert why(apart, 1, 3).startswith("If A met C, the other teams could not all be paired with")


def field_of(seed: int) -> tuple[CrossTable, tuple[TeamState, ...]]:
    """Six or eight teams with any scores, meetings, floats and preferences."""
    random = Random(seed)
    numbers = range(1, random.choice((6, 7, 8)) + 1)
    met: dict[int, set[int]] = {number: set() for number in numbers}
    for one, other in combinations(numbers, 2):
        if random.random() < 0.2:
            met[one].add(other)
            met[other].add(one)
    states = []
    for number in numbers:
        wish = random.choice((Colour.WHITE, Colour.BLACK, None))
        score, floated, strong = random.choice((0, 10, 10, 20)), random.random() < 0.5, random.random() < 0.5
        states.append(TeamState(number, score, score, 0, (), 0, wish, strong, frozenset(met[number]), floated, True))
    entrants = tuple(Entrant(number, f"Team {number}") for number in numbers)
    return CrossTable(entrants, rounds_played=1, rounds_planned=9), tuple(states)


def is_worse(found: TeamWhyNot) -> bool:
    """Whether the criterion of an answer speaks against the two, and does not count the same or less."""
    if found.answer in MORE_IS_WORSE:
        return found.theirs > found.ours
    return found.answer is not TeamAnswer.LOWER or found.theirs < found.ours


def test_every_answer_speaks_against_the_pair_that_was_not_made() -> None:
    seen = set()
    for seed in range(150):
        table, states = field_of(seed)
        for one, two in combinations([state.number for state in states], 2):
            if two in states[one - 1].met:
                continue
            try:
                found = find_team_why_not(table, states, one, two)
            except NoLegalRoundError:
                break
            seen.add(found.answer)
            assert is_worse(found), (seed, found)
            assert "%(" not in str(team_answer_message(table, found))
    assert seen >= {
        *MORE_IS_WORSE, TeamAnswer.LOWER, TeamAnswer.SET_ORDER, TeamAnswer.PAIR_ORDER, TeamAnswer.BYE,
        TeamAnswer.NO_ROUND, TeamAnswer.PAIRED,
    }, set(SENTENCES) - seen  # fmt: skip


def test_a_team_cannot_be_asked_about_with_itself_or_an_unknown_one() -> None:
    table = table_of_teams(table_of(4, [], planned=3))
    with pytest.raises(ValueError, match="itself"):
        SWISS.why_not(table, 1, 1)
    with pytest.raises(KeyError):
        SWISS.why_not(table, 1, 9)
