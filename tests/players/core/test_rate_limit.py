"""Tries are counted."""

import pytest

from players.core.rate_limit import Allowance, By, TooMany
from tests.players.clock import Clock

BY_READER = Allowance("test-readers", "tries", By.READER, tries=2, seconds=60, of_client=4)
THREE_A_MINUTE = Allowance("test", "tries", By.NAME, tries=3, seconds=60)


def test_the_fourth_try_in_a_minute_waits(clock: Clock) -> None:
    for _ in range(3):
        THREE_A_MINUTE.take("anna")
    clock.now += 20
    with pytest.raises(TooMany) as refused:
        THREE_A_MINUTE.take("anna")
    assert refused.value.seconds == 40
    THREE_A_MINUTE.take("bert")


def test_old_tries_fade_out_over_the_next_minute(clock: Clock) -> None:
    for _ in range(3):
        THREE_A_MINUTE.take("anna")
    clock.now = 6_060 + 19  # 3 old tries weigh 3 × 41/60 = 2.05; one more is 3.05
    with pytest.raises(TooMany):
        THREE_A_MINUTE.take("anna")
    clock.now = 6_060 + 21  # 3 × 39/60 = 1.95; one more is 2.95
    THREE_A_MINUTE.take("anna")
    with pytest.raises(TooMany):
        THREE_A_MINUTE.take("anna")
    clock.now = 6_180
    for _ in range(3):
        THREE_A_MINUTE.take("anna")


def test_a_try_that_turned_out_well_is_given_back(clock: Clock) -> None:
    for _ in range(10):
        THREE_A_MINUTE.take("anna")
        THREE_A_MINUTE.give_back("anna")
    THREE_A_MINUTE.give_back("nobody")


def test_a_client_may_be_a_hall_and_has_more_tries_than_an_account(clock: Clock) -> None:
    for key, most in (("account-1", 2), ("client-192.0.2.1", 4)):
        for _try in range(most):
            assert not BY_READER.is_spent(key)
            BY_READER.take(key)
        assert BY_READER.is_spent(key)
        with pytest.raises(TooMany):
            BY_READER.take(key)
