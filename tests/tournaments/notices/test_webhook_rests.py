"""How long an address is left alone that does not answer."""

from __future__ import annotations

from tournaments.core.webhooks import LONGEST_REST, rest_after


def test_an_address_that_fails_is_left_alone_for_five_minutes_at_most() -> None:
    assert [rest_after(failures).seconds for failures in (1, 2, 6, 7, 50)] == [5, 10, 160, 300, 300]
    assert LONGEST_REST.seconds == 300
