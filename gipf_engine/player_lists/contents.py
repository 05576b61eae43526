"""Tables without heads: their columns are known by what is in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from gipf_engine.player_lists import values
from gipf_engine.player_lists.beside_names import is_answer
from gipf_engine.player_lists.given_names import is_given_name
from gipf_engine.player_lists.meanings import (
    BIRTH,
    CLUB,
    COUNTRY,
    FIDE,
    FIRST_NAME,
    NAME,
    NOT_USED,
    PLACE,
    RATING,
    SURNAME,
    TITLE,
    TITLES,
    Table,
)
from gipf_engine.player_lists.plain_lines import begins_with_place
from gipf_engine.player_lists.values import CountryOf
from gipf_engine.tournament.trf.federations import COUNTRY_OF

FITS = 0.8
"""How many of the cells of a column must be of a kind."""
MOST_EXAMPLES_TO_JUDGE = 200
_MEMBERSHIPS = frozenset({"full", "youth", "life", "sustainer", "active", "passive", "a", "p"})
"""Kinds of members, which lists without heads have where others have clubs."""
_FIRST_YEAR, _LAST_YEAR = 1920, 2030
FEDERATIONS = frozenset(COUNTRY_OF) | {"ENG", "SCO", "WLS", "FID"}
_DATE = re.compile(r"\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d|(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}")
_FIDE = re.compile(r"[1-9]\d{5,6}")
"""Numbers of FIDE's that are longer look as telephone numbers do: they are asked about."""
_LONG_NUMBER = re.compile(r"[1-9]\d{5,7}")
_ADDRESS_BEHIND = re.compile(r"\s*<[^<>\s@]{1,60}@[^<>\s]{1,60}>$")
"""Of “Ada Byron <ada@example.org>”, in which the name stands before."""
_YOUNGEST = 3
"""Years: later dates in lists without heads are no births."""
Fits = Callable[[str], bool]


def cells_of(body: Table, place: int) -> list[str]:
    """The cells of a column."""
    return [line[place] if place < len(line) else "" for line in body]


def meanings_by_contents(table: Table, country_of: CountryOf, this_year: int) -> tuple[list[str], bool]:
    """What each column holds, and whether the first line looks like heads that no language has."""
    width = max(map(len, table))
    body = _full_lines(table)
    has_heads = len(body) > 1 and body[0] is table[0] and _differs(body, country_of, this_year)
    rows = body[1:] if has_heads else body
    kinds = [_kinds_of(cells_of(rows, place), country_of, this_year) for place in range(width)]
    found = [NOT_USED] * width
    _settle_numbers(kinds, found)
    if has_heads:
        found = [
            NOT_USED if meaning == RATING and not is_certain_rating(cells_of(rows, place)) else meaning
            for place, meaning in enumerate(found)
        ]
    texts = [place for place, kind in enumerate(kinds) if NAME in kind and not found[place]]
    _settle_texts(texts, rows, found)
    return found, has_heads and not {NAME, SURNAME}.isdisjoint(found)


def _full_lines(table: Table) -> Table:
    """Lines with nearly as many cells as most have: titles and footers have fewer."""
    widths = Counter(sum(map(bool, line)) for line in table if any(line))
    usual = max(widths, key=lambda width: (widths[width], width))
    return [line for line in table if sum(map(bool, line)) * 2 > usual][:MOST_EXAMPLES_TO_JUDGE]


def _differs(body: Table, country_of: CountryOf, this_year: int) -> bool:
    """Whether the first line has words where all others have numbers."""
    width = max(map(len, body))
    for place in range(width):
        first, *others = cells_of(body, place)
        kinds = _kinds_of(others, country_of, this_year)
        has_digits = any(letter.isdigit() for letter in first)
        if (
            (kinds & {RATING, FIDE, BIRTH, PLACE} or _are_long(others))
            and first
            and not has_digits
            and not values.is_nothing(first)
        ):
            return True
    return False


def _are_long(cells: Sequence[str]) -> bool:
    """Whether cells hold long numbers alone: of FIDE's, or of telephones."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(map(_LONG_NUMBER.fullmatch, filled))


def _kinds_of(cells: Sequence[str], country_of: CountryOf, this_year: int) -> set[str]:
    """What a column may hold."""
    filled = [cell for cell in cells if cell]
    if not filled:
        return set()
    if counts_up(filled):
        return {PLACE}
    looks: Mapping[str, Fits] = {
        TITLE: lambda cell: cell in TITLES,
        COUNTRY: lambda cell: _is_country(cell, country_of),
        RATING: lambda cell: values.is_nothing(cell) or _is_rating(cell),
        BIRTH: lambda cell: values.is_nothing(cell) or _is_birth(cell, this_year),
        FIDE: lambda cell: values.is_nothing(cell) or _FIDE.fullmatch(cell) is not None,
        NAME: is_name,
    }
    said = [cell for cell in filled if not values.is_nothing(cell)]
    if not said:
        return set()
    kinds = {kind for kind, fits in looks.items() if sum(map(fits, filled)) >= FITS * len(filled)}
    return kinds - {NAME} if kinds & {TITLE, COUNTRY} else kinds


def _is_rating(cell: str) -> bool:
    try:
        rating = values.read_rating(cell)
    except ValueError:
        return False
    return rating is not None and 100 <= rating <= 3000 and not any(letter.isalpha() for letter in cell[:3])


def _is_birth(cell: str, this_year: int) -> bool:
    try:
        year = values.read_birth(cell, this_year)
    except ValueError:
        return False
    if len(cell) == 6 and cell.isdecimal():  # a number, as likely as a date
        return False
    return bool(year) and 1910 < int(year) <= this_year - _YOUNGEST and len(cell) <= 12


def _is_country(cell: str, country_of: CountryOf) -> bool:
    if len(cell) == 1:  # sex, as likely as the letter on a car
        return False
    try:
        found = values.read_country(cell, country_of)
    except ValueError:
        return False
    return len(found) == 2 or cell in ("ENG", "SCO", "WLS", "FID")


def is_certain_rating(cells: Sequence[str]) -> bool:
    """Whether numbers below a head that no one knows are ratings: varied, of three or four digits, no years or fees."""
    numbers = [int(cell) for cell in cells if cell.isascii() and cell.isdecimal() and len(cell) in (3, 4)]
    if len(numbers) < 2 or len(numbers) < len([cell for cell in cells if cell and not values.is_nothing(cell)]):
        return False
    are_years = all(_FIRST_YEAR <= number <= _LAST_YEAR for number in numbers)
    are_fees = all(number % 50 == 0 for number in numbers) and len(set(numbers)) < len(numbers)
    are_varied = len(set(numbers)) * 2 > len(numbers)
    return all(600 <= number <= 2900 for number in numbers) and are_varied and not are_years and not are_fees


def is_certain_birth(cells: Sequence[str], this_year: int) -> bool:
    """Whether cells below a head that no one knows are years or dates of birth."""
    filled = [cell for cell in cells if cell and not values.is_nothing(cell)]
    dates = [found[0] if (found := _DATE.search(cell)) else cell for cell in filled]  # “Malang, 04-05-2010”
    return len(dates) > 1 and all(len(cell) in (4, 8, 9, 10) and _is_birth(cell, this_year) for cell in dates)


def is_certain_country(cells: Sequence[str]) -> bool:
    """Whether cells below a head that no one knows are codes of federations."""
    filled = [cell for cell in cells if cell and not values.is_nothing(cell)]
    return len(filled) > 1 and all(len(cell) == 3 and cell.isupper() and cell in FEDERATIONS for cell in filled)


def is_name(cell: str) -> bool:
    """Whether a cell may be a name: more letters than digits, and no address."""
    cell = _ADDRESS_BEHIND.sub("", cell)
    letters = sum(letter.isalpha() for letter in cell)
    digits = sum(letter.isdigit() for letter in cell)
    return letters >= 2 and "@" not in cell and "/" not in cell and (digits * 3 < letters or begins_with_place(cell))


def counts_up(cells: Sequence[str]) -> bool:
    """Whether cells are places: 1, 2, 3 …, with or without a point."""
    numbers = [cell.rstrip(".)#:") for cell in cells]
    if not all(each.isdecimal() for each in numbers):
        return False
    places = [int(each) for each in numbers]
    return places[0] <= 1 and all(0 <= after - before <= 2 for before, after in pairwise(places))


def _settle_numbers(kinds: Sequence[set[str]], found: list[str]) -> None:
    """Columns of numbers and codes: the first of each kind; years are births where another column holds ratings."""
    only_ratings = any(RATING in kind and BIRTH not in kind for kind in kinds)
    for place, kind in enumerate(kinds):
        order = (
            (PLACE, TITLE, COUNTRY, BIRTH, RATING, FIDE)
            if only_ratings
            else (PLACE, TITLE, COUNTRY, RATING, BIRTH, FIDE)
        )
        meaning = next((each for each in order if each in kind and each not in found), None)
        if meaning is not None:
            found[place] = meaning


def _settle_texts(texts: Sequence[int], rows: Table, found: list[str]) -> None:
    """Columns of words: names, first names where the names before are single words, and clubs."""
    if not texts:
        return
    name, *others = sorted(texts, key=lambda place: (len(set(cells_of(rows, place))) * 2 < len(rows), place))
    others = sorted(place for place in others if not _is_membership(cells_of(rows, place)))
    others = [place for place in others if not all(is_answer(cell) for cell in cells_of(rows, place) if cell)]
    found[name] = NAME
    names = [cell for cell in cells_of(rows, name) if cell]
    single = sum(len(each.split()) == 1 or each.isupper() for each in names) >= FITS * len(names)
    if others and single and others[0] == name + 1 and not _is_cjk(names):
        pair = (FIRST_NAME, SURNAME) if _are_first_names(rows, name, others[0]) else (SURNAME, FIRST_NAME)
        found[name], found[others.pop(0)] = pair
    if others:
        found[others[0]] = CLUB


def _are_first_names(rows: Table, place: int, beside: int) -> bool:
    """Whether the first of two columns has more common first names than the other."""
    counts = [sum(is_given_name(cell.split()[0]) for cell in cells_of(rows, each) if cell) for each in (place, beside)]
    return counts[0] * 2 >= len(rows) and counts[1] * 3 <= len(rows)


def _is_membership(cells: Sequence[str]) -> bool:
    return all(cell.casefold() in _MEMBERSHIPS for cell in cells if cell)


def _is_cjk(names: Sequence[str]) -> bool:
    east_asian = sum(any("\u3040" <= letter <= "\u9fff" for letter in name) and len(name) > 2 for name in names)
    return east_asian * 2 > len(names)
