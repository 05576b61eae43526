"""Rounds that are needed, what is left of a table, examples of winning, and estimates."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import Bye, ByeKind, Colour, CrossTable, Entrant
from gipf_engine.tournament.forecast.examples import has_example
from gipf_engine.tournament.forecast.race import Chance
from gipf_engine.tournament.forecast.remaining import decide, open_seats, race_of, schedule_rest, with_round
from gipf_engine.tournament.forecast.round_numbers import rounds_needed
from gipf_engine.tournament.forecast.trials import (
    Share,
    estimate_finish,
    estimate_rounds,
    field_of,
    trials_for,
)
from gipf_engine.tournament.pairing import PairingError, system
from testing.engine.pairing.simulation import after, field
from testing.marks import first

SWISS, ROBIN = system("swiss-dutch"), system("round-robin")


@pytest.mark.parametrize(
    ("players", "least", "with_draws"), [(2, 1, 1), (3, 2, 3), (4, 2, 3), (8, 3, 4), (9, 4, 5), (64, 6, 7), (65, 7, 8)]
)
def test_a_swiss_halves_the_perfect_scores(players: int, least: int, with_draws: int) -> None:
    found = rounds_needed(SWISS, players)
    assert found is not None and (found.least, found.with_draws, found.is_fixed) == (least, with_draws, False)


def test_other_formats_have_their_own_count() -> None:
    counts = {key: rounds_needed(system(key), 6) for key in ("round-robin", "double-round-robin", "knock-out")}
    assert {key: each.least for key, each in counts.items() if each} == {
        "round-robin": 5, "double-round-robin": 10, "knock-out": 3,
    }  # fmt: skip
    assert all(each and each.is_fixed for each in counts.values())
    assert rounds_needed(SWISS, 1) is None and rounds_needed(system("arena"), 9) is None
    assert rounds_needed(system("keizer"), 4).most is None  # type: ignore[union-attr]  # they meet again


def test_a_round_robin_knows_its_rest() -> None:
    table = field(4, first_colour=Colour.WHITE)
    table = after(table, ROBIN.pair(table))
    race = race_of(table, ROBIN, has_draws=True)
    assert len(race.games) == 4 and race.is_exact
    assert {race.most(number) for number in race.points} == {20, 30}
    # Round 1: 1-4 and 2-3, the lower numbers win. 4 can still have 2, as many as 1 and 2 need not pass.
    assert race.outlook(4).chance is Chance.CAN


def test_announced_byes_and_withdrawals_count_as_what_they_are() -> None:
    table = field(4, first_colour=Colour.WHITE, rounds_planned=3)
    table = after(table, SWISS.pair(table))
    half = tuple(
        replace(each, cells=(*each.cells, Bye(ByeKind.HALF)), withdrawn=False)
        if each.number == 1
        else replace(each, withdrawn=each.number == 4)
        for each in table.entrants
    )
    race = race_of(replace(table, entrants=half), SWISS, has_draws=True)
    assert (race.points[1], race.rounds_of[1], race.most(1)) == (15, 1, 25)
    assert (race.points[4], race.rounds_of[4], race.most(4)) == (0, 0, 0)
    assert (race.rounds_of[2], race.most(2)) == (2, 30)


def test_the_last_round_decides_by_who_meets_whom() -> None:
    """Before round 3 of 3 of four players, everybody's chance is what trying all results of the one pairing says."""
    table = field(4, first_colour=Colour.WHITE, rounds_planned=3)
    for _round in range(2):
        table = after(table, SWISS.pair(table))
    last = with_round(table, SWISS.pair(table))
    for number in range(1, 5):
        possible = False
        seats = open_seats(last)
        for results in product((SideResult.WIN, SideResult.LOSS, SideResult.DRAW), repeat=len(seats)):
            end = decide(last, dict(zip(seats, results, strict=True)))
            possible |= end.points(number) == max(end.points(each) for each in range(1, 5))
        assert has_example(table, SWISS, number, has_draws=True) is possible
        assert (race_of(last, SWISS, has_draws=True).outlook(number).chance is not Chance.OUT) is possible


def can_win(table: CrossTable, number: int, rounds: int) -> bool:
    """Whether any results of the rounds left, paired by the rules, leave nobody ahead of a player."""
    seats = open_seats(table)
    for results in product((SideResult.WIN, SideResult.LOSS), repeat=len(seats)):
        end = decide(table, dict(zip(seats, results, strict=True)))
        if end.rounds_played == rounds:
            if end.points(number) == max(end.points(each.number) for each in end.entrants):
                return True
            continue
        try:
            following = with_round(end, SWISS.pair(end))
        except PairingError:
            continue
        if can_win(following, number, rounds):
            return True
    return False


@pytest.mark.parametrize("seed", first(4, range(12)))
def test_nothing_is_said_of_a_swiss_that_trying_everything_denies(seed: int) -> None:
    """Four to six players, three rounds, one played: who is out is out, and who can win can, however it is paired."""
    random = Random(seed)
    table = field(random.choice((4, 6)), first_colour=Colour.WHITE, rounds_planned=3)
    table = after(table, SWISS.pair(table), lambda _white, _black: random.choice((SideResult.WIN, SideResult.LOSS)))
    if seed % 2:
        table = with_round(table, SWISS.pair(table))
    race = race_of(table, SWISS, has_draws=False)
    for entrant in table.entrants:
        possible = can_win(table, entrant.number, 3)
        if race.outlook(entrant.number).chance is Chance.OUT:
            assert not possible
        if has_example(table, SWISS, entrant.number, has_draws=False):
            assert possible


# --- estimates ------------------------------------------------------------------------------------------


def test_the_same_trials_give_the_same_estimates() -> None:
    table = field_of([2000, 1800, 1600, 1400, 1200, None], 3)
    first = estimate_rounds(table, SWISS, has_draws=False)
    assert first == estimate_rounds(table, SWISS, has_draws=False)
    assert [each.rounds for each in first] == [1, 2, 3]
    # After one round three players have a point; after three, one of six has all three as a rule.
    assert first[0].sole_winner.times == 0
    assert first[2].sole_winner.value > 0.5


def test_more_rounds_find_the_strongest_more_often() -> None:
    found = estimate_rounds(field_of([2100, *[1700] * 15], 5), SWISS, has_draws=True)
    assert found[4].strongest_alone.value > found[2].strongest_alone.value
    assert found[4].strongest_alone.times <= found[4].sole_winner.times


def test_a_decided_event_has_a_certain_winner() -> None:
    """1 has 3 points of 3, the others of a round robin of four at most 2."""
    table = field(4, first_colour=Colour.WHITE)
    for _round in range(3):
        table = after(table, ROBIN.pair(table))
    found = {each.number: each for each in estimate_finish(table, ROBIN, has_draws=True)}
    assert (found[1].alone.value, found[1].first.value, found[1].points) == (1.0, 1.0, 30.0)
    assert found[2].first.times == 0


def test_a_single_game_ends_as_ratings_expect() -> None:
    """200 points ahead: 0.76 expected. No draws: first in 76 % of trials, give or take three standard errors."""
    table = CrossTable((Entrant(1, "Ada", 1700), Entrant(2, "Ben", 1500)), 0, first_colour=Colour.WHITE)
    ada, ben = estimate_finish(table, ROBIN, has_draws=False)
    assert abs(ada.alone.value - 0.76) < 3 * ada.alone.error < 0.05
    assert ada.alone.times + ben.alone.times == ada.alone.trials == 1000
    with_draws = estimate_finish(table, ROBIN, has_draws=True)[0]
    assert with_draws.first.times > with_draws.alone.times


def test_large_events_are_not_tried() -> None:
    assert trials_for(129, 5) == 0
    assert trials_for(128, 9) == 20
    assert trials_for(16, 5) == 150
    assert trials_for(6, 2) == 400
    assert (trials_for(6, 0, 15), trials_for(60, 0, 1770)) == (1000, 112)
    assert Share(50, 100).error == 0.05
    assert estimate_finish(field(201, rounds_planned=5), SWISS, has_draws=False) == []


def test_a_schedule_is_completed_once() -> None:
    whole = schedule_rest(field(5, first_colour=Colour.WHITE), ROBIN)
    assert whole.rounds_played == 5 and len(open_seats(whole)) == 10
    assert schedule_rest(whole, ROBIN) == whole
