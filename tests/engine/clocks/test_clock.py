"""The clock of a game with instants made up."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.clocks import Calendar, Clock, FlagFallen, clock_from_json, clock_to_json, parse_control, start_clock
from gipf_engine.clocks.clock import LONGEST_GIFT, quota_gain
from gipf_engine.clocks.controls import TimeControl

DAY = 86_400_000


def test_a_turn_takes_its_time_and_gets_the_increment() -> None:
    clock = start_clock(parse_control("60+3"), 1_000).press(11_000, to_move=1)
    assert clock.remaining(0, 11_000) == 53_000
    assert clock.remaining(1, 21_000) == 50_000


def test_the_flag_falls_at_the_deadline_and_not_before() -> None:
    clock = start_clock(parse_control("60+3"), 1_000)
    assert clock.deadline == 61_000
    assert clock.press(60_999, to_move=1).remaining(0, 60_999) == 3_001
    with pytest.raises(FlagFallen) as fallen:
        clock.press(61_000, to_move=1)
    assert fallen.value.deadline == 61_000


def test_a_side_that_moves_twice_keeps_its_own_time() -> None:
    clock = start_clock(parse_control("60+0"), 0).press(5_000, to_move=0).press(8_000, to_move=1)
    assert (clock.remaining(0, 8_000), clock.remaining(1, 8_000)) == (52_000, 60_000)


def test_a_pause_stops_the_clock_until_the_last_reason_is_gone() -> None:
    clock = start_clock(parse_control("60+0"), 0).pause("adjourned", 10_000).pause("server", 12_000)
    assert clock.deadline is None
    clock = clock.resume("adjourned", 20_000)
    assert clock.remaining(0, 90_000) == 50_000
    clock = clock.resume("server", 100_000)
    assert clock.deadline == 150_000
    assert clock.press(101_000, to_move=1).remaining(0, 101_000) == 49_000


def test_a_pause_does_not_save_a_flag_that_has_fallen() -> None:
    with pytest.raises(FlagFallen):
        start_clock(parse_control("60+0"), 0).pause("adjourned", 60_000)


def test_the_line_costs_nothing_within_the_quota() -> None:
    control = parse_control("60+0")  # 0.4 * 60 + 15 = 39 hundredths a turn, three times that at the start
    assert quota_gain(control) == 390
    clock = start_clock(control, 0, lag=500).press(2_000, to_move=1).press(2_000, to_move=0, lag=500)
    assert clock.remaining(0, 2_000) == 58_500
    assert clock.sides[0].quota == 3 * 390 - 500 + 390


def test_a_turn_that_is_quicker_than_its_line_takes_its_own_time_from_the_quota() -> None:
    clock = start_clock(parse_control("60+0"), 0, lag=500).press(100, to_move=1)
    assert clock.remaining(0, 100) == 60_000
    assert clock.sides[0].quota == 3 * 390 - 100 + 390


def test_a_line_that_is_said_to_be_slow_gains_no_more_than_the_quota() -> None:
    clock = start_clock(parse_control("60+0"), 0, lag=60_000)
    assert clock.deadline == 60_000 + 3 * 390


def test_a_restart_costs_nobody_time() -> None:
    clock = start_clock(parse_control("60+0"), 0)
    after = clock.after_restart(10_000, 100_000)
    assert after.deadline == 60_000 + 90_000 + LONGEST_GIFT
    assert after.remaining(1, 100_000) == 60_000


def test_a_flag_that_fell_before_the_server_died_stays_fallen() -> None:
    clock = start_clock(parse_control("60+0"), 0)
    assert clock.after_restart(60_000, 100_000) == clock


def test_a_weekend_stops_one_seat_alone() -> None:
    weekend = Calendar(frozenset({3}))  # 1 January 1970 was a Thursday
    clock = start_clock(parse_control("1days+0"), 0, calendars=(weekend, Calendar()))
    assert clock.deadline == 2 * DAY
    assert clock.press(1, to_move=1).deadline == 1 + DAY


def test_a_vacation_that_is_booked_during_a_turn_counts_from_then_on() -> None:
    clock = start_clock(parse_control("3days+0"), 0)
    clock = clock.with_calendar(0, Calendar(vacations=((0, 10 * DAY),)), DAY)
    assert clock.deadline == 12 * DAY


controls = st.sampled_from(["60+2", "60d2", "60b3x10", "5+0", "1days+0", "1days+2"]).map(parse_control)
acts = st.lists(
    st.tuples(
        st.sampled_from(["turn", "again", "pause", "resume", "restart"]),
        st.integers(0, 30_000),
        st.integers(-50, 5_000),
    ),
    max_size=40,
)


@dataclass
class Shown:
    """What somebody with a stopwatch sees: how long each seat was to move while nothing stood still."""

    now: int = 0
    thought: list[int] = field(default_factory=lambda: [0, 0])
    turns: list[int] = field(default_factory=lambda: [0, 0])
    restarts: int = 0


def _play(clock: Clock, acts: list[tuple[str, int, int]]) -> tuple[Clock, Shown]:
    """Do one act after the other, until a flag falls."""
    shown = Shown()
    for act, wait, lag in acts:
        shown.now += wait
        seat = clock.to_move
        if not (clock.pauses or act == "restart"):
            shown.thought[seat] += wait
        try:
            clock = _do(clock, act, shown, wait, lag)
        except FlagFallen:
            break
    return clock, shown


def _do(clock: Clock, act: str, shown: Shown, wait: int, lag: int) -> Clock:
    seat = clock.to_move
    if act == "restart":  # the server was away since the act before
        shown.restarts += not clock.pauses
        return clock.after_restart(shown.now - wait, shown.now)
    if act in ("turn", "again") and not clock.pauses:
        shown.turns[seat] += 1
        return clock.press(shown.now, to_move=seat if act == "again" else 1 - seat, lag=lag)
    if act == "pause":
        return clock.pause("adjourned", shown.now)
    return clock.resume("adjourned", shown.now) if act == "resume" else clock


@given(st.sampled_from(["60+2", "5+0", "60+0"]), acts)
def test_no_sequence_of_acts_gives_or_takes_time_beyond_the_bounds(text: str, acts: list[tuple[str, int, int]]) -> None:
    control = parse_control(text)
    clock, shown = _play(start_clock(control, 0), acts)
    for seat in (0, 1):
        exact = control.main - shown.thought[seat] + shown.turns[seat] * round(1_000 * float(text.partition("+")[2]))
        left = clock.remaining(seat, shown.now)
        most = (3 + shown.turns[seat]) * quota_gain(control) + shown.restarts * LONGEST_GIFT
        assert left >= max(0, exact), "nobody loses time"
        assert left <= max(0, exact) + most, "nobody gains more than line and restarts may give"


@given(controls, acts, st.integers(0, 100_000))
def test_a_flag_falls_once_and_stays_fallen(control: TimeControl, acts: list[tuple[str, int, int]], later: int) -> None:
    clock, _shown = _play(start_clock(control, 0), acts)
    clock = clock.resume("adjourned", max(clock.since, 0))
    deadline = clock.deadline
    assert deadline is not None
    assert not clock.has_fallen(deadline - 1)
    for late in (clock.press, lambda now, to_move: clock.pause("server", now)):
        with pytest.raises(FlagFallen) as fallen:
            late(deadline + later, to_move=0)
        assert fallen.value.deadline == deadline
    assert clock.remaining(clock.to_move, deadline + later) == 0


@given(controls, acts)
def test_a_clock_is_stored_and_read_as_it_was(control: TimeControl, acts: list[tuple[str, int, int]]) -> None:
    clock, _shown = _play(start_clock(control, 0), acts)
    assert clock_from_json(clock_to_json(clock)) == clock
