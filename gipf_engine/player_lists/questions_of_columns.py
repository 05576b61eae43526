"""How questions about columns are asked: their words and their answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists import ratings, values
from gipf_engine.player_lists.answers import BETTER, INSTEAD, NAMES, SPARE, UNUSED
from gipf_engine.player_lists.headings import plain
from gipf_engine.player_lists.looks_of_columns import rating_of
from gipf_engine.player_lists.meanings import (
    BIRTH,
    CLUB,
    COLUMN_KEY,
    COUNTRY,
    FIDE,
    FIRST_NAME,
    NAME,
    RATING,
    SURNAME,
    TITLE,
    Choice,
    Question,
)

_NAMES = frozenset({NAME, SURNAME, FIRST_NAME})
_EXAMPLES = 2
_FEWEST_IN_ORDER = 4
"""Players by whom it is known which of two ratings a list goes by."""


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
            and rating_of(line[place]) is not None
            and not any(at < len(line) and not values.is_no_rating(line[at]) for at in read)
            for line in self.lines
        )

    def is_as_good(self, place: int) -> bool:
        """Whether a head says a rating no worse than the one that is read."""
        read = [at for at, meaning in enumerate(self.meanings) if meaning == RATING]
        rank = ratings.rank_of_head(self.heads[place])
        return bool(read) and rank <= min(ratings.rank_of_head(self.heads[at]) for at in read)

    def orders_players(self, place: int) -> bool:
        """Whether most have a general, national or FIDE's rating beside a better one, and this one orders the list."""
        own = ratings.rank_of_head(self.heads[place])
        ranks = {at: ratings.rank_of_head(self.heads[at]) for at, each in enumerate(self.meanings) if each == RATING}
        better = next((at for at, rank in ranks.items() if rank < own), None)
        if own > ratings.NATIONAL or better is None:
            return False
        pairs = [[rating_of(line[at]) if at < len(line) else None for at in (better, place)] for line in self.lines]
        both = [(one, two) for one, two in pairs if one is not None and two is not None]
        if len(both) < _FEWEST_IN_ORDER or len(both) * 2 <= len(self.lines):
            return False
        return _falls([two for _one, two in both]) and not _falls([one for one, _two in both])

    def is_national_beside_fide(self, place: int) -> bool:
        """Whether a head says a national rating, and another one FIDE's, and players have both: which one counts?"""
        if ratings.rank_of_head(self.heads[place]) != ratings.NATIONAL:
            return False
        others = [at for at, meaning in enumerate(self.meanings) if meaning == RATING and at != place]
        of_fide = [
            at
            for at in others
            if ratings.rank_of_head(self.heads[at]) == ratings.INTERNATIONAL or plain(self.heads[at]) == "fide"
        ]
        return any(self._are_both_good(at, place) for at in of_fide)

    def _are_both_good(self, of_fide: int, national: int) -> bool:
        """Whether players have two ratings that differ, and the list does not go in the order of FIDE's."""
        pairs = [(self._rating(line, of_fide), self._rating(line, national)) for line in self.lines]
        both = [(one, two) for one, two in pairs if one is not None and two is not None]
        goes_by_fide = _falls([one for one, _two in both]) and not _falls([two for _one, two in both])
        return any(one != two for one, two in both) and not (goes_by_fide and len(both) >= _FEWEST_IN_ORDER)

    @staticmethod
    def _rating(line: Sequence[str], place: int) -> int | None:
        return rating_of(line[place]) if place < len(line) else None

    def other_rating(self, place: int) -> Message | int:
        """The best column of ratings beside one, in a sentence."""
        others = [at for at, meaning in enumerate(self.meanings) if meaning == RATING and at != place]
        best = min(others, key=lambda at: ratings.rank_of_head(self.heads[at]), default=place)
        return column_in_words(best, self.heads[best])


def _falls(numbers: Sequence[int]) -> bool:
    return all(before >= after for before, after in pairwise(numbers))


def column_in_words(place: int, head: str) -> Message | int:
    """A column within a sentence: by its head, else by its number."""
    return Message(_("“%(head)s”"), {"head": head[:40]}) if head else place + 1


_ASKS: Mapping[str, str] = {
    RATING: _("Column %(column)s holds numbers from %(low)d to %(high)d. Is it the rating?"),
    BIRTH: _("Column %(column)s holds years or dates: %(examples)s. Is it the year of birth?"),
    COUNTRY: _("Column %(column)s holds short words: %(examples)s. Is it the country?"),
    TITLE: _("Column %(column)s holds letters: %(examples)s. Is it the title?"),
    FIDE: _("Column %(column)s holds long numbers: %(examples)s. Is it the FIDE number?"),
    CLUB: _("Column %(column)s holds words that recur: %(examples)s. Is it the club?"),
    NAME: _("Column %(column)s holds words: %(examples)s. Is it a part of the name?"),
}
_BELOW_ZERO = _(
    "Column %(column)s holds numbers below zero: %(examples)s. Ratings are 1 to 9999: convert them in your file,"
    " or go on without."
)
_WITHOUT = _("Go on without these ratings")
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


def ask_whether(columns: ListColumns, place: int, meaning: str, cells: Sequence[str]) -> Question:
    params: dict[str, object] = {"column": column_in_words(place, columns.heads[place]), "examples": examples_of(cells)}
    template = _ASKS[meaning]
    if meaning == RATING:
        numbers = [number for number in map(rating_of, cells) if number is not None]
        params |= {"low": min(numbers), "high": max(numbers)}
    if meaning == RATING and any(each == RATING for at, each in enumerate(columns.meanings) if at != place):
        template = _ANOTHER
        other = {"other": columns.other_rating(place)}
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


def ask_below_zero(place: int, head: str, cells: Sequence[str]) -> Question:
    """Numbers of a scale that goes below zero cannot be kept as ratings."""
    params = {"column": column_in_words(place, head), "examples": examples_of(sorted(cells, key=len, reverse=True))}
    return Question(f"{COLUMN_KEY}{place + 1}", Message(_BELOW_ZERO, params), (Choice(UNUSED, Message(_WITHOUT)),))


def doubt_meaning(columns: ListColumns, place: int, meaning: str, cells: Sequence[str]) -> Question:
    kind = NAME if meaning in _NAMES else meaning
    params = {"column": column_in_words(place, columns.heads[place]), "examples": examples_of(cells)}
    choices = [Choice(meaning, Message(_("Yes")))]
    if meaning == RATING:
        choices.append(Choice(BIRTH, Message(_("No, the year of birth"))))
    choices.append(Choice(UNUSED, Message(_NO)))
    return Question(f"{COLUMN_KEY}{place + 1}", Message(_DOUBTED[kind], params), tuple(choices))


def examples_of(cells: Sequence[str]) -> list[str]:
    return [f"“{cell[:30]}”" for cell in list(dict.fromkeys(cells))[:_EXAMPLES]]


_WHICH = _("Which column holds the names?")
_CHOOSE = _("%(column)s: %(examples)s")


def names_question(heads: Sequence[str], body: Sequence[Sequence[str]]) -> list[Question]:
    """Which column holds the names, where none looks so."""
    choices = []
    for place, head in enumerate(heads):
        cells = [line[place] for line in body if place < len(line) and any(map(str.isalpha, line[place]))]
        if cells:
            params = {"column": column_in_words(place, head), "examples": examples_of(cells)}
            choices.append(Choice(f"{COLUMN_KEY}{place + 1}", Message(_CHOOSE, params)))
    return [Question(NAMES, Message(_WHICH), tuple(choices))] if choices else []


def doubts_of_names_below_heads(columns: ListColumns) -> list[Question]:
    """Whether the names were found, where the heads say that they stand elsewhere."""
    places = [place for place, meaning in enumerate(columns.meanings) if meaning in _NAMES]
    return [doubt_meaning(columns, place, columns.meanings[place], columns.cells(place)) for place in places[:1]]
