"""Finding a person's names in free text, and putting something else in their place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from players.names import IGNORABLE

SHORTEST_WORD = 3
"""Shorter words of a name ("de", "Ng") are words of other sentences too; they go with the whole name only."""
SHORTEST_UNSPACED = 2
MOST_TURNED = 6
"""A name of more words is looked for forwards and backwards alone, so that no name makes the search slow."""
AROUND = 40
"""How many characters are shown on each side of what was found."""

_UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "THAI", "LAO", "KHMER", "MYANMAR")

_ACCENTS = "\u0300-\u036f"
_UNSEEN = IGNORABLE + "\u0640"
_REST_OF_A_LETTER = "\u3099\u309a\u11a8-\u11c2"
"""What follows a kana or a Korean syllable that is another one with it, where all stands apart."""
_LETTERS = {"ی": "[یيى]", "ي": "[یيى]", "ى": "[یيى]", "ک": "[کك]", "ك": "[کك]"}
"""Persian letters that come typed with their Arabic forms as well."""
_BETWEEN_WORDS = r"(?:\s*[,،、，]\s*|[\s_]+|[.-])"
_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Where in a text, taken apart (`apart`), something stands: from `start` up to `end`."""

    start: int
    end: int

    def meets(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What was found, with a little of the text on each side."""

    left: str
    found: str
    right: str


class NameFinder:
    """Finds whole names in a text, and single words of them. Case, accents and invisible characters make no difference.

    A whole name is found in its own order, turned round ("Müller, Anna"; "de Meyer, Anna"), and with commas, hyphens,
    dots or underscores between its words. Texts are given as `apart` makes them; spans are positions in that.
    """

    def __init__(self, names: Iterable[str]) -> None:
        known = sorted({name for name in names if name}, key=lambda name: (-len(name), name))
        self._wholes = _any_of(pattern for name in known for pattern in _patterns(name))
        self._words = _any_of(pattern for name in known for pattern in _patterns_of_words(name))

    def wholes(self, text: str) -> list[Span]:
        """Where a whole name stands, from the left; no two of them overlap."""
        return [Span(*match.span()) for match in self._wholes.finditer(text)]

    def words(self, text: str) -> list[Span]:
        """Where a longer word of a name stands by itself: outside of every whole name."""
        wholes = self.wholes(text)
        found = (Span(*match.span()) for match in self._words.finditer(text))
        return [span for span in found if not any(span.meets(whole) for whole in wholes)]


def decompose(text: str) -> str:
    """`text` with every accent standing apart from its letter: what spans are positions in."""
    return unicodedata.normalize("NFD", text)


def replace_spans(text: str, spans: Iterable[Span], stand_in: str) -> str:
    """`text` (apart) with `stand_in` in the place of each span, composed again."""
    parts, behind = [], 0
    for span in sorted(spans):
        parts += [text[behind : span.start], stand_in]
        behind = span.end
    return unicodedata.normalize("NFC", "".join([*parts, text[behind:]]))


def excerpt(text: str, span: Span) -> Excerpt:
    """What stands at `span` of a text (apart), with what is around it."""
    start, end = max(0, span.start - AROUND), span.end + AROUND
    left, right = text[start : span.start], text[span.end : end]
    return Excerpt(
        *(
            unicodedata.normalize("NFC", part)
            for part in (
                ("…" if start else "") + left,
                text[span.start : span.end],
                right + ("…" if end < len(text) else ""),
            )
        )
    )


def _any_of(patterns: Iterable[str]) -> re.Pattern[str]:
    alternatives = list(dict.fromkeys(patterns))
    return re.compile("|".join(alternatives), re.IGNORECASE) if alternatives else _NEVER


def _patterns(name: str) -> Iterator[str]:
    """The whole name, and its words turned round."""
    words = _words_of(name)
    unspaced = _is_unspaced(name)
    between = _BETWEEN_WORDS + "?" if unspaced else _BETWEEN_WORDS
    turned = [words[first:] + words[:first] for first in range(len(words))]
    for order in [*turned[: len(turned) if len(words) <= MOST_TURNED else 1], words[::-1]]:
        yield _alone(between.join(map(_spelling_pattern, order)), unspaced)


def _patterns_of_words(name: str) -> Iterator[str]:
    """Each word of the name that is long enough to be meant."""
    unspaced = _is_unspaced(name)
    shortest = SHORTEST_UNSPACED if unspaced else SHORTEST_WORD
    for word in _words_of(name):
        if len(word) >= shortest:
            yield _alone(_spelling_pattern(word), unspaced)


def _words_of(name: str) -> list[str]:
    return unicodedata.normalize("NFC", name).split()


def _is_unspaced(name: str) -> bool:
    return any(unicodedata.name(character, "").startswith(_UNSPACED) for character in name)


def _alone(pattern: str, unspaced: bool) -> str:
    """`pattern` where it is no part of a longer word.

    Scripts that put space between words show where a word ends; an underscore is no part of a name.
    """
    if unspaced:
        return f"{pattern}(?![{_REST_OF_A_LETTER}])"
    return rf"(?<![^\W_])(?<![{_ACCENTS}]){pattern}(?![^\W_]|[{_ACCENTS}])"


def _spelling_pattern(word: str) -> str:
    """A pattern for `word` with and without accents and invisible characters, in a text that is apart."""
    letters = re.sub(f"[{_ACCENTS}{_UNSEEN}]", "", unicodedata.normalize("NFD", word))
    return "".join(_LETTERS.get(letter, re.escape(letter)) + f"[{_ACCENTS}{_UNSEEN}]*" for letter in letters)
