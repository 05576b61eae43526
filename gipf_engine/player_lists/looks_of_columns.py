"""What cells of a column look like, whatever its head says: ratings, years, codes of countries, titles, clubs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from gipf_engine.player_lists import ratings, values
from gipf_engine.player_lists.beside_names import is_answer
from gipf_engine.player_lists.contents import FEDERATIONS
from gipf_engine.player_lists.letters import EAST_ASIAN
from gipf_engine.player_lists.meanings import COUNTRY, TITLES

_MOST, _SOME = 0.8, 0.5
_LOWEST, _HIGHEST, _HIGHEST_OF_FEES = 100, 3000, 600
_FIRST_YEAR, _LAST_YEAR = 1920, 2035
_LETTERS_OF_A_CODE, _LETTERS_OF_A_TITLE = 3, 4
_SHORTEST_CLUB = 5
_FOUR_DIGITS = 1000
_CODE = re.compile(r"[A-Za-z]{1,4}\d{4}")
_WHOLE_NUMBER = re.compile(r"[-+−]?\d{1,4}", re.ASCII)
_HAS_RATING = re.compile(r"\d{3}")
_YEAR_AND_PART = re.compile(r"(\d{4})(?:[/.-]\d{1,2})?")
"""A year, or a week or a month of one: “2024/47”."""
_CURRENCY = (
    r"(?:[€$£¥₺₽₹₩₫₪₴]|(?:chf|eur|euros?|usd|gbp|kč|czk|zł|pln|ft|huf|kr|sek|nok|dkk|lei|ron|rsd|tl|try|руб|грн|лв|rp|rm)"
    r"\b\.?|元|円|원|تومان|ریال|درهم|دينار|جنيه)"
)
_MONEY = re.compile(
    rf"{_CURRENCY}\s?\d[\d.,'’ ]{{0,14}}(?:[-–—])?|\d[\d.,'’ ]{{0,14}}(?:[-–—])?\s?{_CURRENCY}", re.IGNORECASE
)


def look_like_ratings(cells: Sequence[str], *, is_named: bool = False) -> bool:
    """Whether cells hold numbers as ratings are: of three or four digits, no years, and unless named so no fees."""
    said = [cell for cell in cells if not values.is_no_rating(cell)]
    numbers = [number for number in map(rating_of, said) if number is not None]
    if not numbers or len(numbers) < _MOST * len(said) or max(numbers) < _HIGHEST_OF_FEES:
        return False
    if len(numbers) < 2 and len(cells) < 2:
        return False
    are_fees = all(number % 50 == 0 for number in numbers) and len({*numbers}) < len(numbers)
    ordered = sorted(numbers)
    are_counted = all(after - before <= 1 for before, after in pairwise(ordered))
    if is_named:
        return not are_years(said)
    return not are_years(said) and not are_fees and not are_counted and len({*numbers}) * 2 > len(numbers)


def look_certain(cells: Sequence[str]) -> bool:
    """Whether numbers are ratings whatever the head says: nearly all of four digits, few of them round."""
    numbers = [number for number in map(rating_of, cells) if number is not None]
    are_long = sum(number >= _FOUR_DIGITS for number in numbers) >= _MOST * len(cells)
    return look_like_ratings(cells) and are_long and sum(number % 50 == 0 for number in numbers) * 2 < len(numbers)


def rating_of(cell: str) -> int | None:
    """The rating in a cell, if it can be one."""
    try:
        rating = ratings.ratings_in(cell, "")[0]
    except ValueError:
        return None
    is_one = (
        rating is not None
        and not _CODE.match(cell)
        and _LOWEST <= rating <= _HIGHEST
        and _HAS_RATING.search(cell) is not None
    )
    return rating if is_one and len(cell) <= 16 else None


def are_below_zero(cells: Sequence[str]) -> bool:
    """Whether numbers are those of a scale that goes below zero, as of go."""
    numbers = [int(cell) for cell in cells if _WHOLE_NUMBER.fullmatch(cell)]
    are_wide = bool(numbers) and max(numbers) - min(numbers) >= _LOWEST
    return are_wide and min(numbers) < 0 and len(numbers) >= _MOST * len(cells)


def are_years(cells: Sequence[str]) -> bool:
    """Whether all cells are years, or parts of years."""
    years = [_YEAR_AND_PART.fullmatch(cell) for cell in cells]
    return all(year is not None and _FIRST_YEAR <= int(year[1]) <= _LAST_YEAR for year in years)


def are_amounts(cells: Sequence[str]) -> bool:
    """Whether nearly all cells are sums of money: “€ 62,50”, “1.500 Ft”."""
    return sum(_MONEY.fullmatch(cell) is not None for cell in cells) >= _MOST * len(cells) > 0


def look_like_countries(cells: Sequence[str], claimed: str) -> bool:
    """Whether cells are codes of federations, most of them, or below a head that says so at least one."""
    codes = [cell for cell in cells if len(cell) == _LETTERS_OF_A_CODE and cell.isupper() and cell.isascii()]
    known = sum(code in FEDERATIONS for code in codes)
    return len(codes) > 1 and len(codes) == len(cells) and known > (0 if claimed == COUNTRY else _SOME * len(codes))


def look_like_titles(cells: Sequence[str], *, is_named: bool = False) -> bool:
    """Whether titles stand among short words, as categories are."""
    are_short = all(len(cell) <= _LETTERS_OF_A_TITLE and not cell.isdecimal() for cell in cells)
    are_titles = any(map(_is_title, cells)) if is_named else all(map(_is_title, cells))
    return are_short and (any(cell in TITLES for cell in cells) or are_titles)


def _is_title(cell: str) -> bool:
    try:
        return len(cell) > 1 and cell.isupper() and values.read_title(cell) in TITLES
    except ValueError:
        return False


def look_like_clubs(cells: Sequence[str], players: int) -> bool:
    """Whether words of several players are the same and are no answers: clubs, schools, towns."""
    long = sum(
        (len(cell) >= _SHORTEST_CLUB or EAST_ASIAN.search(cell[:3]) is not None)
        and not cell[:1].islower()
        and not cell[:1].isdigit()
        for cell in cells
    )
    recur = len({*cells}) < len(cells)
    return (
        recur
        and len({*cells}) > 1
        and long >= _MOST * len(cells)
        and len(cells) > _SOME * players
        and not any(map(is_answer, cells))
    )
