"""Clocks of games that are played over a line: how much time a turn takes, and when a flag falls. Pure: reads no clock.

An instant is a whole number of milliseconds since 1970 (UTC), a length of time a whole number of milliseconds. One who
calls says what time it is, so every rule can be tried with times made up.
"""

from gipf_engine.clocks.calendar import Calendar
from gipf_engine.clocks.clock import Clock, FlagFallen, clock_from_json, clock_to_json, start_clock
from gipf_engine.clocks.controls import Budget, TimeControl, parse_control
from gipf_engine.clocks.vacations import DAYS_A_YEAR, VacationDays, check_vacation, days_left, end_vacation

__all__ = [
    "DAYS_A_YEAR",
    "Budget",
    "Calendar",
    "Clock",
    "FlagFallen",
    "TimeControl",
    "VacationDays",
    "check_vacation",
    "clock_from_json",
    "clock_to_json",
    "days_left",
    "end_vacation",
    "parse_control",
    "start_clock",
]
