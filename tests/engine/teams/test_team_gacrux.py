"""A seeded part of `bench.teams`: random events of teams, paired and ranked as gacrux does."""

from __future__ import annotations

import pytest

from bench.teams import different_rounds, different_values, team_event
from testing.marks import first


@pytest.mark.parametrize("seed", first(4, range(1, 13)))
def test_random_events_are_paired_and_ranked_alike(seed: int) -> None:
    kind, made = team_event(seed, most=16)
    assert list(different_rounds(kind, made)) == []
    if made.table.rounds_played > 1:
        assert list(different_values(kind, made)) == []
