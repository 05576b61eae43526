"""Titles by rule: ratings after enough games, and norms. Expected values by hand."""

from __future__ import annotations

import pytest

from gipf_engine.tournament.titles import NormRule, Performance, RatingRule


@pytest.mark.parametrize(
    ("rating", "games", "is_met"), [(1800, 30, True), (1799, 30, False), (1800, 29, False), (1900, 31, True)]
)
def test_a_rating_counts_after_enough_games(rating: int, games: int, is_met: bool) -> None:
    assert RatingRule(1800, 30).is_met(rating, games) is is_met


def test_a_norm_takes_the_performance_and_the_games() -> None:
    rule = NormRule(performance=1700, games=5, norms=2)
    good, weak, short, equal = (
        Performance(1, 1750, 6), Performance(2, 1699, 9), Performance(3, 2000, 4), Performance(4, 1700, 5),
    )  # fmt: skip
    assert rule.norms_of([good, weak, short, equal]) == (good, equal)
    assert rule.is_met([good, weak, short, equal])
    assert not rule.is_met([good, weak, short])
