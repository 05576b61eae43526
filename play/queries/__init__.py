"""Reading deals and what was played on them, as rows ready to print."""

from play.queries.practice import PracticePage, Result, practice_page
from play.queries.table import Table, table_of

__all__ = ["PracticePage", "Result", "Table", "practice_page", "table_of"]
