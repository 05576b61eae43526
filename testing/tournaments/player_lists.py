"""Lists of players that tests write, and what is read of them on a fixed day."""

from __future__ import annotations

from datetime import date

from tournaments.entries.lists.player_lists import FoundList, read_list
from tournaments.entries.lists.tables import read_file

TODAY = date(2026, 11, 1)
NAMES = ("Ada Berg", "Ben Cole", "Cleo Dahl", "Dan Eek", "Eve Fox")
RATINGS = ("1512", "1634", "", "1477", "1801")


def read_text(text: str) -> FoundList:
    """What is read of a list that is pasted or sent as UTF-8."""
    return read_list(read_file(text.encode()), TODAY)


def read_with_column(head: str, *cells: str) -> FoundList:
    """What is read of five players with names, ratings, and one more column."""
    rows = "".join(f"{name};{rating};{cell}\n" for name, rating, cell in zip(NAMES, RATINGS, cells, strict=True))
    return read_text(f"Name;Elo;{head}\n{rows}")
