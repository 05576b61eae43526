"""Columns of births whose cells only the column makes clear: 01.03.22 beside 85.11.30, days as numbers, 70 for 1970."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date, timedelta

from gipf_engine.player_lists import values
from gipf_engine.player_lists.contents import FITS, MOST_EXAMPLES_TO_JUDGE, cells_of
from gipf_engine.player_lists.headings import tier_in_heads
from gipf_engine.player_lists.letters import EAST_ASIAN
from gipf_engine.player_lists.meanings import BIRTH, Table

_SHORT_DATE = re.compile(r"(\d\d)\s?[./-]\s?(\d\d?)\s?[./-]\s?(\d\d)\.?")
_FULL_DATE = re.compile(r"(?:19|20)\d\d\s?[./-]\s?\d\d?\s?[./-]\s?\d\d?\.?")
_SERIAL = re.compile(r"\d{5}(?:\.0+)?")
_TWO_DIGITS = re.compile(r"['’`´-]?(\d\d)\.?")
_OF_REPUBLIC, _SHORT_YEAR = re.compile("民[國国]"), re.compile(r"\d{1,3}(?!\d)")
"""In heads of births that count years from 1911, and such a year."""
_OTHER_CALENDAR = re.compile("พ\\.?\\s?ศ|佛|شمسی|هجری|ه\\.\\s?ش")
"""In heads of years that are not those of the Common Era."""
_FIRST_DAY = date(1899, 12, 30)
"""From which spreadsheets count days."""
_FEWEST, _LOOKED_AT = 2, 50
_LAST_DAY, _LAST_MONTH, _LAST_GRADE, _YOUNGEST = 31, 12, 13, 4
_LONGEST_AGE = 100


def with_clear_births(table: Table, first: int, heads: Sequence[str], this_year: int) -> Table:
    """A table in which the cells of births say their years. The heads stand in line `first` from 0, or -1: nowhere."""
    body = table[first + 1 :]
    is_east_asian = _is_east_asian(body[:MOST_EXAMPLES_TO_JUDGE])
    clear: dict[int, dict[str, str]] = {}
    for place, head in enumerate(heads):
        is_named = bool(head) and (tier_in_heads(head) or ("", 0))[0] == BIRTH
        cells = list(dict.fromkeys(cell for cell in cells_of(body, place) if cell and cell != head))
        if not is_named and not any(map(_SHORT_DATE.fullmatch, cells[:_LOOKED_AT])):
            continue
        cells = [cell for cell in cells if not values.is_nothing(cell)]
        if _OF_REPUBLIC.search(head):
            clear[place] = {cell: f"民國{cell}" for cell in cells if _SHORT_YEAR.match(cell)}
        elif _OTHER_CALENDAR.search(head):
            continue
        elif len(cells) >= _FEWEST and (found := _years_of(cells, is_named, is_east_asian, this_year)):
            clear[place] = found
    if not clear:
        return table
    changed = [[clear[at].get(cell, cell) if at in clear else cell for at, cell in enumerate(line)] for line in body]
    return [*table[: first + 1], *changed]


def _is_east_asian(body: Table) -> bool:
    """Whether a list is written where dates begin with the year."""
    texts = ["".join(line) for line in body]
    written = sum(EAST_ASIAN.search(text) is not None for text in texts)
    return written * 2 > len(texts)


def _years_of(cells: Sequence[str], is_named: bool, is_east_asian: bool, this_year: int) -> dict[str, str]:
    """The years of cells that do not say them alone; none where each cell is clear, or the column holds none."""
    bare = {cell: unicodedata.normalize("NFKC", cell).strip() for cell in cells}
    dates = {cell: found for cell, text in bare.items() if text.isascii() and (found := _SHORT_DATE.fullmatch(text))}
    full = [text for text in bare.values() if _FULL_DATE.fullmatch(text)]
    if dates and len(dates) + len(full) >= max(_FEWEST, FITS * len(bare)):
        return _of_short_dates(dates, bool(full) or is_east_asian, this_year)
    if not is_named:
        return {}
    days = {cell: int(float(text)) for cell, text in bare.items() if _SERIAL.fullmatch(text)}
    if len(days) == len(bare) and all(_is_day(day, this_year) for day in days.values()):
        return {cell: str((_FIRST_DAY + timedelta(day)).year) for cell, day in days.items()}
    ends = {cell: found[1] for cell, text in bare.items() if text.isascii() and (found := _TWO_DIGITS.fullmatch(text))}
    are_grades = all(int(end) <= _LAST_GRADE and not end.startswith("0") for end in ends.values())
    if len(ends) < FITS * len(bare) or are_grades:
        return {}
    return {cell: _year_of(int(end), this_year) for cell, end in ends.items()}


def _is_day(day: int, this_year: int) -> bool:
    """Whether a number counts days up to a birth, and is no year."""
    return date(1905, 1, 1) < _FIRST_DAY + timedelta(day) < date(this_year - _YOUNGEST + 1, 1, 1)


def _of_short_dates(dates: dict[str, re.Match[str]], is_usual: bool, this_year: int) -> dict[str, str]:
    """The years of dates that begin with two digits of theirs, if these do; `is_usual`: others of the list do."""
    parts = [tuple(map(int, found.groups())) for found in dates.values()]
    can_begin = all(1 <= month <= _LAST_MONTH and 1 <= last <= _LAST_DAY for _first, month, last in parts)
    can_end = all(1 <= first <= _LAST_DAY for first, _month, _last in parts)
    ages = [(this_year - last) % _LONGEST_AGE for _first, _month, last in parts]
    are_young = sum(age < _YOUNGEST for age in ages)
    if not can_begin or (can_end and not is_usual and are_young * 2 <= len(ages)):
        return {}
    return {cell: _year_of(int(found[1]), this_year) for cell, found in dates.items()}


def _year_of(end: int, this_year: int) -> str:
    """The last year with these two digits in which a player can be born."""
    return str(this_year - _YOUNGEST - (this_year - _YOUNGEST - end) % _LONGEST_AGE)
