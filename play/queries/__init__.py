"""Reading deals and what was played on them, as rows ready to print."""

from play.queries.days import (
    DayPage,
    DayRow,
    LinePage,
    day_page,
    find_day,
    line_page,
    past_days,
    published_draw,
    read_day,
)
from play.queries.lobby import ChallengeRow, LobbyPage, OwnGame, challenge_row, lobby_page, own_games
from play.queries.practice import OpenPractice, PracticePage, Result, open_practice, practice_page
from play.queries.statistics import Statistics, statistics_of
from play.queries.table import Table, table_of
from play.queries.table_of_two import TableOfTwo

__all__ = [
    "ChallengeRow",
    "DayPage",
    "DayRow",
    "LinePage",
    "LobbyPage",
    "OpenPractice",
    "OwnGame",
    "PracticePage",
    "Result",
    "Statistics",
    "Table",
    "TableOfTwo",
    "challenge_row",
    "day_page",
    "find_day",
    "line_page",
    "lobby_page",
    "open_practice",
    "own_games",
    "past_days",
    "practice_page",
    "published_draw",
    "read_day",
    "statistics_of",
    "table_of",
]
