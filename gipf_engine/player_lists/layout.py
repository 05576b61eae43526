"""Which column of a table holds what, by its head and by what stands below it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date

from gipf_engine.player_lists import ratings, values
from gipf_engine.player_lists.beside_names import is_answer
from gipf_engine.player_lists.contents import (
    FEDERATIONS,
    FITS,
    Fits,
    cells_of,
    counts_up,
    is_certain_birth,
    is_certain_country,
    is_certain_rating,
)
from gipf_engine.player_lists.head_lines import answers_of_poll
from gipf_engine.player_lists.head_words import UNKNOWN_QUESTION
from gipf_engine.player_lists.headings import names_ratings, plain, tier_in_heads, tier_of
from gipf_engine.player_lists.known_heads import Tier
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
from gipf_engine.player_lists.name_columns import (
    are_short_names,
    drop_sparse_names,
    find_first_names,
    find_names,
    players_alone,
    settle_names,
)
from gipf_engine.player_lists.totals import is_ruler
from gipf_engine.player_lists.values import CountryOf

_LETTERS_OF_A_CODE = 3
_LONGEST_HEAD = 60
_DIGITS_OF_A_RATING = 3
_NICKNAME: Tier = (NAME, 1)
_POINTS: Tier = (RATING, 6)
"""Of 積分: points in lists of results, ratings in lists of entries."""
_NAMES = frozenset({NAME, SURNAME, FIRST_NAME})
_OF_WORDS = frozenset({NAME, SURNAME, FIRST_NAME, CLUB})
_CATEGORY = re.compile(r"[IV]{1,3}\.?")
_LOWEST, _HIGHEST = "1000", "2900"
"""FIDE's ratings, as text of four digits."""


def meanings_by_heads(heads: Sequence[str], body: Table, checks: Mapping[str, Fits], this_year: int) -> list[str]:
    """What each column holds by its head. Of several with one thing the better one is read, if something is in it.

    Programs write no head above titles and places: those are known by what is in them.
    """
    tiers = _tiers_of_columns(heads, body)
    if heads and not heads[0] and answers_of_poll(heads, body):
        return [NAME, *[NOT_USED] * (len(heads) - 1)]
    found = _meanings_of_tiers(tiers, heads, body)
    drop_sparse_names(body, found)
    find_names(heads, body, found)
    find_first_names(heads, body, found)
    settle_names(found, {tier for meaning, tier in tiers if meaning == FIRST_NAME})
    _keep_best_columns(found, tiers, body, checks)
    _keep_one_tier_of_clubs(found, tiers)
    _find_by_contents(heads, body, found, this_year, checks)
    return found


def _tiers_of_columns(heads: Sequence[str], body: Table) -> list[Tier]:
    """What each head says, and how good a source that is; for some also by what is below it."""
    bare = [_tier_without_head(cells_of(body, place)) for place in range(len(heads))]
    tiers = [tier_in_heads(head) or ((NOT_USED, 0) if head else bare[place]) for place, head in enumerate(heads)]
    # a head such as “Cím” or “اللقب” may say something else in one sense, and be that of titles in the other
    tiers = [bare[place] if bare[place][0] == TITLE != tier[0] else tier for place, tier in enumerate(tiers)]
    tiers = [
        (TITLE, 1) if tier[0] == NOT_USED and _are_titles_and_categories(cells_of(body, place)) else tier
        for place, tier in enumerate(tiers)
    ]
    tiers = [
        (RATING, 1) if _is_rating_of_fide(heads[place], cells_of(body, place)) else tier
        for place, tier in enumerate(tiers)
    ]
    return [
        (RATING, ratings.NATIONAL) if _is_rating_of_body(heads[place], cells_of(body, place)) else tier
        for place, tier in enumerate(tiers)
    ]


def _meanings_of_tiers(tiers: Sequence[Tier], heads: Sequence[str], body: Table) -> list[str]:
    """What each column holds by its tier, without those whose cells are no such thing."""
    found = [NOT_USED if _holds_answers(tier[0], cells_of(body, at)) else tier[0] for at, tier in enumerate(tiers)]
    found = [
        NOT_USED if tier == (PLACE, 1) and heads[place] and not _is_place(cells_of(body, place)) else found[place]
        for place, tier in enumerate(tiers)
    ]
    found = [
        NOT_USED if tier == _POINTS and not is_certain_rating(players_alone(body, at)) else found[at]
        for at, tier in enumerate(tiers)
    ]
    found = [
        NOT_USED if meaning == COUNTRY and _are_other_codes(cells_of(body, at)) else meaning
        for at, meaning in enumerate(found)
    ]
    found = [
        NOT_USED if meaning == CLUB and _are_marks(body, at, heads[at]) else meaning for at, meaning in enumerate(found)
    ]
    if sum(meaning in _NAMES for meaning in found) > 1:
        found = [
            NOT_USED if meaning in _NAMES and not any(cells_of(body, at)) and body else meaning
            for at, meaning in enumerate(found)
        ]
    if {SURNAME, FIRST_NAME} <= set(found) or (NAME, 0) in tiers:
        found = [NOT_USED if tier == _NICKNAME else found[place] for place, tier in enumerate(tiers)]
    if {SURNAME, FIRST_NAME} <= set(found):
        found = [
            NOT_USED if meaning == NAME and are_short_names(cells_of(body, at)) else meaning
            for at, meaning in enumerate(found)
        ]
    return found


def _keep_best_columns(found: list[str], tiers: Sequence[Tier], body: Table, checks: Mapping[str, Fits]) -> None:
    """Of several columns with one thing keep the best in `found`, and ratings that fill its gaps."""
    for meaning in (NAME, TITLE, RATING, COUNTRY, FIDE, BIRTH, PLACE):
        places = [place for place, each in enumerate(found) if each == meaning]
        best = _best(places, tiers, body, checks.get(meaning))
        if meaning == RATING and best is not None and tiers[best][1] > 0 and any(cells_of(body, best)):
            best = best if _has_a_rating(cells_of(body, best)) else None
        also = _ratings_that_fill(best, places, tiers, body) if meaning == RATING and best is not None else set()
        for place in places:
            if place != best and place not in also:
                found[place] = NOT_USED


def _find_by_contents(
    heads: Sequence[str], body: Table, found: list[str], this_year: int, checks: Mapping[str, Fits]
) -> None:
    """Where no head says what it is and one column alone looks like it: ratings, births, federations."""
    unknown = []
    for place, head in enumerate(heads):
        tier = tier_in_heads(head)
        fits = checks.get(tier[0]) if tier is not None else None
        is_wrong = fits is not None and _is_unreadable(cells_of(body, place), fits)
        is_unknown = tier in (None, UNKNOWN_QUESTION) if head else is_certain_country(players_alone(body, place))
        if not found[place] and (is_unknown or (head and is_wrong)):
            unknown.append(place)
    looks: Mapping[str, Callable[[Sequence[str]], bool]] = {
        PLACE: lambda cells: len(cells) > 1 and counts_up(cells) and len(set(cells)) == len(cells),
        TITLE: lambda cells: any(cells) and all(cell in TITLES for cell in cells if cell),
        BIRTH: lambda cells: is_certain_birth(cells, this_year),
        COUNTRY: is_certain_country,
        RATING: is_certain_rating,
    }
    for meaning, is_so in looks.items():
        fitting = [place for place in unknown if not found[place] and is_so(players_alone(body, place))]
        if meaning not in found and len(fitting) == 1 and (meaning != PLACE or fitting == [0]):
            found[fitting[0]] = meaning


def _is_rating_of_fide(head: str, cells: Sequence[str]) -> bool:
    """Whether a column is called “Fide” and holds FIDE's ratings: its numbers are higher or longer."""
    filled = [cell for cell in cells if cell and not values.is_nothing(cell)]
    in_range = (cell.isascii() and cell.isdecimal() and _LOWEST <= cell <= _HIGHEST for cell in filled)
    return (
        plain(head) == "fide" and bool(filled) and all(in_range) and all(len(cell) == len(_LOWEST) for cell in filled)
    )


def _holds_answers(meaning: str, cells: Sequence[str]) -> bool:
    """Whether a column answers a question with yes or no, whatever its head."""
    filled = [cell for cell in cells if cell]
    return meaning in _OF_WORDS and len(filled) > 1 and all(map(is_answer, filled))


def _is_rating_of_body(head: str, cells: Sequence[str]) -> bool:
    """Whether a head names who gives ratings, as “ACF” or “R. kraj.”, and ratings stand below."""
    names_them = any(map(names_ratings, re.findall(r"\w+", head[:_LONGEST_HEAD])))
    return tier_of(head) is None and names_them and is_certain_rating(cells)


def _are_titles_and_categories(cells: Sequence[str]) -> bool:
    """Whether titles stand among the categories of those who have none: “MF”, “CM”, “I”, “III”."""
    filled = {cell for cell in cells if cell and not values.is_nothing(cell)}
    categories = {cell for cell in filled if _CATEGORY.fullmatch(cell)}
    titles = filled - categories
    return bool(titles and categories) and all(map(_is_title, titles))


def _is_title(cell: str) -> bool:
    try:
        return cell.isupper() and len(cell) > 1 and values.read_title(cell) != ""
    except ValueError:
        return False


def _are_other_codes(cells: Sequence[str]) -> bool:
    """Whether codes of three letters are mostly none of federations, but of regions or clubs."""
    said = [cell for cell in cells if cell in FEDERATIONS]
    codes = {cell for cell in cells if len(cell) == _LETTERS_OF_A_CODE and cell.isascii() and cell.isupper()}
    filled = {cell for cell in cells if cell and not values.is_nothing(cell)}
    are_few = len(said) * 2 <= sum(cell in codes for cell in cells)  # one strange code among many known is one more
    return len(codes) > 1 and codes == filled and are_few and 0 < len(codes & FEDERATIONS) * 2 <= len(codes)


def _are_marks(body: Table, place: int, head: str) -> bool:
    """Whether cells beside players are numbers of boards and single letters, as “E” of a substitute: no clubs."""
    lines = [line for line in body if sum(map(bool, line)) > 2 and place < len(line)]
    filled = [line[place] for line in lines if line[place] not in ("", head)]
    marks = sum(len(cell) == 1 or (cell.isdecimal() and len(cell) < _DIGITS_OF_A_RATING) for cell in filled)
    return bool(filled) and marks >= FITS * len(filled)


def _is_place(cells: Sequence[str]) -> bool:
    """Whether what a head calls a number counts lines."""
    filled = [cell for cell in cells if cell and not is_ruler([cell])]
    return bool(filled) and counts_up([cell for cell in filled if cell.strip(" .)#:").isdecimal()] or ["x"])


def _tier_without_head(cells: Sequence[str]) -> Tier:
    filled = [cell for cell in cells if cell and not is_ruler([cell])]
    if filled and all(cell in TITLES for cell in filled):
        return TITLE, 1
    return (PLACE, 1) if len(filled) > 1 and counts_up(filled) else (NOT_USED, 0)


def _best(places: Sequence[int], tiers: Sequence[Tier], body: Table, fits: Fits | None) -> int | None:
    """The column that is read; None where none of its cells can be."""
    ranked = sorted(places, key=lambda place: tiers[place][1])
    readable = [place for place in ranked if fits is None or not _is_unreadable(cells_of(body, place), fits)]
    filled = [place for place in readable if _says_something(cells_of(body, place))]
    return next(iter(filled or readable), None)


def _ratings_that_fill(best: int, places: Sequence[int], tiers: Sequence[Tier], body: Table) -> set[int]:
    """Columns of other ratings that are read in lines in which the better ones say nothing."""
    filled = [not values.is_no_rating(cell) for cell in players_alone(body, best)]
    found = set()
    for place in sorted(places, key=lambda place: tiers[place][1]):
        if place == best or tiers[place][1] > ratings.NATIONAL or not _has_a_rating(players_alone(body, place)):
            continue
        says = [not values.is_no_rating(cell) for cell in players_alone(body, place)]
        if any(one and not other for one, other in zip(says, filled, strict=True)):
            found.add(place)
            filled = [one or other for one, other in zip(says, filled, strict=True)]
    return found


def _has_a_rating(cells: Sequence[str]) -> bool:
    """Whether a number below a head of ratings is long enough for one: “R1” is a round as well."""
    return any(sum(map(str.isdigit, cell)) >= _DIGITS_OF_A_RATING for cell in cells)


def _says_something(cells: Sequence[str]) -> bool:
    return any(not values.is_nothing(cell) for cell in cells)


def _is_unreadable(cells: Sequence[str], fits: Fits) -> bool:
    """Whether a column cannot be what its head says: two cells or more, and none is."""
    filled = [cell for cell in cells if cell]
    return len(filled) > 1 and not any(map(fits, filled))


def _keep_one_tier_of_clubs(found: list[str], tiers: Sequence[Tier]) -> None:
    """A club, or else the first column of a team, a school or a town."""
    clubs = [place for place, meaning in enumerate(found) if meaning == CLUB]
    best = min(clubs, key=lambda place: tiers[place][1], default=None)
    for place in clubs:
        if place != best:
            found[place] = NOT_USED


def checks_for(today: date, country_of: CountryOf) -> Mapping[str, Fits]:
    """For each kind of value whether a cell can be read as one."""

    def reads(read: Callable[[str], object]) -> Fits:
        def fits(cell: str) -> bool:
            try:
                return read(cell) not in ("", None)
            except ValueError:
                return False

        return fits

    return {
        TITLE: reads(values.read_title),
        RATING: reads(lambda cell: ratings.ratings_in(cell, "")[0]),
        COUNTRY: reads(lambda cell: values.read_country(cell, country_of)),
        FIDE: reads(values.read_fide),
        BIRTH: reads(lambda cell: values.read_birth(cell, today.year)),
        PLACE: lambda cell: cell.strip(" .)#:").isdecimal(),
    }
