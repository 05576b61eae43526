"""Time controls, by numbers worked out by hand."""

import pytest

from gipf_engine.clocks import Budget, parse_control
from gipf_engine.messages import Refused


@pytest.mark.parametrize("text", ["300+3", "180+0", "12.5+1.5", "300d3", "600b3x30", "0b1x10", "3days+10", "1days+0"])
def test_a_control_is_written_as_it_was_read(text: str) -> None:
    assert str(parse_control(text)) == text


@pytest.mark.parametrize(
    "text", ["", "5", "300+", "-3+3", "3+", "0+3", "600b0x30", "600b3x0", "99days+0", "90000+0", "3 days", "٣+٣0"]
)
def test_what_is_no_control_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        parse_control(text)


def test_fischer_adds_after_each_turn() -> None:
    control = parse_control("60+3")
    assert control.available(Budget(60_000)) == 60_000
    assert control.after_turn(Budget(60_000), 10_000) == Budget(53_000)


def test_bronstein_gives_back_no_more_than_was_used() -> None:
    control = parse_control("60d3")
    assert control.after_turn(Budget(60_000), 2_000) == Budget(60_000)
    assert control.after_turn(Budget(60_000), 10_000) == Budget(53_000)


def test_byo_yomi_takes_the_periods_that_a_turn_uses_up() -> None:
    control = parse_control("60b3x30")
    assert control.available(Budget(60_000, 3)) == 150_000
    assert control.after_turn(Budget(60_000, 3), 45_000) == Budget(15_000, 3)
    assert control.after_turn(Budget(15_000, 3), 44_999) == Budget(0, 3)  # 29,999 of the first period: whole again
    assert control.after_turn(Budget(15_000, 3), 45_000) == Budget(0, 2)  # exactly one period used up
    assert control.after_turn(Budget(0, 3), 89_999) == Budget(0, 1)  # two gone, the last not quite


def test_correspondence_takes_from_the_reserve_only_what_the_turn_does_not_cover() -> None:
    day = 86_400_000
    control = parse_control("3days+10")
    assert control.available(Budget(10 * day)) == 13 * day
    assert control.after_turn(Budget(10 * day), 3 * day) == Budget(10 * day)
    assert control.after_turn(Budget(10 * day), 5 * day) == Budget(8 * day)
