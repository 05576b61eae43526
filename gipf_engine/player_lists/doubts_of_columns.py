"""Questions about columns: what nobody reads looks like something that an event uses, or is not what its head says.

A column is judged by the cells of the players alone. Heads that are known to hold something else, as “Fee”, are
believed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists import ratings, values
from gipf_engine.player_lists.beside_names import is_answer
from gipf_engine.player_lists.contents import FEDERATIONS, is_certain_birth, is_name
from gipf_engine.player_lists.given_names import is_given_name
from gipf_engine.player_lists.head_words import UNKNOWN_QUESTION
from gipf_engine.player_lists.headings import names_other_numbers, tier_in_heads, tier_of
from gipf_engine.player_lists.meanings import (
    BIRTH,
    CLUB,
    COLUMN_KEY,
    COUNTRY,
    FIDE,
    FIRST_NAME,
    NAME,
    NOT_USED,
    RATING,
    SURNAME,
    TITLE,
    TITLES,
    Choice,
    Question,
)

UNUSED, SPARE, BETTER, INSTEAD = "unused", "spare", "better", "instead"
"""Answers that are no meanings: not used; a rating where the better one is missing; the better one."""
_RANKS: Mapping[str, int] = {SPARE: 9, BETTER: -1, INSTEAD: 0}
NAMES = "names"
_MOST, _SOME = 0.8, 0.5
_LOWEST, _HIGHEST, _HIGHEST_OF_FEES = 100, 3000, 600
_FIRST_YEAR, _LAST_YEAR = 1920, 2035
_LETTERS_OF_A_CODE, _LETTERS_OF_A_TITLE = 3, 4
_SHORTEST_CLUB = 5
_FIDE = re.compile(r"[1-9]\d{5,7}")
_FOUR_DIGITS = 1000
_HAS_RATING = re.compile(r"\d{3}")
_EAST_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_NAMES = frozenset({NAME, SURNAME, FIRST_NAME})
_EXAMPLES = 2


@dataclass(frozen=True, slots=True)
class ListColumns:
    """The columns of a list: their heads, what each was read as, and the lines of its players."""

    heads: Sequence[str]
    meanings: Sequence[str]
    lines: Sequence[Sequence[str]]
    this_year: int

    def cells(self, place: int) -> list[str]:
        """What stands in a column, without what says that there is nothing."""
        cells = [line[place] for line in self.lines if place < len(line)]
        return [cell for cell in cells if cell and not values.is_nothing(cell)]

    def fills_ratings(self, place: int) -> bool:
        """Whether a column has a rating of a player for whom those that are read have none."""
        read = [at for at, meaning in enumerate(self.meanings) if meaning == RATING]
        return any(
            place < len(line)
            and _rating_of(line[place]) is not None
            and not any(at < len(line) and not values.is_no_rating(line[at]) for at in read)
            for line in self.lines
        )

    def is_as_good(self, place: int) -> bool:
        """Whether a head says a rating no worse than the one that is read."""
        read = [at for at, meaning in enumerate(self.meanings) if meaning == RATING]
        rank = ratings.rank_of_head(self.heads[place])
        return bool(read) and rank <= min(ratings.rank_of_head(self.heads[at]) for at in read)

    def head_of(self, meaning: str) -> Message | int:
        """The column that holds something, in a sentence."""
        place = list(self.meanings).index(meaning)
        return column_in_words(place, self.heads[place])


def column_in_words(place: int, head: str) -> Message | int:
    """A column within a sentence: by its head, else by its number."""
    return Message(_("“%(head)s”"), {"head": head[:40]}) if head else place + 1


def column_questions(columns: ListColumns, decided: Sequence[int]) -> list[Question]:
    """What to ask about the columns, save those that were decided by hand."""
    found = []
    for place, (head, meaning) in enumerate(zip(columns.heads, columns.meanings, strict=True)):
        if place in decided or len(columns.lines) < 2:
            continue
        cells = columns.cells(place)
        if cells:
            asked = _ask_of_unused(columns, place, head, cells) if meaning == NOT_USED else None
            asked = asked or _ask_of_used(columns, place, meaning, cells)
            found += [asked] if asked else []
    return found


def _ask_of_unused(columns: ListColumns, place: int, head: str, cells: Sequence[str]) -> Question | None:
    said = tier_in_heads(head) if head else None
    said = None if said == UNKNOWN_QUESTION else said
    if said is not None and said[0] == NOT_USED and tier_of(head) is not None:
        if TITLE not in columns.meanings and _look_like_titles(cells):
            return _question(columns, place, TITLE, cells)
        is_rating = _look_certain(cells) and columns.fills_ratings(place) and not names_other_numbers(head)
        return _question(columns, place, RATING, cells) if is_rating else None
    claimed = said[0] if said is not None else ""
    looks: Mapping[str, Callable[[], bool]] = {
        BIRTH: lambda: is_certain_birth(cells, columns.this_year),
        RATING: lambda: (
            look_like_ratings(cells, is_named=_is_below_rating(columns, place))
            and (columns.fills_ratings(place) or (claimed == RATING and columns.is_as_good(place)))
        ),
        COUNTRY: lambda: _look_like_countries(cells, claimed),
        TITLE: lambda: _look_like_titles(cells),
        FIDE: lambda: all(map(_FIDE.fullmatch, cells)) and len({*cells}) == len(cells) > 1,
        CLUB: lambda: said is None and _look_like_clubs(cells, len(columns.lines)),
    }
    if names_other_numbers(head):
        return None
    if claimed in _NAMES or (said is None and not head):
        looks = {meaning: look for meaning, look in looks.items() if meaning in (RATING, BIRTH, TITLE, CLUB)}
    for meaning, look in looks.items():
        is_free = meaning not in columns.meanings
        if (is_free or meaning == RATING) and look():
            return _question(columns, place, meaning, cells)
    if said is None and _complete_names(columns, cells):
        return _question(columns, place, NAME, cells)
    return None


def _ask_of_used(columns: ListColumns, place: int, meaning: str, cells: Sequence[str]) -> Question | None:
    """A column that is read and holds something else than its meaning."""
    if meaning == CLUB and sum(map(is_answer, cells)) > _SOME * len(cells):
        return _doubt_meaning(columns, place, meaning, cells)
    if meaning == RATING and BIRTH not in columns.meanings and len(cells) > 1 and _are_years(cells):
        return _doubt_meaning(columns, place, meaning, cells)
    if meaning in _NAMES and sum(map(is_name, cells)) < _SOME * len(cells):
        return _doubt_meaning(columns, place, meaning, cells)
    return None


def _is_below_rating(columns: ListColumns, place: int) -> bool:
    """Whether a column without a head stands beside a rating, whose head may reach over both."""
    return place > 0 and not columns.heads[place] and columns.meanings[place - 1] == RATING


def look_like_ratings(cells: Sequence[str], *, is_named: bool = False) -> bool:
    """Whether cells hold numbers as ratings are: of three or four digits, no years, and unless named so no fees."""
    said = [cell for cell in cells if not values.is_no_rating(cell)]
    numbers = [number for number in map(_rating_of, said) if number is not None]
    if not numbers or len(numbers) < _MOST * len(said) or max(numbers) < _HIGHEST_OF_FEES:
        return False
    if len(numbers) < 2 and len(cells) < 2:
        return False
    are_fees = all(number % 50 == 0 for number in numbers) and len({*numbers}) < len(numbers)
    ordered = sorted(numbers)
    are_counted = all(after - before <= 1 for before, after in pairwise(ordered))
    if is_named:
        return not _are_years(said)
    return not _are_years(said) and not are_fees and not are_counted and len({*numbers}) * 2 > len(numbers)


def _look_certain(cells: Sequence[str]) -> bool:
    """Whether numbers are ratings whatever the head says: nearly all of four digits, few of them round."""
    numbers = [number for number in map(_rating_of, cells) if number is not None]
    are_long = sum(number >= _FOUR_DIGITS for number in numbers) >= _MOST * len(cells)
    return look_like_ratings(cells) and are_long and sum(number % 50 == 0 for number in numbers) * 2 < len(numbers)


def _rating_of(cell: str) -> int | None:
    """The rating in a cell, if it can be one."""
    try:
        rating = ratings.ratings_in(cell, "")[0]
    except ValueError:
        return None
    is_one = rating is not None and _LOWEST <= rating <= _HIGHEST and _HAS_RATING.search(cell) is not None
    return rating if is_one and len(cell) <= 16 else None


def _are_years(cells: Sequence[str]) -> bool:
    return all(cell.isdecimal() and _FIRST_YEAR <= int(cell) <= _LAST_YEAR for cell in cells)


def _look_like_countries(cells: Sequence[str], claimed: str) -> bool:
    """Whether cells are codes of federations, most of them, or below a head that says so at least one."""
    codes = [cell for cell in cells if len(cell) == _LETTERS_OF_A_CODE and cell.isupper() and cell.isascii()]
    known = sum(code in FEDERATIONS for code in codes)
    return len(codes) > 1 and len(codes) == len(cells) and known > (0 if claimed == COUNTRY else _SOME * len(codes))


def _look_like_titles(cells: Sequence[str]) -> bool:
    """Whether titles stand among short words, as categories are."""
    are_short = all(len(cell) <= _LETTERS_OF_A_TITLE and not cell.isdecimal() for cell in cells)
    return are_short and (any(cell in TITLES for cell in cells) or all(map(_is_title, cells)))


def _is_title(cell: str) -> bool:
    try:
        return len(cell) > 1 and cell.isupper() and values.read_title(cell) in TITLES
    except ValueError:
        return False


def _look_like_clubs(cells: Sequence[str], players: int) -> bool:
    """Whether words of several players are the same and are no answers: clubs, schools, towns."""
    long = sum(
        (len(cell) >= _SHORTEST_CLUB or _EAST_ASIAN.search(cell[:3]) is not None)
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


def _looks_like_club(cell: str) -> bool:
    is_long = len(cell) >= _SHORTEST_CLUB or (len(cell) > _LETTERS_OF_A_CODE and _EAST_ASIAN.search(cell) is not None)
    return is_long and not cell[:1].islower() and not cell[:1].isdigit()


def _complete_names(columns: ListColumns, cells: Sequence[str]) -> bool:
    """Whether words could complete names that are single words so far."""
    places = [place for place, meaning in enumerate(columns.meanings) if meaning in _NAMES]
    if len(places) != 1 or sum(map(is_name, cells)) < len(columns.lines):
        return False
    names = columns.cells(places[0])
    are_single = sum(len(name.split()) == 1 and not _EAST_ASIAN.search(name) for name in names) >= _MOST * len(names)
    given = sum(is_given_name(cell.split()[0]) for cell in cells)
    return are_single and given * 3 >= len(cells)


_ASKS: Mapping[str, str] = {
    RATING: _("Column %(column)s holds numbers from %(low)d to %(high)d. Is it the rating?"),
    BIRTH: _("Column %(column)s holds years or dates: %(examples)s. Is it the year of birth?"),
    COUNTRY: _("Column %(column)s holds short words: %(examples)s. Is it the country?"),
    TITLE: _("Column %(column)s holds letters: %(examples)s. Is it the title?"),
    FIDE: _("Column %(column)s holds long numbers: %(examples)s. Is it the FIDE number?"),
    CLUB: _("Column %(column)s holds words that recur: %(examples)s. Is it the club?"),
    NAME: _("Column %(column)s holds words: %(examples)s. Is it a part of the name?"),
}
_NO = _("No: leave it unused")
_YES: Mapping[str, str] = {
    RATING: _("Yes, the rating"),
    BIRTH: _("Yes, the year of birth"),
    COUNTRY: _("Yes, the country"),
    TITLE: _("Yes, the title"),
    FIDE: _("Yes, the FIDE number"),
    CLUB: _("Yes, the club"),
}
_ANOTHER = _("Column %(column)s holds numbers from %(low)d to %(high)d. Is it a rating as well?")
_USE_WHERE_EMPTY = _("Yes: use it where %(other)s is empty")
_USE_FIRST = _("Yes: use it, and %(other)s where it is empty")
_USE_ALONE = _("Yes: use it instead of %(other)s")
_OF_NAMES = (
    (FIRST_NAME, _("Yes, the first name")),
    (SURNAME, _("Yes, the surname")),
    (NAME, _("Yes, the whole name")),
)
_DOUBTED: Mapping[str, str] = {
    CLUB: _("Column %(column)s was read as the club: %(examples)s. Is that right?"),
    RATING: _("Column %(column)s was read as the rating: %(examples)s. Is that right?"),
    NAME: _("Column %(column)s was read as the name: %(examples)s. Is that right?"),
}


def _question(columns: ListColumns, place: int, meaning: str, cells: Sequence[str]) -> Question:
    params: dict[str, object] = {"column": column_in_words(place, columns.heads[place]), "examples": _examples(cells)}
    template = _ASKS[meaning]
    if meaning == RATING:
        numbers = [number for number in map(_rating_of, cells) if number is not None]
        params |= {"low": min(numbers), "high": max(numbers)}
    if meaning == RATING and RATING in columns.meanings:
        template = _ANOTHER
        other = {"other": columns.head_of(RATING)}
        choices = [
            Choice(SPARE, Message(_USE_WHERE_EMPTY, other)),
            Choice(BETTER, Message(_USE_FIRST, other)),
            Choice(INSTEAD, Message(_USE_ALONE, other)),
        ]
    elif meaning == NAME:
        choices = [Choice(key, Message(label)) for key, label in _OF_NAMES]
    else:
        choices = [Choice(meaning, Message(_YES[meaning]))]
    return Question(f"{COLUMN_KEY}{place + 1}", Message(template, params), (*choices, Choice(UNUSED, Message(_NO))))


def _doubt_meaning(columns: ListColumns, place: int, meaning: str, cells: Sequence[str]) -> Question:
    kind = NAME if meaning in _NAMES else meaning
    params = {"column": column_in_words(place, columns.heads[place]), "examples": _examples(cells)}
    choices = [Choice(meaning, Message(_("Yes")))]
    if meaning == RATING:
        choices.append(Choice(BIRTH, Message(_("No, the year of birth"))))
    choices.append(Choice(UNUSED, Message(_NO)))
    return Question(f"{COLUMN_KEY}{place + 1}", Message(_DOUBTED[kind], params), tuple(choices))


def _examples(cells: Sequence[str]) -> list[str]:
    return [f"“{cell[:30]}”" for cell in list(dict.fromkeys(cells))[:_EXAMPLES]]


_WHICH = _("Which column holds the names?")
_CHOOSE = _("%(column)s: %(examples)s")


def names_question(heads: Sequence[str], body: Sequence[Sequence[str]]) -> list[Question]:
    """Which column holds the names, where none looks so."""
    choices = []
    for place, head in enumerate(heads):
        cells = [line[place] for line in body if place < len(line) and any(map(str.isalpha, line[place]))]
        if cells:
            params = {"column": column_in_words(place, head), "examples": _examples(cells)}
            choices.append(Choice(f"{COLUMN_KEY}{place + 1}", Message(_CHOOSE, params)))
    return [Question(NAMES, Message(_WHICH), tuple(choices))] if choices else []


def with_answers(questions: Sequence[Question], answers: Mapping[str, str]) -> list[Question]:
    """Questions with what was answered, where that can be chosen."""
    return [
        replace(each, answer=answers[each.key])
        if answers.get(each.key) in {choice.key for choice in each.choices}
        else each
        for each in questions
    ]


def with_column_answers(
    meanings: Sequence[str], questions: Sequence[Question], answers: Mapping[str, str]
) -> tuple[list[str], dict[int, int]]:
    """What the columns hold after questions were answered, and how good those of ratings are."""
    found, ranks = list(meanings), dict[int, int]()
    for question in with_answers(questions, answers):
        if question.is_open:
            continue
        if question.key == NAMES:
            found[int(question.answer.removeprefix(COLUMN_KEY)) - 1] = NAME
            continue
        place = int(question.key.removeprefix(COLUMN_KEY)) - 1
        if question.answer in _RANKS:
            ranks[place] = _RANKS[question.answer]
        _with_answer(found, place, question.answer)
    return found, ranks


def _with_answer(meanings: list[str], place: int, answer: str) -> None:
    """Give a column the meaning that was answered."""
    if answer in _RANKS:
        if answer == INSTEAD:
            meanings[:] = [NOT_USED if meaning == RATING else meaning for meaning in meanings]
        meanings[place] = RATING
        return
    if answer in _NAMES and meanings[place] != answer:
        other = {FIRST_NAME: SURNAME, SURNAME: FIRST_NAME, NAME: NOT_USED}[answer]
        meanings[:] = [other if meaning in _NAMES else meaning for meaning in meanings]
    meanings[place] = NOT_USED if answer == UNUSED else answer
