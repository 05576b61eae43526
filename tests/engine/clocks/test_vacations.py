"""Vacations: a bounded number of days in each year, whatever is booked, cancelled and booked again."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.clocks import (
    DAYS_A_YEAR,
    Calendar,
    FlagFallen,
    VacationDays,
    check_vacation,
    days_left,
    end_vacation,
    parse_control,
    start_clock,
)
from gipf_engine.messages import Refused

DAY = 86_400_000
TODAY = date(2026, 11, 23)
ONE_DAY = timedelta(days=1)


def at(text: str) -> int:
    """An instant, given with its offset."""
    return int(datetime.fromisoformat(text).astimezone(UTC).timestamp() * 1000)


def test_a_vacation_begins_and_ends_at_midnight_where_the_player_lives() -> None:
    tehran = VacationDays(date(2026, 11, 24), date(2026, 11, 25), "Asia/Tehran")
    assert tehran.stretch == (at("2026-11-24T00:00+03:30"), at("2026-11-26T00:00+03:30"))
    berlin = VacationDays(date(2026, 10, 25), date(2026, 10, 25), "Europe/Berlin")  # clocks are put back: 25 hours
    assert berlin.stretch == (at("2026-10-25T00:00+02:00"), at("2026-10-26T00:00+01:00"))


def test_each_day_counts_in_its_own_year() -> None:
    over_new_year = VacationDays(date(2026, 12, 20), date(2027, 1, 10))
    assert days_left([over_new_year], 2026) == DAYS_A_YEAR - 12
    assert days_left([over_new_year], 2027) == DAYS_A_YEAR - 10
    check_vacation(VacationDays(date(2027, 1, 11), date(2027, 1, 30)), [over_new_year], TODAY)
    with pytest.raises(Refused, match="20 days of vacation left in 2027"):
        check_vacation(VacationDays(date(2027, 1, 11), date(2027, 1, 31)), [over_new_year], TODAY)


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        (TODAY - ONE_DAY, TODAY, "today at the earliest"),
        (TODAY + ONE_DAY, TODAY, "before the first"),
        (TODAY, TODAY + 5 * ONE_DAY, "one of these days already"),
        (TODAY + 367 * ONE_DAY, TODAY + 367 * ONE_DAY, "a year ahead"),
    ],
)
def test_what_cannot_be_booked_is_refused(first: date, last: date, words: str) -> None:
    booked = [VacationDays(TODAY + 3 * ONE_DAY, TODAY + 4 * ONE_DAY)]
    with pytest.raises(Refused, match=words):
        check_vacation(VacationDays(first, last), booked, TODAY)


def test_a_day_that_has_begun_is_used() -> None:
    vacation = VacationDays(TODAY - ONE_DAY, TODAY + 5 * ONE_DAY)
    assert end_vacation(vacation, TODAY) == VacationDays(TODAY - ONE_DAY, TODAY)
    assert end_vacation(vacation, TODAY - 2 * ONE_DAY) is None
    assert end_vacation(vacation, TODAY + 9 * ONE_DAY) == vacation


zones = st.sampled_from(["UTC", "Asia/Tehran", "Pacific/Kiritimati", "America/Los_Angeles"])
acts = st.lists(
    st.tuples(st.sampled_from(["wait", "book", "end"]), st.integers(0, 40), st.integers(0, 40), zones), max_size=25
)


@given(acts)
def test_no_sequence_of_bookings_gives_more_time_than_the_days_of_the_year_or_takes_any(
    acts: list[tuple[str, int, int, str]],
) -> None:
    """One turn of at most a year that begins on New Year's Day, while its player books whatever he may."""
    begun = at("2026-01-01T00:00+00:00")
    clock, now = start_clock(parse_control("3days+10"), begun), begun
    booked: list[VacationDays] = []
    for act, first, length, zone in acts:
        today = datetime.fromtimestamp(now / 1000, UTC).date()
        if act == "wait":
            now += (first * 24 + length) * 3_600_000 // 20
        elif act == "book":
            new = VacationDays(today + first * ONE_DAY, today + (first + length) * ONE_DAY, zone)
            try:
                check_vacation(new, booked, today)
            except Refused:
                continue
            booked.append(new)
        elif booked:
            left = end_vacation(booked.pop(), today)
            booked += [left] if left is not None else []
        try:
            clock = clock.with_calendar(0, Calendar(vacations=tuple(each.stretch for each in booked)), now)
        except FlagFallen:
            break
    deadline = clock.deadline
    assert deadline is not None
    years = datetime.fromtimestamp(deadline / 1000, UTC).year - 2026 + 1
    hours_of_change = 2 * 3_600_000 * len(booked)
    assert begun + 13 * DAY <= deadline <= begun + (13 + years * DAYS_A_YEAR) * DAY + hours_of_change


def test_a_restart_on_a_day_off_gives_no_more_than_its_gift() -> None:
    thursday_and_friday = Calendar(frozenset({3, 4}))  # 1 January 1970 was a Thursday
    clock = start_clock(parse_control("2days+0"), -DAY, calendars=(thursday_and_friday, Calendar()))
    assert clock.deadline == 3 * DAY
    after = clock.after_restart(DAY, DAY + 6 * 3_600_000, gift=500)
    assert after.deadline == 3 * DAY + 500


def test_a_vacation_over_new_year_needs_days_of_both_years() -> None:
    """27 of the 30 days of 2026 are used: four more are one too many, whatever 2027 has left."""
    used = [VacationDays(date(2026, 11, 24), date(2026, 12, 20))]
    check_vacation(VacationDays(date(2026, 12, 29), date(2027, 1, 5)), used, TODAY)
    with pytest.raises(Refused, match="3 days of vacation left in 2026"):
        check_vacation(VacationDays(date(2026, 12, 28), date(2027, 1, 5)), used, TODAY)
