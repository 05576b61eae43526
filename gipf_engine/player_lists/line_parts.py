"""What a line of plain text says beside a name, word by word: titles, ratings, years, clubs, remarks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import takewhile

from gipf_engine.player_lists.beside_names import are_titles, begins_remark, is_remark, without_titles
from gipf_engine.player_lists.headings import names_ratings, plain, tier_of
from gipf_engine.player_lists.meanings import BIRTH, CLUB, COUNTRY, FIDE, NAME, NOT_USED, RATING, TITLE, TITLES
from gipf_engine.player_lists.ratings import rank_of_head
from gipf_engine.player_lists.values import GRADE, says_unrated
from gipf_engine.player_lists.words import (
    ABOUT,
    AGE,
    ANSWERS,
    BORN,
    CATEGORIES,
    JOINTS,
    LABELS,
    UNRATED,
    WITHDRAWN,
)
from gipf_engine.tournament.trf.federations import COUNTRY_OF

ORDER = (NAME, TITLE, RATING, COUNTRY, FIDE, CLUB, BIRTH)
"""What the cells of a line of plain text hold, once it is taken apart."""
WITHOUT_COUNTRY = frozenset({"ENG", "SCO", "WLS", "FID", "NON"})
"""Federations without a country of their own."""
PARTED = re.compile(r"\s+[-–—|/·]\s+|\s*[|\t;]\s*|\s{3,}")
_PARTED_OR_BRACKETS = re.compile(rf"{PARTED.pattern}|\s*[()\[\],،、]\s*")
_RATING = re.compile(r"[~≈±]?\d{3,4}(?:[?*+]|-\d{1,3}|/?[pP]\d{1,3})?")
_THOUSANDS = re.compile(r"[~≈±]?[1-3][.,']\d{3}")
_FIDE = re.compile(r"\d{5,7}|[1-5]\d{7}")
_LONG_NUMBER = re.compile(r"\+?\d{8,14}")
"""A telephone number, unless a label says that it is FIDE's."""
_YEAR = re.compile(r"(?:19\d\d|20[0-4]\d)")
_DATE = re.compile(r"(?:19|20)\d\d[-./]\d\d?[-./]\d\d?|\d\d?[-./]\d\d?[-./](?:19|20)\d\d")
LABELLED = re.compile(r"\s*([^:：]{2,40})[:：]\s*(?=\S)")
_LETTERS = frozenset({"r"})
"""Labels that end names: "Begoña R."."""
_TITLES_OF_OTHERS = frozenset({"MF", "MI", "МФ", "ФМ", "ММ", "МГ", "ГМ"})
"""FIDE's titles in other languages, of letters that begin no name."""
_TWO_RATINGS = re.compile(r"(\d{3,4})\s?/\s?(\d{3,4}|[-–—])")
_SHORT_NUMBER = re.compile(r"(?<![\d/.\-,])\d{3,4}(?![\d/\-]|[.,]\d)")
_LIKELY_BIRTH = re.compile(r"19[4-9]\d|20[01]\d")
_NAMED_RATING = re.compile(r"([^\W\d_]{2,6})\.?:?\s?(\d{3,4})[pP]?")
_RANK_WITHOUT_NAME = 1.5
"""Of a rating beside one that is called FIDE's: it is another one, and better than one that is called national."""
_CATEGORY = re.compile(
    r"(?:[IVX]{1,4}|\d)\+?\s?(?:kat|кат|cat|разр|razr|юн|jun)\w*\.?|\d\s?[юЮ]\w*\.?"
    r"|(?:kl\.?|klasse|class|grade|year|yr\.?)\s?\d{1,2}\.?\s?[a-h]?|\d{1,2}\.?[a-h]",
    re.IGNORECASE,
)
_POINTS_BEHIND = re.compile(r"(?<=\d)(?:점|点|分|pts?|elo|dwz|ish)\.?$", re.IGNORECASE)
_DOUBTED = re.compile(r"(.*\w)\s?([?？؟]+)")
_JOINED_RATING = re.compile(r"([^\W\d_]{1,8})[:：]?(\d{3,4})")
_RATING_OF_OTHERS = re.compile(r"(\d{3,4}) ([A-Z]{2,5})")
_SHORT_NAME = re.compile(r"[A-Z][a-z]{1,2}")
"""As “Huy”, which without its accents is how Vietnamese says that a person withdrew."""
_GUEST_BEHIND = re.compile(r"([^\W\d_].*)([+＋]\d[?？]?)")
_HEADS_OF_VALUES = frozenset({(NOT_USED, 0), (BIRTH, 0), (FIDE, 0)})
"""Of words that are left of “born 1990”, and are no club."""
_NOTE = re.compile(r"(?!(?:de|het|la|le|les|el|los|il|lo|a|o|os|d|van|von|der|den|da|do)\b)[a-zà-ÿ]\S* ")
"""How a remark begins, such as “can’t play on Friday”: clubs begin with capitals, beside names that do."""
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
_ABBREVIATED = re.compile(r"\b(?:[^\W\d_]{1,2}|jun|sen)\.$")


def is_label(word: str) -> bool:
    """Whether a word beside a number says what that is: “Elo”, “Рейтинг:”, “(rtg.”."""
    bare = word.strip(":：.=")
    if bare.casefold() in LABELS | UNRATED:
        return True
    tier = tier_of(bare) if bare and not bare.isdecimal() else None
    return tier is not None and tier[0] in (RATING, FIDE) and bare.casefold() not in _LETTERS


def _names_fide(text: str) -> bool:
    """Whether a word says that the number beside it is FIDE's."""
    return any((tier_of(word.strip(":：.=")) or ("", 0))[0] == FIDE for word in text.split() if word.isalpha())


def _is_no_name(word: str) -> bool:
    return word in JOINTS


def _is_rating_or_none(word: str) -> bool:
    return word == "0" or _RATING.fullmatch(word) is not None


@dataclass(slots=True)
class LineParts:
    """What was found in a line so far, by column; `more`: parts that stand where another one was found before."""

    found: dict[str, str] = field(default_factory=dict)
    more: list[str] = field(default_factory=list)
    has_capitals: bool = True
    rank: int | None = None
    """How good the rating is that was found, where its kind was named."""
    unnamed_number: str = ""
    """A FIDE number without a word that says so, and as long as numbers of telephones."""

    def cells(self) -> list[str]:
        """In the order of `ORDER`."""
        return [self.found.get(column, "") for column in ORDER]

    def take_born(self, found: re.Match[str]) -> str:
        """A year beside a word of birth; what it leaves of the text."""
        word = (found["before"] or "").rstrip(". ").casefold()
        is_birth = not word or word in BORN or (tier_of(word) or ("", 0))[0] == BIRTH
        return " " if is_birth and self.put(BIRTH, found["year"] or found["first"]) else found[0]

    def take_year_before_rating(self, text: str) -> str:
        """A year before another number that is none: “Akgün, 2011, 1320”; what it leaves of the text."""
        numbers = list(_SHORT_NUMBER.finditer(text))
        is_unrated = any(map(says_unrated, _PARTED_OR_BRACKETS.split(text)))
        if len(numbers) == 1 and _LIKELY_BIRTH.fullmatch(numbers[0][0]) and is_unrated:
            self.put(BIRTH, numbers[0][0])
            return _SHORT_NUMBER.sub(" ", text)
        if len(numbers) != 2 or BIRTH in self.found:
            return text
        first, second = numbers
        behind = text[second.start() - 1 : second.end() + 1]
        if behind == f"({second[0]})" and _LIKELY_BIRTH.fullmatch(second[0]) and not _LIKELY_BIRTH.fullmatch(first[0]):
            self.put(BIRTH, second[0])  # “Giulia Conti 1488 (2010)”
            return f"{text[: second.start() - 1]} {text[second.end() + 1 :]}"
        is_named = is_label((text[: first.start()].split() or [""])[-1])
        are_so = _LIKELY_BIRTH.fullmatch(first[0]) and not _LIKELY_BIRTH.fullmatch(second[0])
        if not are_so or is_named or _TWO_RATINGS.search(text):
            return text
        self.put(BIRTH, first[0])
        return f"{text[: first.start()]} {text[first.end() :]}"

    def take_name(self, text: str) -> None:
        """A name, with what stands before and behind it."""
        words = text.split()
        self._take_remark(words)
        while len(words) > 1 and plain(words[-1].strip("()")) in WITHDRAWN and not _SHORT_NAME.fullmatch(words[-1]):
            self.more.append(words.pop())
        for length in (3, 2):  # “Ada Byron ohne Elo”
            if len(words) > length and says_unrated(" ".join(words[-length:])):
                del words[-length:]
        shortest = 1 if words and not words[0].isascii() and words[0] == words[0].swapcase() else 2
        inside = next((at for at in range(shortest, len(words) - 1) if _is_rating_or_none(words[at])), None)
        if inside is not None and not any(map(str.isdigit, "".join(words[inside + 1 :]))):  # “Aino Lampinen 1720 TuTS”
            self.put(RATING, words[inside])
            self.take_part(" ".join(words[inside + 1 :]))
            words = words[:inside]
        self._take_joints(words)
        while len(words) > 1 and self._take_title(words[0]):
            words.pop(0)
        self._take_grade_or_answer(words)
        if len(words) > 2 and _YEAR.fullmatch(words[-1]) and (_RATING.fullmatch(words[-2]) or words[-2] == "0"):
            self.put(BIRTH, words.pop())
        if len(words) > 2 and len(words[-1]) == 1 and words[-1].islower() and _RATING.fullmatch(words[-2]):
            words.pop()  # the letter of a kind of rating
        while len(words) > 1 and (
            self._take_word(words[-1])
            or words[-1].strip(":.").casefold() in UNRATED | LABELS - _LETTERS
            or (RATING in self.found and (is_label(words[-1]) or words[-1].casefold() in ABOUT))
        ):
            words.pop()
        name, titles = without_titles(" ".join(words).strip(" ,;:"))
        self.more += [" ".join(titles)] if titles else []
        self.found[NAME] = name.lstrip(".") if _ABBREVIATED.search(name) else name.strip(" ,;.:")

    def _take_grade_or_answer(self, words: list[str]) -> None:
        """Grades of go and shogi behind a name, and answers to who comes."""
        while len(words) > 1 and GRADE.fullmatch(words[-1]):  # of go and shogi
            self.more.append(words.pop())
        if len(words) > 2 and GRADE.fullmatch("".join(words[-2:])):  # “6 dan”
            self.more.append(" ".join(words[-2:]))
            del words[-2:]
        if len(words) > 1 and self.has_capitals and words[-1].islower() and plain(words[-1]) in ANSWERS:  # “Max ja”
            self.more.append(words.pop())

    def _take_joints(self, words: list[str]) -> None:
        """What joins a player to those before: “and my wife Pat Cross”."""
        before = list(takewhile(_is_no_name, words))
        if before and len(words) - len(before) > 1:
            self.more.append(" ".join(before))
            del words[: len(before)]

    def _take_remark(self, words: list[str]) -> None:
        """What stands behind a name without any sign between: “Klaus Fink kommt später”, “高橋健 未定”."""
        if words and (guest := _GUEST_BEHIND.fullmatch(words[-1])):  # “刘洋+1”
            words[-1:] = [guest[1], guest[2]]
        if words and (doubted := _DOUBTED.fullmatch(words[-1])) and not doubted[1][-1].isdigit():  # “문채원?”
            words[-1] = doubted[1]
            self.more.append(doubted[2])
        shortest = 1 if words and words[0] == words[0].swapcase() else 2
        at = begins_remark(words, shortest) if self.has_capitals else None
        if at is not None and not _SHORT_NUMBER.search(" ".join(words[at:])):
            self.more.append(" ".join(words[at:]))
            del words[at:]

    def take_part(self, text: str) -> None:
        """Something that stands apart from the name: words that are known by their look, or else the club."""
        if says_unrated(text):
            self.more += [text.strip()] if is_remark(text) else []  # 未定 says either
            return
        labelled = LABELLED.match(text)
        label = (tier_of(labelled[1]) or (NOT_USED, 0))[0] if labelled else NOT_USED
        if (
            labelled is not None
            and label in (CLUB, COUNTRY, FIDE, BIRTH, TITLE)
            and self.put(label, text[labelled.end() :].strip())
        ):
            return
        if self._take_named_ratings(text):
            return
        grade, _space, behind = text.strip().partition(" ")
        if behind and GRADE.fullmatch(grade) and not any(map(str.isdigit, behind)):  # “三段 本社”
            self.more.append(grade)
            text = behind
        before = dict(self.found)
        words = [word for word in text.split() if not is_label(word)]
        if len(words) > 1 and any(map(str.isdigit, words[-1])):  # “about 1500”
            words = [word for word in words if word.casefold() not in ABOUT]
        if len(words) == 1 and words[0].isdecimal() and _names_fide(text) and self.put(FIDE, words[0]):
            self.unnamed_number = ""
            return
        if not all(self._take_word(word) for word in words):
            self.found = before
            part = text.strip(" ,-–—")
            if not part or all(word.casefold() in ABOUT for word in words):  # “1700 aprox”
                return
            if (
                part.casefold() in CATEGORIES
                or GRADE.fullmatch(part)
                or is_remark(part)
                or are_titles(part)
                or _CATEGORY.fullmatch(part)
                or AGE.fullmatch(part)
                or (tier_of(part) in _HEADS_OF_VALUES and not part.istitle())
                or tier_of(part.split()[0]) == (NOT_USED, 0)
                or self._is_note(part)
                or self.found.setdefault(CLUB, part) != part
            ):
                self.more.append(part)

    def _take_named_ratings(self, text: str) -> bool:
        """Ratings behind the names of those who give them: “FIDE 1600”, of “ICU 1512” the better one."""
        found = _NAMED_RATING.fullmatch(text.strip())
        if (behind := _RATING_OF_OTHERS.fullmatch(text.strip())) and behind[2] not in COUNTRY_OF:  # “1501 FCE”
            self.more += [behind[2]] if self.put(RATING, behind[1]) else [text.strip()]
            return True
        if found is None or not names_ratings(found[1]):
            return False
        rank = rank_of_head(f"Elo {found[1]}")
        known = _RANK_WITHOUT_NAME if self.rank is None else self.rank
        if RATING in self.found and rank >= known:
            self.more.append(text.strip())
            return True
        self.more += [f"{self.found[RATING]}"] if RATING in self.found else []
        self.found[RATING], self.rank = found[2], rank
        return True

    def _is_note(self, part: str) -> bool:
        says_club = any((tier_of(word) or ("", 0))[0] == CLUB for word in part.split())
        return self.has_capitals and _NOTE.match(part) is not None and not says_club

    def _take_word(self, word: str) -> bool:
        bare = word.strip(",;:")
        if (two := _TWO_RATINGS.fullmatch(bare)) and self.put(RATING, two[1]):
            self.more += [two[2]] if two[2].isdecimal() else []
            return True
        return self._take_title(bare) or self._take_code(bare) or self._take_number(bare) or bare in ("-", "–", "")

    def _take_title(self, word: str) -> bool:
        return (word.strip(".,") in TITLES or word in _TITLES_OF_OTHERS) and self.put(TITLE, word.strip(".,"))

    def _take_code(self, word: str) -> bool:
        is_code = word in COUNTRY_OF or word in WITHOUT_COUNTRY or _FLAG.fullmatch(word) is not None
        return is_code and self.put(COUNTRY, word)

    def _take_number(self, word: str) -> bool:
        if _DATE.fullmatch(word.rstrip(".")) or (_YEAR.fullmatch(word) and RATING in self.found):
            return self.put(BIRTH, word)
        word = _POINTS_BEHIND.sub("", word)
        if (joined := _JOINED_RATING.fullmatch(word)) and is_label(joined[1]):  # “レート1502”
            return self.put(RATING, joined[2])
        if word == "0" or _RATING.fullmatch(word) or _THOUSANDS.fullmatch(word):
            return self.put(RATING, word)
        if _LONG_NUMBER.fullmatch(word) and not _FIDE.fullmatch(word):
            self.more.append(word)
            return True
        if not _FIDE.fullmatch(word) or not self.put(FIDE, word):
            return False
        self.unnamed_number = word if _LONG_NUMBER.fullmatch(word) else ""
        return True

    def put(self, column: str, word: str) -> bool:
        """Note what a word says; False where another one said so before."""
        return self.found.setdefault(column, word) == word
