"""Reading deals and what was played on them, as rows ready to print."""

from play.queries.days import DayPage, DayRow, LinePage, day_page, find_day, line_page, past_days, published_draw
from play.queries.practice import OpenPractice, PracticePage, Result, open_practice, practice_page
from play.queries.statistics import Statistics, statistics_of
from play.queries.table import Table, table_of

__all__ = [
    "DayPage",
    "DayRow",
    "LinePage",
    "OpenPractice",
    "PracticePage",
    "Result",
    "Statistics",
    "Table",
    "day_page",
    "find_day",
    "line_page",
    "open_practice",
    "past_days",
    "practice_page",
    "published_draw",
    "statistics_of",
    "table_of",
]
