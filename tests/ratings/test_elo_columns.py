"""Elo in columns: number for number what it is game by game, and either goes on where the other was dumped."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.ratings import system_for
from gipf_engine.ratings.base import Game, RatingChange
from gipf_engine.ratings.columns.state import ColumnChanges, ColumnState
from gipf_engine.ratings.elo import Elo
from testing.marks import examples

IDS = (3, 4, 11, 70_000, 5_000_000_000)
PLACES = st.integers(0, 4)
GAMES = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from((0, 5, 10))).filter(
        lambda game: game[0] != game[1]
    ),
    min_size=1,
    max_size=80,
)
PARAMETERS = st.fixed_dictionaries(
    {},
    optional={
        "start": st.sampled_from((100, 101, 1500, 2399, 2650)),
        "floor": st.sampled_from((0, 100, 1450, 1600)),
        "top": st.sampled_from((1510, 2400)),
        "true_from": st.sampled_from((1000, 1520, 2650)),
        "k_new": st.sampled_from((40, 100)),
        "new_games": st.sampled_from((0, 5, 30)),
    },
)


@examples(150)
@given(PARAMETERS, st.lists(GAMES, min_size=1, max_size=8), st.integers(0, 8))
def test_columns_come_to_the_same_numbers(
    parameters: dict[str, int], periods: list[list[Game]], dumped_at: int
) -> None:
    system = system_for("elo", parameters)
    plain, columns = system.initial_state(), columns_of(system)
    for place, period in enumerate(periods):
        if place == dumped_at:
            dump = plain.dump()
            assert columns.dump() == dump
            columns = columns_of(system)
            columns.restore(dump or b"")
        changes = plain.rate([(IDS[white], IDS[black], score) for white, black, score in period])
        assert as_rows(columns.rate(*arrays(period))) == changes
    assert columns.dump() == plain.dump()


def test_far_apart_each_side_counts_by_its_own_rating() -> None:
    """2813 counts the whole gap to 2400 (.93, so a win is 10 × .07 = +1), 2400 at most 400 points of it (.08: −1)."""
    columns = columns_of(system_for("elo"))
    rows = np.array([(3, 2813, 40, 1), (4, 2400, 40, 1)], dtype="<i8")
    columns.restore(rows.tobytes())
    strong, weak = as_rows(columns.rate(*arrays([(0, 1, 10)])))
    assert (strong.details, strong.after) == ({"expected": 93, "k": 10}, 2814)
    assert (weak.details, weak.after) == ({"expected": 8, "k": 10}, 2399)


def test_newcomers_without_a_rating_have_no_columns() -> None:
    assert Elo({"initial": 1}).column_state(np.array(IDS)) is None


def columns_of(system: object) -> ColumnState:
    assert isinstance(system, Elo)
    state = system.column_state(np.array(IDS))
    assert state is not None
    return state


def arrays(period: Iterable[Game]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    white, black, score = (np.array(column) for column in zip(*period, strict=True))
    return white, black, score


def as_rows(changes: ColumnChanges) -> list[RatingChange]:
    persons, *numbers, (due, k) = changes
    rows = zip(persons.tolist(), *(column.tolist() for column in (*numbers, due, k)), strict=True)
    return [RatingChange(IDS[row[0]], *row[1:6], {"expected": row[6], "k": row[7]}) for row in rows]
