"""Parts of plain lines that only the other lines make clear: ratings before names, words before all ratings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.answers import OUT
from gipf_engine.player_lists.headings import names_ratings
from gipf_engine.player_lists.meanings import CLUB, TITLES, Choice, Question
from gipf_engine.player_lists.values import is_no_rating
from gipf_engine.tournament.trf.federations import COUNTRY_OF

WORD = "word"
"""The key of the question about a word that most lines have before their ratings."""
_ASK = _("Most lines have “%(text)s” before the rating. Is it the club?")
_BEFORE_NAME = re.compile(r"^\s*(?:[-*•]\s*)?(\d{3,4})(?:\s*[-–—:|,;]\s*|\s+)(?=[^\W\d_])")
_SHORT_NUMBER = re.compile(r"(?<![\d/.-])\d{3,4}(?![\d/-])")
_WORD_BEFORE_NUMBER = re.compile(r"(?<=\s)([^\W\d_]{2,5})[.:]?\s+(?=\d{3,4}(?!\d))")
_GRADE_WITHIN = re.compile(r"(?<=[\w.])\s+(\d{1,2}\s?(?:kyu|dan|[kd]))\s+(?=[^\W\d_])", re.IGNORECASE)
_RATING_WITHIN = re.compile(r"(?:[^\W\d_][\w'’.-]*\s+){2,5}(?:[^\W\d_]{1,8}\.?\s+)?[~≈]?\d{3,4}\s+[^\W\d_]")
_WORD_WITHIN = re.compile(r"(?<=[\w.])\s+([^\W\d_]{2,10})(?=\s+[^\W\d_])")
_FEWEST_WORDS_OF_A_NAME = 2
_SOLAR_YEAR = re.compile(r"(?<![\d/.-])[۰-۹٠-٩]{4}(?![\d/-])")
_FIRST_SOLAR, _LAST_SOLAR, _SOLAR_OFFSET = 1300, 1400, 621
"""Years of birth of the Persian calendar: few ratings are as low."""
_LOWEST, _HIGHEST = 500, 2900
_FEWEST, _NUMBERS_OF_BORN = 3, 2
_LONGEST = 120
_LEAST_STEP = 1
"""Between numbers that count players."""


@dataclass(frozen=True, slots=True)
class AgreedParts:
    """What more than half of the lines have: a rating before the name, a word before the rating, a grade within.

    `has_solar_years`: of two numbers in a line exactly one can be a year of the Persian calendar, in all such lines.
    """

    has_rating_first: bool = False
    word: str = ""
    has_grades: bool = False
    has_solar_years: bool = False
    has_ratings_within: bool = False
    """Whether ratings stand between names and clubs with no sign around: a word for “none” may stand there, too."""

    def in_usual_order(self, text: str, *, is_club: bool = False) -> str:
        """A line as the reader of single lines knows it: the name first, its rating without the common word.

        `is_club`: the common word is the club of those who have it.
        """
        if self.has_solar_years and (year := _solar_year(text)):
            text = f"{text[: year.start()]}{int(year[0]) + _SOLAR_OFFSET}{text[year.end() :]}"
        if self.has_rating_first and (found := _rating_first(text)):
            text = f"{text[found.end() :]}, {found[1]}"
        if self.has_ratings_within and (none := _no_rating_within(text)):
            text = f"{text[: none.start(1)]}0{text[none.end(1) :]}"
        if self.word:
            instead = f" ({self.word}) " if is_club else ""
            text = _WORD_BEFORE_NUMBER.sub(lambda found: instead if found[1] == self.word else found[0], text)
        return _GRADE_WITHIN.sub(r", \1, ", text) if self.has_grades else text

    def questions(self) -> tuple[Question, ...]:
        """Whether the word before the ratings is the club, unless it is known to be one of ratings."""
        if not self.word or names_ratings(self.word):
            return ()
        choices = (Choice(CLUB, Message(_("Yes, the club"))), Choice(OUT, Message(_("No: leave it out"))))
        return (Question(WORD, Message(_ASK, {"text": self.word}), choices),)


def agreed_parts(lines: Sequence[str]) -> AgreedParts:
    """What more than half of the lines of a list, three at least, agree upon."""
    most = max(_FEWEST, len(lines) // 2 + 1)
    first = [found for text in lines if (found := _rating_first(text))]
    words = Counter(found[1] for text in lines if (found := _WORD_BEFORE_NUMBER.search(text)) and _is_word(found, text))
    word, count = words.most_common(1)[0] if words else ("", 0)
    grades = sum(_GRADE_WITHIN.search(text) is not None for text in lines)
    years = [_solar_year(text) is not None for text in lines if len(_SOLAR_YEAR.findall(text)) == _NUMBERS_OF_BORN]
    has_years = len(years) >= _FEWEST and all(years)
    is_first = len(first) >= most and not _count_players([int(found[1]) for found in first])
    within = sum(_RATING_WITHIN.match(text[:_LONGEST]) is not None for text in lines)
    has_within = within >= _FEWEST and within * 2 > sum(_SHORT_NUMBER.search(text) is not None for text in lines)
    return AgreedParts(is_first, word if count >= most else "", grades >= most, has_years, has_within)


def _no_rating_within(text: str) -> re.Match[str] | None:
    """The word between a name and a club that says that there is no rating: “Nils Ek ny Wasa SK”."""
    if len(text) > _LONGEST or _SHORT_NUMBER.search(text):
        return None
    return next(
        (
            found
            for found in _WORD_WITHIN.finditer(text)
            if len(text[: found.start()].split()) >= _FEWEST_WORDS_OF_A_NAME
            and found[1] == found[1].lower()
            and is_no_rating(found[1])
        ),
        None,
    )


def _solar_year(text: str) -> re.Match[str] | None:
    """The one number of a line that can be a year of birth of the Persian calendar."""
    found = [each for each in _SOLAR_YEAR.finditer(text) if _FIRST_SOLAR <= int(each[0]) < _LAST_SOLAR]
    return found[0] if len(found) == 1 else None


def _rating_first(text: str) -> re.Match[str] | None:
    """A number before the name that can be its rating, with no other such number behind it."""
    found = _BEFORE_NAME.match(text)
    is_rating = found is not None and _LOWEST <= int(found[1]) <= _HIGHEST
    return found if found is not None and is_rating and not _SHORT_NUMBER.search(text, found.end()) else None


def _is_word(found: re.Match[str], text: str) -> bool:
    """Whether a word in capitals, in a line that is not, may say what the number behind it is."""
    word = found[1]
    return word.isupper() and text != text.upper() and word not in COUNTRY_OF and word not in TITLES


def _count_players(numbers: Sequence[int]) -> bool:
    """Whether most numbers are one more than those before them: they count the players, as 501, 502, 503 do."""
    steps = [two - one == _LEAST_STEP for one, two in pairwise(numbers)]
    return sum(steps) * 2 > len(steps)
