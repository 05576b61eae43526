"""WHR against the example of its Ruby implementation, against another implementation, and its own full fit."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whr import WHR

from gipf_engine.ratings import system_for
from gipf_engine.ratings.base import Game, PlayedGame
from gipf_engine.ratings.whr import Whr
from gipf_engine.ratings.whr.model import WholeHistory
from testing.marks import examples

SCALE = 400 / math.log(10)
A, B = 1, 2


def history(drift: float = 2.5, draws: float = 1) -> WholeHistory:
    return WholeHistory(drift, draws, SCALE)


def test_the_example_of_the_ruby_implementation() -> None:
    """goshrine/whole_history_rating, README: shusaku −43, −45, −45 and shusai 43, 45, 45, with w² = 300."""
    fitted = history(300)
    for day, score in ((1, 10), (2, 0), (3, 0)):
        fitted.add([(A, B, score)], day)
    fitted.fit_all(1e-6)
    assert [(moment.day, round(moment.rating)) for moment in fitted.curve(A)] == [(1, -43), (2, -45), (3, -45)]
    assert [round(moment.rating) for moment in fitted.curve(B)] == [43, 45, 45]


def random_games(players: int, games: int, days: int) -> list[tuple[int, Game]]:
    """Days and games without draws, of players whose strengths are spread by 300 points."""
    chance = random.Random(2008)
    strengths = [chance.gauss(0, 300) for _player in range(players)]
    played = []
    for number in range(games):
        one, two = chance.sample(range(players), 2)
        won = chance.random() < 1 / (1 + 10 ** ((strengths[two] - strengths[one]) / 400))
        played.append((number * days // games, (one, two, 10 * won)))
    return played


def test_it_agrees_with_another_implementation() -> None:
    """`whole-history-rating` 3.7.1: ratings and deviations of every day of 12 players and 150 games."""
    other = WHR({"w2": 40.0, "initial_prior_wins": 1.0, "hessian_damping": 0.0})
    fitted = history(40)
    for day, (one, two, score) in random_games(12, 150, 60):
        other.create_game(str(one), str(two), "B" if score else "W", day, 0)
        fitted.add([(one, two, score)], day)
    other.iterate(300)
    fitted.fit_all(1e-6)
    for person in range(12):
        theirs = other.players[str(person)].days
        ours = fitted.curve(person)
        assert [moment.day for moment in ours] == [day.day for day in theirs]
        assert [moment.rating for moment in ours] == pytest.approx([SCALE * day.r for day in theirs], abs=0.01)
        deviations = [SCALE * math.sqrt(day.uncertainty) for day in theirs]
        assert [moment.deviation for moment in ours] == pytest.approx(deviations, rel=1e-3)


CROWDS = st.lists(st.integers(1, 12), min_size=1, max_size=4)
"""Groups of so many players, who meet players of other groups rarely or never."""


@given(CROWDS, st.integers(1, 80), st.sampled_from((0, 1, 40)), st.integers(0, 10**6).map(random.Random))
@examples(40)
def test_games_added_one_by_one_come_to_the_fit_of_all(
    crowds: list[int], periods: int, strangers: int, chance: random.Random
) -> None:
    """Within a tenth of a point, for every day of everybody, and also when it was taken up from bytes on the way."""
    groups = [[100 * number + one for one in range(size + 1)] for number, size in enumerate(crowds)]
    everybody = [person for group in groups for person in group]
    strength = {person: chance.gauss(0, 300) for person in everybody}
    grown, whole, day = history(), history(), 0
    for number in range(periods):
        day += chance.choice((0, 1, 30))
        met = [chance.sample(chance.choice(groups), 2) for _ in range(chance.randint(1, 6))]
        met += [chance.sample(everybody, 2)] * (100 * chance.random() < strangers)
        games = [(one, two, chance.choice((5, 10 * (strength[one] > strength[two])))) for one, two in met]
        grown.add(games, day)
        grown.fit({person for pair in met for person in pair})
        whole.add(games, day)
        if number == periods // 2:
            dumped = grown.dump()
            grown = history()
            grown.restore(dumped)
    whole.fit_all(1e-8)
    for person in everybody:
        expected = [moment.rating for moment in whole.curve(person)]
        assert [moment.rating for moment in grown.curve(person)] == pytest.approx(expected, abs=0.1)


def test_a_club_of_regulars_is_fitted_as_a_whole() -> None:
    """Players hold each other where they are; where all of them stand follows from a draw of each of them alone."""
    played = random_games(10, 4_000, 400)
    grown, whole = history(), history()
    for number, (day, game) in enumerate(played):
        grown.add([game], day)
        whole.add([game], day)
        if number % 10 == 9:
            grown.fit({person for _day, game in played[number - 9 : number + 1] for person in game[:2]})
    whole.fit_all(1e-8)
    expected = [whole.curve(person)[-1].rating for person in range(10)]
    assert [grown.curve(person)[-1].rating for person in range(10)] == pytest.approx(expected, abs=0.02)


def test_later_games_correct_what_was_known() -> None:
    """B beats A once. Then B turns out to be strong: A's loss counts for less, although A has not played again."""
    state = system_for("whr").initial_state()
    state.rate([(A, B, 0)], 1)
    before = state.rating(A)
    state.rate([(B, other, 10) for other in range(10, 20)], 2)
    assert state.rating(A) > before


def test_a_change_is_told_with_which_way_each_game_pulls() -> None:
    """Two newcomers, one win. The winner's r = ln γ solves 1 − p(2 r) + 2 (½ − p(r)) = 0: r = .5280, 91.7 points.

    Then p(2 r) = 1 / (1 + e^(−1.056)) = .7419, and the win is .2581 more than that. The curvature is
    .7419 · .2581 + 2 · .6290 · .3710 = .6582, a deviation of 173.718 / √.6582 = 214.1.
    """
    system = Whr({})
    winner, loser = system.initial_state().rate([(A, B, 10)])
    assert (winner.before, winner.after, loser.after) == (1500, 1592, 1408)
    assert winner.details["deviation"] == pytest.approx(21_412, abs=5)
    told = system.explain_change(winner, [PlayedGame(loser, 10)])
    assert told.fits
    assert told.terms[0].details["expected"] == pytest.approx(7419, abs=1)
    assert told.terms[0].details["surplus"] == pytest.approx(2581, abs=1)
    assert [str(step) for step in told.steps] == [
        "Before: 1500.00 ± 245.67, as for every newcomer.",
        "A game with a positive pull raises the rating, one with a negative pull lowers it.",
    ]
