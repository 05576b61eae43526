"""Heads of columns by the words that they are made of: “Elo FIDE der Spielerin”, “Datum narození hráče”.

`words_of_heads.toml` has the words by language. A head is understood in a language that knows all its words, beside
English, whose words all lists use. Loosely, words may also be joined, cut off or in another case, and one unknown.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from gipf_engine.player_lists.known_heads import Tier
from gipf_engine.player_lists.meanings import NOT_USED
from gipf_engine.player_lists.word_meanings import decide

_COMMON = "en"
_WITHOUT_SPACES = frozenset({"ja", "zh", "ko", "th"})
_CASE_CHANGE = re.compile(r"(?<=[a-zа-яà-ÿ])(?=[A-ZА-ЯÀ-Þ][a-zа-яà-ÿ])")
_HEBREW_MARK = re.compile("(?<=[א-ת])[\"'״׳](?=[א-ת])")
_TOKEN = re.compile(r"[^\s_/\\|()\[\]{}（）【】,;:،؛、，：；？–—?!*+&\"“”„«»<>=…·・]+")
_BRACKETS = re.compile(r"[(\[（【][^)\]）】]*[)\]）】]")
_TWO_WORDS_OF_NAMES = re.compile(r"\b(first|given|last|family)[ -]?names?\b(?! (?:and|&|/))", re.IGNORECASE)
_FORMAT = re.compile(r"(?=.*(?:([yjamdtgгдм])\1|[dtgд][./-][mм][./-]))[yjamdtgгдм./-]{4,10}|x+|\d+(?:st|nd|rd|th)?")
"""What says how a date is written: YYYY, DD.MM.YYYY, гггг."""
_LITTLE = frozenset({"filler", "date", "year", "number", "full"})
_MOST_WORDS = 7
_MOST_WORDS_LOOSELY = 14
_SHORTEST_BEGINNING = 2
_SHORTEST_STEM = 5
_ENDING = 2
_LONGEST_WORD = 30
UNKNOWN_QUESTION: Tier = (NOT_USED, 1)
"""Surely a head, of which no one knows what it asks for."""
_JOINTS = ("", "s", "n", "en", "e")


@dataclass(slots=True)
class _Words:
    """The words of a language: what each says, and those that may have any ending."""

    whole: dict[str, set[str]] = field(default_factory=dict)
    stems: dict[str, set[str]] = field(default_factory=dict)

    def kinds(self, word: str) -> set[str]:
        if word in self.whole:
            return self.whole[word]
        for end in range(len(word), 2, -1):
            if word[:end] in self.stems:
                return self.stems[word[:end]]
        return set()

    def kinds_of_beginning(self, word: str) -> set[str]:
        """What a word that is cut off says: nothing if words of several kinds begin so."""
        begun = [kinds for known, kinds in self._all() if known.startswith(word)]
        return begun[0] if begun and all(kinds == begun[0] for kinds in begun) else set()

    def kinds_that_begin(self, word: str) -> set[str]:
        """All that words with this beginning say."""
        return {kind for known, kinds in self._all() if known.startswith(word) for kind in kinds}

    def kinds_of_form(self, word: str) -> set[str]:
        """What a word says that is another form of a known one."""
        for length in range(len(word), max(_SHORTEST_STEM, len(word) - _ENDING) - 1, -1):
            for known, kinds in self._all():
                if known.startswith(word[:length]) and len(known) - length <= _ENDING:
                    return kinds
        return set()

    def kinds_of_joined(self, word: str) -> set[str]:
        """What both halves of a word say: “Geburtsjahr”, “Klubnavn”."""
        shortest = 4 if word.isascii() else 3
        for end in range(len(word) - 2, shortest - 1, -1):
            right = self.kinds(word[end:])
            for joint in _JOINTS if right else ():
                left = self.kinds(word[:end].removesuffix(joint)) if word[:end].endswith(joint) else set()
                if left:
                    return left | right
        return set()

    def _all(self) -> Iterator[tuple[str, set[str]]]:
        yield from self.whole.items()
        yield from self.stems.items()


_LISTED: Mapping[str, Mapping[str, str]] = tomllib.loads(
    Path(__file__).with_name("words_of_heads.toml").read_text("utf-8")
)


def _listed_words() -> Iterator[list[str]]:
    return (words.split() for kinds in _LISTED.values() for words in kinds.values())


def _read_words(plain: Callable[[str], str]) -> Mapping[str, _Words]:
    languages: dict[str, _Words] = {}
    for language, kinds in _LISTED.items():
        words = languages[language] = _Words()
        for kind, listed in kinds.items():
            for word in listed.split():
                table = words.stems if word.endswith("*") else words.whole
                table.setdefault(plain(word.rstrip("*")), set()).add(kind)
    return languages


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of all languages. `plain` says how they are compared."""

    plain: Callable[[str], str]
    languages: Mapping[str, _Words]
    known: frozenset[str]
    """Words of any language, for a quick look whether a cell may be a head at all."""
    beginnings: frozenset[str]
    spelled: frozenset[str]
    """The words with their accents."""
    everywhere: Mapping[str, set[str]]
    """Words that say no more than “of” and “date”, of all languages: neighbours share them."""

    def tier_of(self, head: str, *, loosely: bool = False) -> Tier | None:
        """What a column of this head holds, by its words."""
        for text in dict.fromkeys((_BRACKETS.sub(" ", head), head)):
            tokens = self._tokens(text)
            if 0 < len(tokens) <= (_MOST_WORDS_LOOSELY if loosely else _MOST_WORDS):
                found = self._understand(tokens, loosely=loosely)
                if found is not None:
                    return found
        return None

    def is_of(self, word: str, kinds: set[str]) -> bool:
        """Whether a word says one of these things in some language, and nothing else there."""
        found = (words.whole.get(word) for words in self.languages.values())
        return any(each <= kinds for each in found if each)

    def tier_of_question(self, question: str) -> Tier:
        """What answers to a question are: most of its words are known to no one, some say what is asked for."""
        texts = dict.fromkeys((_BRACKETS.sub(" ", question), question))
        for text, loosely in ((text, loosely) for text in texts for loosely in (False, True)):
            tokens = self._tokens(text)[:_MOST_WORDS_LOOSELY]
            votes: Counter[Tier] = Counter()
            best = (0, 0)
            for language in self.languages if tokens else ():
                kinds, native, unknown = self._kinds_in(language, tokens, loosely=loosely)
                if language in _WITHOUT_SPACES:
                    inside = [
                        _known_inside(self.languages[language], word, is_question=True) for word, _is_cut in tokens
                    ]
                    kinds, native = kinds.union(*inside), native + sum(map(bool, inside))
                tier = decide(kinds, 0, is_one_word=False) if kinds - {"filler"} else None
                worth = (native, -unknown)
                if native and worth > best:
                    best, votes = worth, Counter()
                if native and worth == best:
                    votes[tier or UNKNOWN_QUESTION] += 1
            known = [tier for tier, _times in votes.most_common() if tier != UNKNOWN_QUESTION]
            if known:
                return known[0]
        return UNKNOWN_QUESTION

    def _tokens(self, text: str) -> list[tuple[str, bool]]:
        """The words, and whether each is cut off by a point."""
        found: list[tuple[str, bool]] = []
        text = _TWO_WORDS_OF_NAMES.sub(r"\1name", text)
        for token in _TOKEN.findall(_CASE_CHANGE.sub(" ", _HEBREW_MARK.sub("", unicodedata.normalize("NFKC", text)))):
            if _FORMAT.fullmatch(token.casefold()):
                continue
            parts = [token]
            if self.plain(token) not in self.known:
                parts = [part for part in re.split(r"(?<=\.)|[-‐'’]", token) if part]
            found += [(self.plain(part)[:_LONGEST_WORD], part.endswith(".")) for part in parts if self.plain(part)]
        return found

    def _understand(self, tokens: Sequence[tuple[str, bool]], *, loosely: bool) -> Tier | None:
        if not loosely and not all(self._may_be_known(word, is_cut=is_cut) for word, is_cut in tokens):
            return None
        votes: Counter[Tier] = Counter()
        best = (0, 0)
        if len(tokens) == 1 and tokens[0][1] and not self._is_plain(tokens[0][0]):
            return None
        for language in self.languages:
            kinds, native, unknown = self._kinds_in(language, tokens, loosely=loosely)
            if not unknown and any("kin" in self.languages[language].kinds(word) for word, _is_cut in tokens):
                return None
            if unknown and not loosely:
                continue
            tier = decide(kinds, unknown, is_one_word=len(tokens) == 1) if kinds else None
            if tier is None:
                continue
            worth = (-unknown, native)
            if not votes or worth > best:
                best, votes = worth, Counter()
            if worth == best:
                votes[tier] += 1
        return votes.most_common(1)[0][0] if votes else None

    def _is_plain(self, beginning: str) -> bool:
        """Whether words that begin so say one thing in all languages: “Clas.” is a place in one, else a rating."""
        if beginning in self.known or len(beginning) <= _SHORTEST_BEGINNING:
            return len(beginning) > _SHORTEST_BEGINNING
        return len(set().union(*(words.kinds_that_begin(beginning) for words in self.languages.values()))) == 1

    def _may_be_known(self, word: str, *, is_cut: bool) -> bool:
        if word in self.known or (is_cut and word[:_SHORTEST_BEGINNING] in self.beginnings):
            return True
        return any(word[:end] in self.known for end in range(len(word), 2, -1))

    def _kinds_in(
        self, language: str, tokens: Sequence[tuple[str, bool]], *, loosely: bool
    ) -> tuple[set[str], int, int]:
        """What the words say in a language, how many are its own, and how many no one there knows."""
        words, common = self.languages[language], self.languages[_COMMON]
        said: set[str] = set()
        native = unknown = 0
        is_when = any((words.kinds(word) or common.kinds(word)) & {"year", "date"} for word, _is_cut in tokens)
        for word, is_cut in tokens:
            kinds = _look_up(words, word, is_cut=is_cut, loosely=loosely)
            if not kinds and language in _WITHOUT_SPACES:
                kinds = _segments(words, common, word) or (_known_inside(words, word) if loosely else set())
            if kinds:
                native += 1
            else:
                kinds = _look_up(common, word, is_cut=is_cut, loosely=loosely) or self.everywhere.get(word, set())
            if not kinds and is_cut and is_when and "birth" in words.kinds_that_begin(word):
                kinds, native = {"birth"}, native + 1  # “Dz. gads”: what else begins so has no year
            said |= kinds
            unknown += not kinds
        return said, native, unknown


def _look_up(words: _Words, word: str, *, is_cut: bool, loosely: bool) -> set[str]:
    kinds = words.kinds(word)
    if not kinds and is_cut and len(word) >= _SHORTEST_BEGINNING:
        kinds = words.kinds_of_beginning(word)
    if not kinds and loosely:
        kinds = words.kinds_of_joined(word) or words.kinds(_without_article(word))
    if not kinds and loosely and len(word) > _SHORTEST_STEM:
        kinds = words.kinds_of_form(word)
    return kinds


def _without_article(word: str) -> str:
    """A word of Arabic or Hebrew without its article or “and”; of those that had none, with it."""
    for article in ("وال", "ال", "و", "ה"):
        if word.startswith(article) and len(word) > len(article) + 2:
            return word.removeprefix(article)
    return word


def _segments(words: _Words, common: _Words, text: str) -> set[str]:
    """What a text without spaces says if it consists of known words alone: 参加者氏名, 선수이름."""
    said: set[str] = set()
    at = 0
    while at < len(text):
        for end in range(len(text), at, -1):
            kinds = words.whole.get(text[at:end]) or (common.whole.get(text[at:end]) if end - at > 1 else None)
            if kinds:
                said |= kinds
                at = end
                break
        else:
            return set()
    return said


def _known_inside(words: _Words, text: str, *, is_question: bool = False) -> set[str]:
    """What known words of two letters or more in a text without spaces say: 所属クラブはどちらですか."""
    said: set[str] = set()
    at = covered = 0
    while at < len(text):
        end = next((end for end in range(len(text), at + 1, -1) if text[at:end] in words.whole), at)
        said |= words.whole.get(text[at:end], set())
        covered += end - at
        at = max(end, at + 1)
    return said if covered * 2 >= len(text) or is_question else set()


@lru_cache(maxsize=1)
def vocabulary(plain: Callable[[str], str]) -> Vocabulary:
    """The words of all languages, read once."""
    languages = _read_words(plain)
    known = frozenset(
        word for words in languages.values() for table in (words.whole, words.stems) for word in table if word
    )
    beginnings = frozenset(word[:_SHORTEST_BEGINNING] for word in known)
    spelled = frozenset(word.strip("*").casefold() for words in _listed_words() for word in words)
    everywhere: dict[str, set[str]] = {}
    for words in languages.values():
        for word, kinds in words.whole.items():
            if kinds <= _LITTLE and len(word) > 1:
                everywhere.setdefault(word, set()).update(kinds)
    return Vocabulary(plain, languages, known, beginnings, spelled, everywhere)
