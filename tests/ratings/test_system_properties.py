"""What holds for every rating system, whatever the games."""

from __future__ import annotations

import random
from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.ratings import all_systems, system_for
from gipf_engine.ratings.base import Game, PlayedGame, RatingState

scores = st.sampled_from((0, 5, 10))
systems = st.sampled_from(sorted(all_systems()))
exact_systems = st.sampled_from(sorted(set(all_systems()) - {"whr"}))
"""WHR fits one player after the other until the rest is small: the order of players shows in the last digits."""
people = st.integers(1, 5)
games = st.lists(st.tuples(people, people, scores).filter(lambda game: game[0] != game[1]), min_size=1, max_size=8)
events = st.lists(st.tuples(games, st.integers(0, 200)), min_size=1, max_size=5)
"""The games of each event, and the days since the one before."""


def fresh(key: str) -> RatingState:
    return system_for(key).initial_state()


@given(systems, events, st.randoms(use_true_random=False))
def test_the_order_inside_a_period_changes_nothing(
    key: str, periods: list[tuple[list[Game], int]], chance: random.Random
) -> None:
    one, other, day = fresh(key), fresh(key), 0
    for period, days in periods:
        day, shuffled = day + days, chance.sample(period, len(period))
        assert one.rate(period, day) == other.rate(shuffled, day)


@given(systems, events)
def test_a_change_explains_itself_from_the_changes_of_its_event(
    key: str, periods: list[tuple[list[Game], int]]
) -> None:
    system, state, day = system_for(key), fresh(key), 0
    for period, days in periods:
        day += days
        changes = {change.person: change for change in state.rate(period, day)}
        for change in changes.values():
            mine = [PlayedGame(changes[black], score) for white, black, score in period if white == change.person]
            mine += [PlayedGame(changes[white], 10 - score) for white, black, score in period if black == change.person]
            assert system.explain_change(change, mine).fits
            assert not system.explain_change(change, mine[1:]).fits


@given(systems, games, people)
def test_a_win_instead_of_a_loss_never_lowers(key: str, period: list[Game], person: int) -> None:
    better = [(w, b, 10 if w == person else 0 if b == person else score) for w, b, score in period]
    one, other = fresh(key), fresh(key)
    one.rate(period)
    other.rate(better)
    assert other.rating(person) >= one.rating(person)


@given(exact_systems, events, st.permutations(range(1, 6)))
def test_who_has_which_number_changes_nothing(
    key: str, periods: list[tuple[list[Game], int]], numbers: list[int]
) -> None:
    one, other, day = fresh(key), fresh(key), 0
    for period, days in periods:
        day += days
        renumbered = [(numbers[white - 1], numbers[black - 1], score) for white, black, score in period]
        changes = {numbers[change.person - 1]: change[1:] for change in one.rate(period, day)}
        assert {change.person: change[1:] for change in other.rate(renumbered, day)} == changes


@given(systems, games)
def test_played_from_the_other_side_it_is_the_same(key: str, period: list[Game]) -> None:
    mirrored = [(black, white, 10 - score) for white, black, score in period]
    assert fresh(key).rate(mirrored) == fresh(key).rate(period)


@given(systems, events, st.data())
def test_an_old_game_edited_is_rated_from_the_checkpoint_before_it_as_from_nothing(
    key: str, periods: list[tuple[list[Game], int]], data: st.DataObject
) -> None:
    """To the byte: the whole state, and every change on the way."""
    edited = data.draw(st.integers(0, len(periods) - 1))
    checkpoint = data.draw(st.integers(0, edited))
    old, incremental, whole = fresh(key), fresh(key), fresh(key)
    days = list(accumulate(days for _games, days in periods))
    for day, (period, _days) in list(zip(days, periods, strict=True))[:checkpoint]:
        old.rate(period, day)
    dumped = old.dump()
    assert dumped is not None
    incremental.restore(dumped)
    now = [period for period, _days in periods]
    now[edited] = data.draw(games)
    changes = [whole.rate(period, day) for day, period in zip(days, now, strict=True)]
    for place in range(checkpoint, len(now)):
        assert incremental.rate(now[place], days[place]) == changes[place]
    assert incremental.dump() == whole.dump()
