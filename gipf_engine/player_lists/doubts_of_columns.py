"""Questions about columns: what no one reads looks like something that an event uses, or is not what its head says.

A column is judged by the cells of the players alone. Heads that are known to hold something else, as “Fee”, are
believed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from gipf_engine.player_lists.answers import SPARE, UNUSED
from gipf_engine.player_lists.beside_names import is_answer
from gipf_engine.player_lists.contents import is_certain_birth, is_name
from gipf_engine.player_lists.given_names import is_given_name
from gipf_engine.player_lists.head_words import UNKNOWN_QUESTION
from gipf_engine.player_lists.headings import names_codes, names_other_numbers, tier_in_heads, tier_of
from gipf_engine.player_lists.letters import EAST_ASIAN
from gipf_engine.player_lists.looks_of_columns import (
    are_amounts,
    are_below_zero,
    are_years,
    look_certain,
    look_like_clubs,
    look_like_countries,
    look_like_ratings,
    look_like_titles,
)
from gipf_engine.player_lists.meanings import (
    BIRTH,
    CLUB,
    COUNTRY,
    FIDE,
    FIRST_NAME,
    NAME,
    NOT_USED,
    RATING,
    SURNAME,
    TITLE,
    Question,
)
from gipf_engine.player_lists.questions_of_columns import ListColumns, ask_below_zero, ask_whether, doubt_meaning

_MOST, _SOME = 0.8, 0.5
_FIDE = re.compile(r"[1-9]\d{5,8}")
_NAMES = frozenset({NAME, SURNAME, FIRST_NAME})


def column_questions(columns: ListColumns, decided: Sequence[int]) -> list[Question]:
    """What to ask about the columns, save those that were decided by hand."""
    found = []
    for place, (head, meaning) in enumerate(zip(columns.heads, columns.meanings, strict=True)):
        if place in decided or len(columns.lines) < 2:
            continue
        cells = columns.cells(place)
        if cells:
            is_second = columns.is_national_beside_fide(place) and meaning in (RATING, NOT_USED)
            asked = _ask_of_second(columns, place, cells) if is_second else None
            asked = asked or (_ask_of_unused(columns, place, head, cells) if meaning == NOT_USED else None)
            asked = asked or _ask_of_used(columns, place, meaning, cells)
            found += [asked] if asked else []
    return found


def _ask_of_second(columns: ListColumns, place: int, cells: Sequence[str]) -> Question:
    """A national rating beside FIDE's: read where that is missing, unless people choose otherwise.

    It is open only where the national one orders the list.
    """
    asked = ask_whether(columns, place, RATING, cells)
    as_read = SPARE if columns.meanings[place] == RATING else UNUSED
    return asked if columns.orders_players(place) else replace(asked, answer=as_read)


def _ask_of_unused(columns: ListColumns, place: int, head: str, cells: Sequence[str]) -> Question | None:
    said = tier_in_heads(head) if head else None
    said = None if said == UNKNOWN_QUESTION else said
    if are_amounts(cells):
        return None
    if said is not None and said[0] == NOT_USED and tier_of(head) is not None:
        if TITLE not in columns.meanings and look_like_titles(cells, is_named=_names_titles(head)):
            return ask_whether(columns, place, TITLE, cells)
        is_rating = look_certain(cells) and columns.fills_ratings(place) and not _names_other_numbers(head)
        return ask_whether(columns, place, RATING, cells) if is_rating else None
    claimed = said[0] if said is not None else ""
    looks: Mapping[str, Callable[[], bool]] = {
        BIRTH: lambda: is_certain_birth(cells, columns.this_year),
        RATING: lambda: (
            not names_codes(head)
            and look_like_ratings(cells, is_named=_is_below_rating(columns, place))
            and (
                columns.fills_ratings(place)
                or (claimed == RATING and (columns.is_as_good(place) or columns.orders_players(place)))
            )
        ),
        COUNTRY: lambda: look_like_countries(cells, claimed),
        TITLE: lambda: look_like_titles(cells, is_named=_names_titles(head)),
        FIDE: lambda: all(map(_FIDE.fullmatch, cells)) and len({*cells}) == len(cells) > 1,
        CLUB: lambda: said is None and look_like_clubs(cells, len(columns.lines)),
    }
    if names_other_numbers(head):
        return None
    if are_below_zero(cells):
        return ask_below_zero(place, head, cells)
    if claimed in _NAMES or (said is None and not head):
        looks = {meaning: look for meaning, look in looks.items() if meaning in (RATING, BIRTH, TITLE, FIDE, CLUB)}
    for meaning, look in looks.items():
        is_free = meaning not in columns.meanings
        if (is_free or meaning == RATING) and look():
            return ask_whether(columns, place, meaning, cells)
    if (said is None or claimed in _NAMES) and _complete_names(columns, cells):
        return ask_whether(columns, place, NAME, cells)
    return None


def _names_other_numbers(head: str) -> bool:
    return names_other_numbers(head) or names_codes(head)


def _names_titles(head: str) -> bool:
    """Whether a part of a head is one of titles: “Tit./cat.”."""
    parts = re.split(r"[/|,;]", head)
    return any((tier_in_heads(part.strip()) or ("", 0))[0] == TITLE for part in parts if part.strip())


def _ask_of_used(columns: ListColumns, place: int, meaning: str, cells: Sequence[str]) -> Question | None:
    """A column that is read and holds something else than its meaning."""
    if meaning == CLUB and sum(map(is_answer, cells)) > _SOME * len(cells):
        return doubt_meaning(columns, place, meaning, cells)
    if meaning == RATING and columns.orders_players(place):
        return ask_whether(columns, place, meaning, cells)
    if meaning == RATING and BIRTH not in columns.meanings and len(cells) > 1 and are_years(cells):
        return doubt_meaning(columns, place, meaning, cells)
    if meaning in _NAMES and sum(map(is_name, cells)) < _SOME * len(cells):
        return doubt_meaning(columns, place, meaning, cells)
    return None


def _is_below_rating(columns: ListColumns, place: int) -> bool:
    """Whether a column without a head stands beside a rating, whose head may reach over both."""
    return place > 0 and not columns.heads[place] and columns.meanings[place - 1] == RATING


def _complete_names(columns: ListColumns, cells: Sequence[str]) -> bool:
    """Whether words could complete names that are single words so far."""
    places = [place for place, meaning in enumerate(columns.meanings) if meaning in _NAMES]
    if len(places) != 1 or sum(map(is_name, cells)) < len(columns.lines):
        return False
    names = columns.cells(places[0])
    are_single = sum(len(name.split()) == 1 and not EAST_ASIAN.search(name) for name in names) >= _MOST * len(names)
    given = sum(is_given_name(cell.split()[0]) for cell in cells)
    return are_single and given * 3 >= len(cells)
