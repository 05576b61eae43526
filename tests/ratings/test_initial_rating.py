"""FIDE's initial ratings, each sum worked out by hand, and what must hold for any games of a list with newcomers."""

from __future__ import annotations

import random
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.ratings import system_for
from gipf_engine.ratings.base import Game, PlayedGame, RatingChange
from gipf_engine.ratings.elo import Elo
from gipf_engine.ratings.elo_states import InitialEloState
from players.models import Club, Person
from ratings.core.lines import lines_of
from ratings.core.queries.predictions import predict_games
from ratings.ledger.replaying import replay
from ratings.ledger.services.ledgers import difference, recompute
from ratings.lists.queries.explanations import explanations
from ratings.models import Pool, Rating
from ratings.pools.services.pools import pool_for
from testing.ratings.factories import closed_event, four

pytestmark = pytest.mark.core

NEW, OTHER = 1, 2
DAY = date(2026, 1, 15).toordinal()
FIVE = (1900, 1910, 1890, 1905, 1902)
"""Together 9507."""
THREE_OF_FIVE = (10, 10, 10, 0, 0)


SYSTEM = Elo({"initial": 1})


def rated(*ratings: int) -> InitialEloState:
    """A state in which the persons 101, 102, … have these ratings after 50 games each."""
    state = SYSTEM.initial_state()
    assert isinstance(state, InitialEloState)
    state.ratings.update(enumerate(ratings, start=101))
    state.games.update((person, 50) for person in state.ratings)
    return state


def games_of(scores: tuple[int, ...], first: int = 101) -> list[Game]:
    """The newcomer's games against the persons from `first` on, as White and as Black in turns."""
    return [
        (NEW, opponent, score) if opponent % 2 else (opponent, NEW, 10 - score)
        for opponent, score in enumerate(scores, start=first)
    ]


def entered(changes: list[RatingChange]) -> RatingChange | None:
    return next((change for change in changes if change.person == NEW), None)


def test_the_published_example() -> None:
    # (9507 + 2 × 1800) / 7 = 1872.43; (3 + 1) / 7 = .57; dp(.57) = 50; 1922.43 is 1922.
    state = rated(*FIVE)
    changes = state.rate(games_of(THREE_OF_FIVE), DAY)
    # By it .53 (22), .52 (12), .54 (32), .52 (17) and .53 (20) were to be expected: 2.64.
    assert entered(changes) == RatingChange(NEW, 1922, 1922, 5, 5, 30, {"expected": 264, "k": 0})
    # For the others the games count not at all.
    assert [(c.before, c.after, c.games, c.games_total) for c in changes[1:]] == [(r, r, 0, 50) for r in FIVE]
    # From now on he is a player as any other: 5 games are fewer than 30, K is 40, .53 was expected of a draw.
    later = state.rate([(NEW, 101, 5)], DAY + 1)
    assert (later[0].before, later[0].after, later[0].details) == (1922, 1921, {"expected": 53, "k": 40})
    assert later[1].games == 1


def test_nobody_enters_above_the_top() -> None:
    # (10500 + 3600) / 7 = 2014.29; 6 of 7 = .86; dp 309: 2323.29.
    state = rated(*[2100] * 5)
    found = entered(state.rate(games_of((10,) * 5), DAY))
    assert found is not None and found.after == 2200
    played = [PlayedGame(RatingChange(opponent, 2100, 2100, 0, 50, 0, {}), 10) for opponent in range(101, 106)]
    told = SYSTEM.explain_change(found, played)
    assert told.fits and told.formula == "(10500 + 2 × 1800) / 7 + 309 ≈ 2323.29 → 2200"
    assert str(told.steps[-1]) == "Initial ratings are at most 2200."


def test_half_a_point_of_rating_is_rounded_up() -> None:
    # Six draws: 4 of 8, dp 0; (10804 + 3600) / 8 = 1800.5.
    found = entered(rated(*[1800] * 5, 1804).rate(games_of((5,) * 6), DAY))
    assert found is not None and found.after == 1801


def test_too_low_a_rating_is_none_until_more_games_say_better() -> None:
    state = rated(*[1500] * 6)
    # (7500 + 3600) / 7 = 1585.71; 1.5 of 7 = .21; dp −230: 1355.71.
    assert entered(state.rate(games_of((5, 0, 0, 0, 0)), DAY)) is None
    assert state.rating(NEW) == 1500  # where newcomers are, for who asks what to expect
    # A win: (9000 + 3600) / 8 = 1575; 2.5 of 8 = .31; dp −141.
    found = entered(state.rate(games_of((10,), first=106), DAY + 30))
    assert found is not None and (found.after, found.games, found.score) == (1434, 6, 15)


@pytest.mark.parametrize(("month", "is_rated"), [((2028, 2), True), ((2028, 3), False)])
def test_games_are_pooled_over_26_months(month: tuple[int, int], is_rated: bool) -> None:
    state = rated(*FIVE)
    assert entered(state.rate(games_of((10, 10)), DAY)) is None
    found = entered(state.rate(games_of((10, 0, 0), first=103), date(*month, 1).toordinal()))
    assert (found is not None and found.after == 1922) is is_rated


def test_a_first_event_without_a_point_is_left_out_and_a_later_one_is_not() -> None:
    state = rated(*FIVE)
    assert entered(state.rate(games_of((0, 0, 0, 0, 0)), DAY)) is None
    assert entered(state.rate(games_of((10, 10, 10)), DAY + 7)) is None
    found = entered(state.rate(games_of((0, 0), first=104), DAY + 14))
    assert found is not None and (found.after, found.games) == (1922, 5)


def test_games_of_two_unrated_players_count_for_nobody() -> None:
    state = rated(*FIVE)
    assert state.rate([(NEW, OTHER, 10)] * 6, DAY) == []
    found = entered(state.rate([*games_of(THREE_OF_FIVE), (NEW, OTHER, 10)], DAY))
    assert found is not None and (found.after, found.games) == (1922, 5)


def test_the_players_of_the_first_event_enter_at_the_start() -> None:
    first: list[Game] = [(1, 2, 10), (3, 4, 5)]
    assert Elo({"initial": 1}).initial_state().rate(first) == Elo({}).initial_state().rate(first)


def test_an_initial_rating_explains_itself_as_its_sum() -> None:
    state = rated(*FIVE)
    changes = {change.person: change for change in state.rate(games_of(THREE_OF_FIVE), DAY)}
    played = [PlayedGame(changes[person], score) for person, score in enumerate(THREE_OF_FIVE, start=101)]
    told = SYSTEM.explain_change(changes[NEW], played)
    assert told.formula == "(9507 + 2 × 1800) / 7 + 50 ≈ 1922.43 ≈ 1922"
    assert [str(step) for step in told.steps] == [
        "Initial rating from 5 games, to which two draws against 1800 are added.",
        "4 of 7 are 57 %: +50 to the mean of the opponents.",
    ]
    assert told.fits and not SYSTEM.explain_change(changes[NEW], played[1:]).fits
    unmoved = SYSTEM.explain_change(changes[101], [])
    assert unmoved.fits and str(unmoved.steps[0]) == "No game against a rated player: nothing changes."


people = st.integers(1, 7)
games = st.lists(
    st.tuples(people, people, st.sampled_from((0, 5, 10))).filter(lambda game: game[0] != game[1]),
    min_size=1,
    max_size=8,
)
events = st.lists(st.tuples(games, st.integers(0, 400)), min_size=1, max_size=8)
BEGUN: list[Game] = [(1, 2, 10), (3, 1, 5)]
EASY = {"initial": 1, "initial_games": 3, "initial_floor": 1200}


@given(events, st.randoms(use_true_random=False), st.integers(0, 8))
def test_order_inside_an_event_and_a_dump_between_two_change_no_byte(
    periods: list[tuple[list[Game], int]], chance: random.Random, at: int
) -> None:
    system = system_for("elo", EASY)
    one, other, day = system.initial_state(), system.initial_state(), DAY
    assert one.rate(BEGUN, day) == other.rate(BEGUN[::-1], day)
    for place, (period, days) in enumerate(periods):
        if place == at:
            dumped, other = other.dump(), system.initial_state()
            assert dumped is not None and dumped == one.dump()
            other.restore(dumped)
        day += days
        assert one.rate(period, day) == other.rate(chance.sample(period, len(period)), day)
    assert one.dump() == other.dump()


@given(events)
def test_every_change_follows_from_the_events_behind_it(periods: list[tuple[list[Game], int]]) -> None:
    system, day, known = system_for("elo", EASY), DAY, set[int]()
    state = system.initial_state()
    waiting: dict[int, list[tuple[int, list[PlayedGame]]]] = {person: [] for person in range(1, 8)}
    for period, days in [(BEGUN, 0), *periods]:
        day += days
        changes = {change.person: change for change in state.rate(period, day)}
        assert known & {person for game in period for person in game[:2]} <= changes.keys()
        for person in range(1, 8):
            mine = [(b, s) for w, b, s in period if w == person] + [(w, 10 - s) for w, b, s in period if b == person]
            met = [PlayedGame(changes[other], score) for other, score in mine if other in changes]
            waiting[person].append((day, [game for game in met if system.counts_against(game.opponent)]))
            if change := changes.get(person):
                behind = system.events_behind(change, waiting[person])
                told = system.explain_change(change, [game for at in behind for game in waiting[person][at][1]])
                assert told.fits
                waiting[person] = []
        known |= changes.keys()


@pytest.fixture
def club_people(club: Club) -> list[Person]:
    return four(club)


@pytest.mark.django_db
def test_a_list_of_the_server_leaves_newcomers_out_until_they_are_rated(club: Club, club_people: list[Person]) -> None:
    a, b, c, d = club_people
    pool = pool_for("gipf-basic", club)
    Pool.objects.filter(pk=pool.pk).update(parameters={"initial": 1, "initial_games": 3, "initial_mean": 1500})
    closed_event(club, club_people, "A-B 1-0, A-C 1-0, B-C 1-0")  # A 1540, B 1500, C 1460 at K 40
    second = closed_event(club, club_people, "D-A 1-0, B-D 1-0", days=7)
    recompute(pool.pk)
    pool.refresh_from_db()
    assert set(Rating.objects.filter(pool=pool).values_list("person", "value")) == {
        (a.pk, 1540), (b.pk, 1500), (c.pk, 1460),
    }  # fmt: skip
    assert [line.games for line in lines_of(pool, [a.pk])[a.pk]] == [2, 0]
    third = closed_event(club, club_people, "C-D 1/2-1/2", days=14)
    recompute(pool.pk)
    # (1540 + 1500 + 1460 + 2 × 1500) / 5 = 1500; 1.5 + 1 of 5 = .50.
    (line,) = lines_of(pool, [d.pk])[d.pk]
    assert (line.parent_scope, line.after, line.games, line.score) == (third.pk, 1500, 3, 15)
    told = explanations(pool, d.pk)[1]
    assert told.current and {term.opponent_id for term in told.terms} == {a.pk, b.pk, c.pk}
    assert told.formula == "(4500 + 2 × 1500) / 5 + 0 = 1500.00 = 1500"
    assert explanations(pool, a.pk)[2].terms == ()
    # What was expected of the second event is by what was known then: D was new.
    assert predict_games(pool, [(d.pk, a.pk)], parent_scope=second.key)[d.pk, a.pk].first_new
    assert not predict_games(pool, [(d.pk, a.pk)], parent_scope="")[d.pk, a.pk].first_new
    assert not difference(pool, replay(Pool.objects.get(pk=pool.pk)))
