"""On small fields every set of upfloaters and every pairing is tried: ours is the one that C.04.6 chooses."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from gipf_engine.tournament.crosstable import ByeKind, Colour, CrossTable, ForbiddenGroup
from gipf_engine.tournament.pairing import PairingError, system
from gipf_engine.tournament.pairing.team_swiss.engine import NoLegalRoundError, pair_round
from gipf_engine.tournament.pairing.team_swiss.state import Preferences, TeamState, states_of
from gipf_engine.tournament.pairing.team_swiss.teams_left import TeamField
from gipf_engine.tournament.team_generator import TeamWishes, generate_teams
from gipf_engine.tournament.teams.cross_tables import table_of_teams
from gipf_engine.tournament.teams.pairings import before_round
from gipf_engine.tournament.teams.values import TeamTable
from tests.engine.teams.team_rules import PlainRules, PlainTeam

TYPES = ({}, {"mild": True}, {"preferences": False})


def plain_rules(table: TeamTable, options: dict[str, bool]) -> PlainRules:
    teams = table_of_teams(table)
    preferences = Preferences(options.get("preferences", True), options.get("mild", False))
    letters = {Colour.WHITE: "w", Colour.BLACK: "b", None: ""}
    found = [
        PlainTeam(
            state.number,
            state.score,
            letters[state.preference],
            state.strong,
            state.floated,
            len(state.colours),
            state.may_have_bye,
            state.met,
        )
        for state in states_of(teams, preferences, use_second=True)
    ]
    assert table.rounds_planned is not None
    return PlainRules(found, last_two=table.rounds_played + 1 > table.rounds_planned - 2)


@pytest.mark.parametrize("seed", range(60))
def test_every_round_of_small_events_is_the_one_that_the_articles_choose(seed: int) -> None:
    random = Random(seed)
    options = TYPES[seed % len(TYPES)]
    swiss = system("team-swiss", **options)
    wishes = TeamWishes(
        teams=random.randint(4, 8),
        rounds=6,
        boards=2,
        match_forfeits=random.choice((0, 15)),
        absences=0,
        out_of_order=0,
    )
    made = generate_teams(wishes, random, swiss)
    tables = [before_round(made.table, number) for number in range(1, made.table.rounds_played + 1)]
    for table in [*tables, *([made.table] if made.ended else [])]:
        expected = plain_rules(table, options).pair()
        try:
            ours = swiss.pair(table_of_teams(table))
        except PairingError:
            assert expected is None
            continue
        assert expected is not None
        pairs, bye = expected
        assert {frozenset((pair.white, pair.black)) for pair in ours.pairs} == {frozenset(pair) for pair in pairs}
        assert [each.number for each in ours.byes if each.kind is ByeKind.PAIRING] == ([] if bye is None else [bye])


@pytest.mark.parametrize("seed", range(120))
def test_any_scores_meetings_floats_and_preferences_are_paired_as_the_articles_say(seed: int) -> None:
    """Fields that no event of so few rounds has: so that every criterion decides in some of them.

    In every other one some pairs are avoided.
    """
    random = Random(seed)
    numbers = range(1, random.choice((4, 6, 6, 8, 8)) + 1)
    met: dict[int, set[int]] = {number: set() for number in numbers}
    for one, other in combinations(numbers, 2):
        if random.random() < 0.25:
            met[one].add(other)
            met[other].add(one)
    states, plain = [], []
    for number in numbers:
        score, floated = random.choice((0, 10, 10, 20)), random.random() < 0.5
        wish, strong = random.choice((Colour.WHITE, Colour.BLACK, None)), random.random() < 0.5
        opponents = frozenset(met[number])
        states.append(TeamState(number, score, score, 0, (), 0, wish, strong, opponents, floated, True))
        plain.append(PlainTeam(number, score, wish or "", strong, floated, 0, True, opponents))
    avoided = [pair for pair in combinations(numbers, 2) if seed % 2 and random.random() < 0.4]
    soft = tuple(ForbiddenGroup(frozenset(pair), is_soft=True) for pair in avoided)
    table = CrossTable((), rounds_played=1, rounds_planned=9, forbidden=soft)
    expected = PlainRules(plain, last_two=False, avoided=avoided).pair()
    if expected is None:
        with pytest.raises(NoLegalRoundError):
            pair_round(table, TeamField(table, states))
        return
    made = pair_round(table, TeamField(table, states))
    assert {(one + 1, other + 1) for paired in made.brackets for one, other in paired.pairs} == set(expected[0])
