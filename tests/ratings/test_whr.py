"""WHR against the example of its Ruby implementation, against another implementation, and its own full fit."""

from __future__ import annotations

import math
import random

import pytest
from whr import WHR

from engine.ratings import system_for
from engine.ratings.base import Game, PlayedGame
from engine.ratings.whr import Whr
from engine.ratings.whr.model import WholeHistory

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


def test_games_added_one_by_one_come_to_the_fit_of_all() -> None:
    """Within a tenth of a point, for every day of everybody."""
    played = random_games(40, 600, 300)
    grown, whole = history(), history()
    for day, game in played:
        grown.add([game], day)
        grown.fit(game[:2])
        whole.add([game], day)
    whole.fit_all(1e-6)
    for person in range(40):
        expected = [moment.rating for moment in whole.curve(person)]
        assert [moment.rating for moment in grown.curve(person)] == pytest.approx(expected, abs=0.1)


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
