"""Lines of plain text: what each says beside a name, and which are no players.

"1. GM BYRON Ada (Turing) ENG 1620" is the player BYRON Ada with a title, a club, a federation and a rating. What
a word stands for is only decided where its look leaves no doubt; the rest belongs to the name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import takewhile

from gipf_engine.player_lists.chat_signs import PICTURE
from gipf_engine.player_lists.given_names import PARTICLES, is_given_name
from gipf_engine.player_lists.headings import plain, tier_of
from gipf_engine.player_lists.kana import is_reading
from gipf_engine.player_lists.line_parts import LABELLED, PARTED, LineParts, is_label
from gipf_engine.player_lists.meanings import BIRTH, NAME, SURNAME
from gipf_engine.player_lists.values import says_unrated
from gipf_engine.player_lists.words import (
    BOARDS,
    NOT,
    PLACES_IN_TEAMS,
)

_PLACE = re.compile(
    r"^\s*(?:[-*•·●▪‣・◆◇■□▶►➢→»](?![-*])\s*(?=\D)|[(\[#№]?\s?\d{1,4}(?:[.):\]、．]+\s*|\s*[-–—]\s*|\s+)(?=[^\d\s]))"
)
_IN_BRACKETS = re.compile(r"[(\[「『【〔]([^()\[\]「」『』【】〔〕]*)[)\]」』】〕]")
_SPACED_THOUSANDS = re.compile(r"(?<=[^\d][\s(])([12])[ \u00a0\u202f](\d{3})(?![\d./-])")
"""Behind a name: “ROUSSEAU Bernadette 1 412”."""
_ARROW = re.compile(r"\s(?:-{1,2}>|=>|→)\s")
"""Before a note: “Club Sur --> not number 5!”."""
_ADDRESS = re.compile(r"<?\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+>?")
_BORN = re.compile(r"(?:\*|b\.|geb\.|né|née|°)\s*((?:19|20)\d\d)")
_YEAR_BESIDE_WORD = re.compile(
    r"(?<!\w)(?:(?P<before>[^\W\d_]{1,14}\.?(?:\s?[^\W\d_]\.)?)(?:\s(?:in|im|am|en|le|el|nel|il|em|în|năm|w|v|в|у))?"
    r"\s?:?\s?(?:\d\d?[./]\d\d?[./])?(?P<year>(?:19|20)\d\d)"
    r"|(?:\d\d?[./]\d\d?[./])?(?P<first>(?:19|20)\d\d)\s?(?P<behind>г\.\s?р\.?|г/р|[rрг]\.(?!\w)|р\.\s?н\.?|年生まれ|年生|년생|年出生))(?!\d|-\d)"
)
_COMMA_BEFORE_NUMBER = re.compile(r"\s*[,،、]\s*(?=[~≈±]?\d{3})")
_NO_LABEL = re.compile(r"[,;،、\d]")
"""What stands in the line before a label: “Byron Ada, 1815, Elo: 1812”."""
_WIDE = re.compile("[\u00a0\u2000-\u200a\u202f\u3000\uff00-\uffef]+")
_COUNTING = re.compile(r"[^\W\d_]{2,12}\.?\s?[#№]?\d{1,2}")
_HANDLE = re.compile(r"(?<!\w)@(?=\w)")
"""Before names in chats."""
_NICKNAME = re.compile(
    r"(?:([^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*)?) [(\[]([^\W\d_]+)[)\]] (?=[A-ZÀ-ÞŠŽČА-Я][a-zà-ÿа-я])"
    r"|([\u0590-\u074f][\w'’-]+) [(\[]([\u0590-\u074f][\w'’-]+)[)\]] (?=[\u0590-\u074f]{2}))"
)
_QUOTED_NAME = re.compile(r"""(?<=\w)\s+["“”„«‘']([^\W\d_][\w .-]{0,20}?)["“”»’']\s+(?=[^\W\d_])""")
_SHORT_CAPITALS = re.compile(r"[A-ZÀ-ÞŠŽČА-Я]{2,4}")
_COMMA = re.compile(r"\s*[,،、，]\s+|\s*[،、，]\s*|,(?=[^\W\d_])")
_IS_TITLE_BEHIND = re.compile(r"(?:dr|prof|jr|sr|ing|mgr|bc|phd|ph\.d|ifj|id|ml|st)\.?(?:\s+\w{1,4}\.)*", re.IGNORECASE)
_STRESSED = re.compile(r"(\*{1,3}|_{2,3}|`+)(\S[^*_`~]*)\1")
_STRESSED_BRACKETS = re.compile(r"(?<!\w)_(\([^()_]{1,60}\))_(?!\w)")
_MARKS_BEFORE = re.compile(r"^\s*[*+†‡✓✔☑✗✘★☆♀♂·•]+\s*")
_MARKS_BEHIND = re.compile(
    r"(?<=[^\W\d_.)])\s*(?:[*†‡✓✔☑✗✘★☆♀♂]+(?=\s|$|,|;)|[+＋]+(?=\s*(?:$|[,;(（\[])))|(?<=\d)\s+[+＋]+(?=\s*(?:$|[,;(（\[]))"
)
_GRADE_BEFORE = re.compile(r"^\s*(\d{1,2}\.?\s?(?:dan|kyu|gup|kup))\.?\s+(?=[^\W\d_])")
"""“1. dan Suzuki Aiko”, but not “1. Dan Suzuki”."""
_BOARD = re.compile(
    rf"^\s*(?:(?:{BOARDS})[.:]?\s?#?\d{{1,2}}[.:)]?|(?:{'|'.join(PLACES_IN_TEAMS)})[:：]?)\s+(?=\D)", re.IGNORECASE
)
"""“Bd 1 Ada Byron”, “大将 高田 誠”."""
_CIRCLED = re.compile("[\u2460-\u2473]")
_FOUR_DIGITS = re.compile(r"\b\d{4}\b")


def split_line(cells: Sequence[str]) -> list[str]:
    """A line of plain text as cells in the order of `ORDER`. Cells that a separator made belong together."""
    return take_apart(", ".join(filter(None, cells))).cells()


def take_apart(text: str) -> LineParts:
    """What a line of plain text says."""
    line = LineParts(has_capitals=text != text.lower() or text == text.upper())
    text = _COMMA_BEFORE_NUMBER.sub(", ", _without_marks(_without_pictures(text)))
    text = _SPACED_THOUSANDS.sub(r"\1\2", _ARROW.sub(" – ", text))
    if (labelled := LABELLED.match(text)) and (is_name_head(labelled[1]) or _is_numbered_label(labelled[1])):
        text = text[labelled.end() :]
    text = _HANDLE.sub("", _BOARD.sub("", text, count=1))
    if grade := _GRADE_BEFORE.match(text):
        line.more.append(grade[1])
        text = text[grade.end() :]
    text = _PLACE.sub("", _ADDRESS.sub(" ", text), count=1)
    text = _BORN.sub(lambda born: "" if line.put(BIRTH, born[1]) else born[0], text)
    text = line.take_year_before_rating(_YEAR_BESIDE_WORD.sub(line.take_born, text))
    if nickname := _NICKNAME.match(text):  # “R. (Rutger) Kuipers”, “אבי (אברהם) פרידמן”
        line.more.append(nickname[2] or nickname[4])
        text = f"{nickname[1] or nickname[3]} {text[nickname.end() :]}"
    if quoted := _QUOTED_NAME.search(text):  # “Robert "Bob" Tennant”
        line.more.append(quoted[1])
        text = f"{text[: quoted.start()]} {text[quoted.end() :]}"
    for words in _IN_BRACKETS.findall(text):
        for piece in _COMMA.split(words):
            if is_reading(piece):
                line.more.append(piece)
            else:
                line.take_part(piece)
    parts = [part.strip(" ,") for part in PARTED.split(_IN_BRACKETS.sub(" | ", text))]
    name, *others = _parts_at_commas([part for part in parts if part] or [""])
    line.take_name(name)
    for part in others:
        line.take_part(part)
    return line


def _parts_at_commas(parts: Sequence[str]) -> list[str]:
    """The parts of a line, those that commas separate too: “Ada Byron, Turing, 1620”, but “Byron, Ada, 1620”."""
    name, *more = [piece.strip() for piece in _COMMA.split(parts[0]) if piece.strip()] or [""]
    if more and _is_first_name(name, more[0], is_alone=len(more) == 1 and len(parts) == 1):
        name = f"{name}, {more.pop(0)}"
        while more and _IS_TITLE_BEHIND.fullmatch(more[0]):  # “Groß, Jörg, Dr.”
            name = f"{name}, {more.pop(0)}"
    return [name, *more, *(piece for part in parts[1:] for piece in _COMMA.split(part) if piece.strip())]


def _is_first_name(surname: str, text: str, *, is_alone: bool) -> bool:
    """Whether what a comma separates from a name belongs to it: if nothing else follows, it always does."""
    if says_unrated(text):
        return False
    first = list(
        takewhile(lambda word: not (any(map(str.isdigit, word)) or is_label(word) or plain(word) in NOT), text.split())
    )
    if first and is_given_name(first[0]):
        return True
    if not first or (tier_of(" ".join(first)) or (NAME, 0))[0] not in (NAME, SURNAME):
        return False
    words = surname.split()
    if first[0].islower() and surname != surname.lower() and first[0].casefold() not in PARTICLES:
        return False
    if len(words) == 1 or surname.isupper():
        return True
    if len(text.split()) > 1 and _SHORT_CAPITALS.fullmatch(first[0]) and not surname.isupper():  # “ŠK Kranj”
        return False
    return is_alone or all(word.casefold() in PARTICLES for word in words[:-1])


def _without_marks(text: str) -> str:
    """A line without signs around its words that say nothing here: stars, ticks, crosses, marks of bold type."""
    text = _STRESSED_BRACKETS.sub(r"\1", _STRESSED.sub(r"\2", text))
    return _MARKS_BEHIND.sub("", _MARKS_BEFORE.sub("", text))


def _without_pictures(text: str) -> str:
    """A line without signs such as ✅, with digits and signs of usual width; flags stay."""
    text = _WIDE.sub(lambda wide: unicodedata.normalize("NFKC", wide[0]), text)
    text = _CIRCLED.sub(lambda number: f"{unicodedata.normalize('NFKC', number[0])}. ", text)
    return PICTURE.sub(" ", text)


def _is_numbered_label(label: str) -> bool:
    """Whether a label counts: “Pair 1”, “Board 3”."""
    return _COUNTING.fullmatch(label.strip()) is not None


def is_name_head(text: str) -> bool:
    """Whether a text is the head of a column of names."""
    return (tier_of(text) or ("", 0))[0] in (NAME, SURNAME)


def is_labelled_value(text: str) -> bool:
    """Whether a line says something that is no name: "Club: Turing"."""
    labelled = LABELLED.match(text)
    if labelled is None or PARTED.search(labelled[1].strip()) or is_name_head(labelled[1]):
        return False
    if begins_with_place(text) or _IN_BRACKETS.search(labelled[1]) or _NO_LABEL.search(labelled[1]):
        return False
    if _is_numbered_label(labelled[1]):
        return False
    return tier_of(labelled[1]) is not None


def has_address(text: str) -> bool:
    """Whether an e-mail address stands in the text."""
    return _ADDRESS.search(text) is not None


def without_place(text: str) -> str:
    """A line without the number or bullet with which it begins, and without signs that say nothing."""
    return _PLACE.sub("", _without_marks(_without_pictures(text)), count=1)


def begins_with_place(text: str) -> bool:
    """Whether a line begins as one of a list: with a number or a bullet."""
    return _PLACE.match(text) is not None


def name_in(text: str) -> str:
    """The name alone, where a text is surely a line of a list: it begins with a place, or holds four digits."""
    return split_line([text])[0] if _PLACE.match(text) or _FOUR_DIGITS.search(text) else text
