"""A seeded part of `bench.swiss_gacrux`: random events with all options, paired as gacrux pairs them."""

from __future__ import annotations

import pytest

from bench.swiss_gacrux import differences, event

SEEDS = range(900_001, 900_013)
MOST_PLAYERS = 60


@pytest.mark.parametrize("seed", SEEDS)
def test_random_events_are_paired_alike(seed: int) -> None:
    for number, ours, theirs in differences(event(seed, MOST_PLAYERS)):
        assert ours == theirs, f"round {number}"


@pytest.mark.parametrize("seed", range(700_001, 700_007))
def test_events_in_which_little_goes_as_planned_are_paired_alike(seed: int) -> None:
    for number, ours, theirs in differences(event(seed, MOST_PLAYERS, hard=True)):
        assert ours == theirs, f"round {number}"
