"""Periods of games against sums worked out by hand, and what must hold for any games."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.ratings import system_for
from gipf_engine.ratings.base import Game, PlayedGame, RatingChange
from gipf_engine.ratings.elo import Elo

A, B, C, D = 1, 2, 3, 4
FIRST: list[Game] = [(A, B, 10), (A, C, 10), (A, D, 10), (B, C, 10), (B, D, 10), (C, D, 10)]
SECOND: list[Game] = [(D, A, 10), (B, C, 5), (A, B, 10), (C, D, 10), (A, C, 10), (B, D, 0)]


def against(opponent: int, rating: int, score: int) -> PlayedGame:
    """A game against somebody who had `rating` before the event."""
    return PlayedGame(RatingChange(opponent, rating, rating, 1, 1, 0, {}), score)


def test_a_first_event_of_four_newcomers() -> None:
    # All at 1500, so everybody expects half a point a game, 1.5 of 3. K is 40: 40 × (3 − 1.5) = 60, and so on down.
    rows = system_for("elo").initial_state().rate(FIRST)
    assert rows == [
        RatingChange(A, 1500, 1560, 3, 3, 30, {"expected": 150, "k": 40}),
        RatingChange(B, 1500, 1520, 3, 3, 20, {"expected": 150, "k": 40}),
        RatingChange(C, 1500, 1480, 3, 3, 10, {"expected": 150, "k": 40}),
        RatingChange(D, 1500, 1440, 3, 3, 0, {"expected": 150, "k": 40}),
    ]


def test_a_second_event_counts_against_the_ratings_before_it() -> None:
    # Differences 40, 80 and 120 are .56, .61 and .66 in table 8.1.2.
    # A: 2 of .66 + .56 + .61 = 1.83; 40 × .17 = 6.8.      B: ½ of .56 + .44 + .61 = 1.61; 40 × −1.11 = −44.4.
    # C: 1½ of .44 + .56 + .39 = 1.39; 40 × .11 = 4.4.      D: 2 of .34 + .44 + .39 = 1.17; 40 × .83 = 33.2.
    book = system_for("elo").initial_state()
    book.rate(FIRST)
    assert book.rate(SECOND) == [
        RatingChange(A, 1560, 1567, 3, 6, 20, {"expected": 183, "k": 40}),
        RatingChange(B, 1520, 1476, 3, 6, 5, {"expected": 161, "k": 40}),
        RatingChange(C, 1480, 1484, 3, 6, 15, {"expected": 139, "k": 40}),
        RatingChange(D, 1440, 1473, 3, 6, 20, {"expected": 117, "k": 40}),
    ]
    assert [book.rating(person) for person in (A, B, C, D, 99)] == [1567, 1476, 1484, 1473, 1500]


def test_k_of_a_period_goes_by_the_games_before_it() -> None:
    # 29 games, then two more in one period: still K 40 for it, K 20 for the next.
    book = system_for("elo").initial_state()
    for opponent in range(29):
        book.rate([(A, 100 + opponent, 5)])
    assert book.rate([(A, B, 5), (A, C, 5)])[0].details["k"] == 40
    assert book.rate([(A, B, 5)])[0].details["k"] == 20


def test_whoever_has_reached_the_top_keeps_the_small_k_below_it() -> None:
    book = system_for("elo", {"top": 1520}).initial_state()
    assert book.rate([(A, B, 10)])[0].after == 1520
    assert book.rate([(A, B, 0)])[0].details["k"] == 10
    assert book.rating(A) < 1520
    assert book.rate([(A, B, 0)])[0].details["k"] == 10


def test_nobody_falls_below_the_floor() -> None:
    book = system_for("elo", {"start": 105, "floor": 100}).initial_state()
    row = book.rate([(A, B, 10)])[1]
    assert row == RatingChange(B, 105, 100, 1, 1, 0, {"expected": 50, "k": 40})
    told = system_for("elo", {"start": 105, "floor": 100}).explain_change(row, [against(A, 105, 0)])
    assert told.formula == "40 × (0 − 0.50) = −20.00 = −20"
    assert str(told.steps[1]) == "Ratings never fall below 100."
    assert book.rate([(A, B, 0)])[1].after > 100


def test_a_change_explains_itself_as_its_sum() -> None:
    book = system_for("elo").initial_state()
    book.rate(FIRST)
    row = book.rate(SECOND)[1]
    told = system_for("elo").explain_change(row, [against(C, 1480, 5), against(A, 1560, 0), against(D, 1440, 0)])
    assert [(term.opponent, term.details, term.note, term.score) for term in told.terms] == [
        (C, {"difference": 40, "expected": 56}, None, 5),
        (A, {"difference": -40, "expected": 44}, None, 0),
        (D, {"difference": 80, "expected": 61}, None, 0),
    ]
    assert told.fits
    assert not system_for("elo").explain_change(row, [against(C, 1480, 5), against(A, 1560, 0)]).fits
    assert told.formula == "40 × (0.5 − 1.61) = −44.40 ≈ −44"
    assert [str(step) for step in told.steps] == ["K is 40: 3 games before this event, fewer than 30."]


def test_a_capped_difference_is_told_as_such() -> None:
    elo = Elo({})
    book = elo.initial_state()
    book.ratings.update({A: 2100, B: 1500})
    told = elo.explain_change(book.rate([(A, B, 10)])[0], [against(B, 1500, 10)])
    assert (told.terms[0].details, str(told.terms[0].note)) == ({"difference": 600, "expected": 92}, "counts as +400")


def test_why_k_is_what_it_is_has_a_sentence_for_every_case() -> None:
    elo = Elo({})

    def why(row: RatingChange) -> str:
        return str(elo.explain_change(row, []).steps[0])

    assert (
        why(RatingChange(A, 1500, 1500, 4, 34, 20, {"expected": 200, "k": 20}))
        == "K is 20: 30 games before this event."
    )
    assert (
        why(RatingChange(A, 2450, 2450, 4, 104, 20, {"expected": 200, "k": 10}))
        == "K is 10: the player has reached 2400."
    )
    assert why(RatingChange(A, 1500, 1500, 36, 90, 180, {"expected": 1800, "k": 19})).startswith(
        "K is cut to 19, so that K times 36 games"
    )


def test_a_rating_grows_surer_with_its_games() -> None:
    elo = Elo({})

    def deviation(games: int, k: int) -> int:
        return elo.standard_deviation(RatingChange(A, 1500, 1500, 1, games, 5, {"expected": 50, "k": k}))

    deviations = [deviation(games, 40) for games in (0, 1, 5, 10, 30)]
    assert deviations == sorted(deviations, reverse=True)
    # In the long run the variance is K s / 2 with s = 400 / ln 10 = 173.7: 41.7 points at K 20, 58.9 at K 40.
    assert (deviation(1000, 20), deviation(1000, 40)) == (42, 59)


players = st.integers(1, 6)
games = st.lists(st.tuples(players, players, st.sampled_from((0, 5, 10))).filter(lambda game: game[0] != game[1]))


@given(st.lists(games, max_size=6), st.randoms(use_true_random=False))
def test_the_order_inside_a_period_changes_nothing(periods: list[list[Game]], chance: random.Random) -> None:
    one, other = system_for("elo").initial_state(), system_for("elo").initial_state()
    for period in periods:
        shuffled = list(period)
        chance.shuffle(shuffled)
        assert one.rate(period) == other.rate(shuffled)


@given(st.lists(games.map(lambda some: some[:7]), max_size=8))
def test_with_one_constant_k_no_points_are_made_or_lost(periods: list[list[Game]]) -> None:
    # K 100 makes every change a whole number; at most 7 games a period keep K times games within 700.
    book = system_for(
        "elo", {"k_new": 100, "k": 100, "k_top": 100, "floor": 0, "true_from": 10000, "top": 10000}
    ).initial_state()
    for period in periods:
        assert sum(row.after - row.before for row in book.rate(period)) == 0


@given(games, players)
def test_a_win_instead_of_a_loss_never_lowers(period: list[Game], person: int) -> None:
    better = [(w, b, 10 if w == person else 0 if b == person else score) for w, b, score in period]
    one, other = system_for("elo").initial_state(), system_for("elo").initial_state()
    one.rate(period)
    other.rate(better)
    assert other.rating(person) >= one.rating(person)


@given(st.lists(games, max_size=5))
def test_other_names_and_a_mirror_change_nothing_but_the_names(periods: list[list[Game]]) -> None:
    one, other = system_for("elo").initial_state(), system_for("elo").initial_state()
    for period in periods:
        one.rate(period)
        other.rate([(100 - black, 100 - white, 10 - score) for white, black, score in period])
    assert [one.rating(person) for person in range(1, 7)] == [other.rating(100 - person) for person in range(1, 7)]


@given(st.lists(games, min_size=1, max_size=5), games)
def test_what_comes_later_changes_nothing_before_it(periods: list[list[Game]], later: list[Game]) -> None:
    one, other = system_for("elo").initial_state(), system_for("elo").initial_state()
    rows = [one.rate(period) for period in periods]
    assert [other.rate(period) for period in [*periods, later]][:-1] == rows
