"""Lists of players without heads: columns are known by what is in them, and a line of plain text is taken apart.

"1. GM BYRON Ada (Turing) ENG 1620" is the player BYRON Ada with a title, a club, a federation and a rating. What a word
stands for is only decided where its look leaves no doubt; the rest belongs to the name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gipf_engine.tournament.trf.federations import COUNTRY_OF, FEDERATION_OF
from tournaments.entries.lists.list_columns import BIRTH, CLUB, COUNTRY, FIDE, FIRST_NAME, NAME, RATING, TITLE
from tournaments.entries.numbering import TITLES

ORDER = (NAME, TITLE, RATING, COUNTRY, FIDE, CLUB, BIRTH)
"""What the cells of a line of plain text hold, once it is taken apart."""

_PLACE = re.compile(r"^\s*(?:[-*•·]\s+|[(\[#]?\d{1,4}(?:[.):\]]+\s*|\s+)(?=[^\d\s]))")
_PARTED = re.compile(r"\s+[-–—|/·]\s+|\s*[|\t;]\s*|\s{3,}")
_IN_BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_RATING = re.compile(r"\d{3,4}")
_FIDE = re.compile(r"\d{5,12}")
_YEAR = re.compile(r"(?:19\d\d|20[0-4]\d)")
_DATE = re.compile(r"(?:19|20)\d\d[-./]\d\d?[-./]\d\d?|\d\d?[-./]\d\d?[-./](?:19|20)\d\d")
_NO_COUNTRIES = frozenset({"ENG", "SCO", "WLS", "FID", "NON"})
"""Federations without a country of their own."""
_HAS_DIGIT = re.compile(r"\d")
_FOUR_DIGITS = re.compile(r"\b\d{4}\b")
_Look = Callable[[str], bool]


def split_line(cells: Sequence[str]) -> list[str]:
    """A line of plain text as cells in the order of `ORDER`. Cells that a separator made belong together."""
    text = unicodedata.normalize("NFKC", ", ".join(filter(None, cells)))
    line = _Line()
    text = _PLACE.sub("", text, count=1)
    for words in _IN_BRACKETS.findall(text):
        line.take_part(words)
    parts = [part.strip(" ,") for part in _PARTED.split(_IN_BRACKETS.sub(" | ", text))]
    name, *others = [part for part in parts if part] or [""]
    line.take_name(name)
    for part in others:
        line.take_part(part)
    return [line.found.get(column, "") for column in ORDER]


def name_in(text: str) -> str:
    """The name alone, where a text is surely a line of a list: it begins with a place, or holds four digits."""
    return split_line([text])[0] if _PLACE.match(text) or _FOUR_DIGITS.search(text) else text


@dataclass(slots=True)
class _Line:
    """What was found in a line so far, by column."""

    found: dict[str, str] = field(default_factory=dict)

    def take_name(self, text: str) -> None:
        """A name, with what stands before and behind it."""
        words = text.split()
        while len(words) > 1 and self._take_title(words[0]):
            words.pop(0)
        if len(words) > 2 and _YEAR.fullmatch(words[-1]) and _RATING.fullmatch(words[-2]):
            self._put(BIRTH, words.pop())
        while len(words) > 1 and self._take_word(words[-1]):
            words.pop()
        self.found[NAME] = " ".join(words).strip(" ,;.")

    def take_part(self, text: str) -> None:
        """Something that stands apart from the name: words that are known by their look, or else the club."""
        before = dict(self.found)
        if not all(self._take_word(word) for word in text.split()):
            self.found = before
            self.found.setdefault(CLUB, text.strip(" ,"))

    def _take_word(self, word: str) -> bool:
        plain = word.strip(",;")
        return self._take_title(plain) or self._take_code(plain) or self._take_number(plain) or plain in ("-", "–", "")

    def _take_title(self, word: str) -> bool:
        return word.strip(".,") in TITLES and self._put(TITLE, word.strip(".,"))

    def _take_code(self, word: str) -> bool:
        return (word in COUNTRY_OF or word in _NO_COUNTRIES) and self._put(COUNTRY, word)

    def _take_number(self, word: str) -> bool:
        if _DATE.fullmatch(word) or (_YEAR.fullmatch(word) and RATING in self.found):
            return self._put(BIRTH, word)
        if word == "0" or _RATING.fullmatch(word):
            return self._put(RATING, word)
        return bool(_FIDE.fullmatch(word)) and self._put(FIDE, word)

    def _put(self, column: str, word: str) -> bool:
        return self.found.setdefault(column, word) == word


def guess_columns(table: Sequence[Sequence[str]]) -> Mapping[str, int] | None:
    """Which column of a table without heads holds what; None where one of them leaves a doubt."""
    width = max(map(len, table))
    found: dict[str, int] = {}
    texts: list[int] = []
    for place in range(width):
        cells = [line[place] if place < len(line) else "" for line in table if any(line)]
        kind = _kind_of(cells, found)
        if kind is None:
            return None
        if kind == NAME:
            texts.append(place)
        elif kind:
            found[kind] = place
    return _with_names(table, found, texts)


def _with_names(
    table: Sequence[Sequence[str]], found: dict[str, int], texts: Sequence[int]
) -> Mapping[str, int] | None:
    """The columns with those of words: names, first names where the names before are single words, and clubs."""
    if not texts or len(texts) > len((NAME, FIRST_NAME, CLUB)):
        return None
    name, *others = texts
    names = [line[name] for line in table if len(line) > name and line[name]]
    if others and all(len(each.split()) == 1 or each.isupper() for each in names):
        found[FIRST_NAME] = others.pop(0)
    if others:
        found[CLUB] = others.pop(0)
    return None if others else found | {NAME: name}


def _kind_of(cells: Sequence[str], found: Mapping[str, int]) -> str | None:
    """What a column holds: NAME for words, "" for what says nothing, such as places; None: it leaves a doubt."""
    texts = [unicodedata.normalize("NFKC", cell) for cell in cells]
    kinds = [kind for kind, is_kind in _looks(found) if all(is_kind(cell) for cell in texts if cell)]
    if not any(texts) or _counts(texts):
        return ""
    if kinds:
        return kinds[0]
    return None if any(_HAS_DIGIT.search(cell) for cell in texts) else NAME


def _looks(found: Mapping[str, int]) -> Iterator[tuple[str, _Look]]:
    looks: dict[str, _Look] = {
        TITLE: lambda cell: cell in TITLES,
        COUNTRY: lambda cell: cell in COUNTRY_OF or cell in FEDERATION_OF or cell in _NO_COUNTRIES,
        RATING: lambda cell: cell in ("0", "-") or bool(_RATING.fullmatch(cell)),
        BIRTH: lambda cell: bool(_YEAR.fullmatch(cell) or _DATE.fullmatch(cell)),
        FIDE: lambda cell: cell in ("0", "-") or bool(_FIDE.fullmatch(cell)),
    }
    return ((kind, look) for kind, look in looks.items() if kind not in found)


def _counts(cells: Sequence[str]) -> bool:
    """Whether cells are places: 1, 2, 3 …, with or without a point."""
    numbers = [cell.rstrip(".)") for cell in cells]
    return all(each.isdecimal() for each in numbers) and [int(each) for each in numbers] == list(
        range(1, len(numbers) + 1)
    )
