"""On small fields every set of upfloaters and every pairing is tried: ours is the one that C.04.6 chooses."""

from __future__ import annotations

from random import Random

import pytest

from gipf_engine.tournament.crosstable import ByeKind, Colour
from gipf_engine.tournament.pairing import PairingError, system
from gipf_engine.tournament.pairing.team_swiss.state import Preferences, states_of
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
