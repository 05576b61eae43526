"""Days off, by dates from a calendar on the wall."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.clocks import Calendar

HOUR = 3_600_000
DAY = 24 * HOUR
WEEKEND = frozenset({5, 6})


def _at(text: str, zone: str = "UTC") -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC).timestamp() * 1000)


def test_a_weekend_does_not_count() -> None:
    calendar = Calendar(WEEKEND)
    friday = _at("2026-11-20 18:00")
    assert calendar.add(friday, DAY) == _at("2026-11-23 18:00")
    assert calendar.elapsed(friday, _at("2026-11-23 18:00")) == DAY


def test_a_weekend_begins_at_midnight_where_the_player_lives() -> None:
    calendar = Calendar(frozenset({3, 4}), "Asia/Tehran")  # Thursday and Friday; UTC+03:30
    wednesday = _at("2026-11-18 23:00", "Asia/Tehran")
    assert calendar.add(wednesday, 2 * HOUR) == _at("2026-11-21 01:00", "Asia/Tehran")


def test_a_day_on_which_clocks_change_counts_its_own_hours() -> None:
    calendar = Calendar(frozenset({6}), "Europe/Berlin")  # Sunday 25 October 2026 has 25 hours
    saturday = _at("2026-10-24 23:00", "Europe/Berlin")
    assert calendar.add(saturday, 2 * HOUR) == _at("2026-10-26 01:00", "Europe/Berlin")
    assert calendar.add(saturday, 2 * HOUR) - saturday == 27 * HOUR


def test_vacations_that_overlap_count_once() -> None:
    calendar = Calendar(vacations=((10 * DAY, 14 * DAY), (12 * DAY, 15 * DAY)))
    assert calendar.add(9 * DAY, 2 * DAY) == 16 * DAY
    assert calendar.elapsed(9 * DAY, 16 * DAY) == 2 * DAY


def test_a_vacation_that_has_begun_stops_the_clock_at_once() -> None:
    assert Calendar(vacations=((0, 5 * DAY),)).add(3 * DAY, DAY) == 6 * DAY


def test_a_flag_that_falls_as_a_weekend_begins_falls_then() -> None:
    calendar = Calendar(WEEKEND)
    assert calendar.add(_at("2026-11-20 00:00"), DAY) == _at("2026-11-21 00:00")


stretches = st.tuples(st.integers(0, 60 * 24), st.integers(1, 14 * 24)).map(
    lambda pair: (pair[0] * HOUR, (pair[0] + pair[1]) * HOUR)
)
calendars = st.builds(
    Calendar,
    st.frozensets(st.integers(0, 6), max_size=6),
    st.sampled_from(["UTC", "Asia/Tehran", "Asia/Tokyo", "America/Sao_Paulo", "Australia/Lord_Howe"]),
    st.lists(stretches, max_size=4).map(tuple),
)


@given(calendars, st.integers(0, 60 * DAY), st.integers(1, 30 * DAY))
def test_a_deadline_is_the_first_instant_at_which_the_time_has_run(calendar: Calendar, start: int, length: int) -> None:
    deadline = calendar.add(start, length)
    assert calendar.elapsed(start, deadline) == length
    assert calendar.elapsed(start, deadline - 1) == length - 1


@given(calendars, st.lists(st.integers(0, 90 * DAY), min_size=3, max_size=3).map(sorted))
def test_what_elapsed_in_two_parts_is_what_elapsed(calendar: Calendar, instants: list[int]) -> None:
    first, middle, last = instants
    whole = calendar.elapsed(first, last)
    assert calendar.elapsed(first, middle) + calendar.elapsed(middle, last) == whole


def test_days_off_that_touch_are_one_stretch() -> None:
    """Saturday ends as Sunday begins, and a vacation as the weekend does: time runs again on Monday."""
    monday = _at("2026-11-23 00:00")
    assert Calendar(WEEKEND).stands_until(_at("2026-11-21 12:00")) == monday
    vacation = (_at("2026-11-19 00:00"), _at("2026-11-21 00:00"))
    assert Calendar(WEEKEND, vacations=(vacation,)).stands_until(_at("2026-11-19 12:00")) == monday
