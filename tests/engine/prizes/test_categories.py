"""Ages on a day, bounds, and ranks within a category."""

from __future__ import annotations

from datetime import date

import pytest

from gipf_engine.tournament.categories import age_on, birth_year_of, is_within, ranks_within


@pytest.mark.parametrize(
    ("birth", "day", "age"),
    [
        ("2014/05/31", date(2026, 5, 30), 11),
        ("2014/05/31", date(2026, 5, 31), 12),
        ("2014", date(2026, 12, 30), 11),
        ("2014", date(2026, 12, 31), 12),
        ("2014", date(2026, 1, 1), 11),
        ("2014/00/00", date(2026, 12, 31), 12),
        ("2012-02-29", date(2025, 2, 28), 12),
        ("2012-02-29", date(2025, 3, 1), 13),
        ("", date(2026, 1, 1), None),
        ("unknown", date(2026, 1, 1), None),
        ("0000", date(2026, 1, 1), None),
    ],
)
def test_the_age_on_a_day(birth: str, day: date, age: int | None) -> None:
    assert age_on(birth, day) == age


def test_birth_years_of_files() -> None:
    assert [birth_year_of(text) for text in ("1990/01/05", "1990", " 1990.01.05 ", "90")] == [1990, 1990, 1990, None]


def test_bounds_belong_to_a_category() -> None:
    assert [value for value in range(6) if is_within(value, 2, 4)] == [2, 3, 4]
    assert is_within(None, None, 4, unknown=True) and not is_within(None, 2, None)


def test_ranks_within_a_category_follow_the_standings() -> None:
    assert ranks_within([2, 5, 5, None, 9]) == [1, 2, 2, None, 4]
