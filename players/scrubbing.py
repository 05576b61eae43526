"""Taking a person's names out of free text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

SHORTEST_WORD = 3
"""Shorter words of a name ("de", "Ng") are words of other sentences too; they go with the whole name only."""
SHORTEST_UNSPACED = 2

_UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "THAI", "LAO", "KHMER", "MYANMAR")


_ACCENTS = "\u0300-\u036f"
_UNSEEN = "\u200c\u200d\u0640"
_REST_OF_A_LETTER = "\u3099\u309a\u11a8-\u11c2"
"""What follows a kana or a Korean syllable that is another one with it, where all stands apart."""
_LETTERS = {"ی": "[یيى]", "ي": "[یيى]", "ى": "[یيى]", "ک": "[کك]", "ك": "[کك]"}
"""Persian letters that come typed with their Arabic forms as well."""


def scrubbed(text: str, names: Iterable[str], stand_in: str) -> str:
    """`text` with `stand_in` for every name in `names`, and for every longer word of one.

    Case and accents make no difference, nor the order of words or how wide the space between them is. "Anna Müller"
    also takes "Muller, Anna" and "Anna"; "Annabel" stays. Texts without any of them come back unchanged.
    """
    apart = clean = unicodedata.normalize("NFD", text)
    for name in sorted(names, key=len, reverse=True):
        for pattern in _patterns(name):
            clean = re.sub(pattern, lambda _match: stand_in, clean, flags=re.IGNORECASE)
    return text if clean == apart else unicodedata.normalize("NFC", clean)


def _patterns(name: str) -> list[str]:
    """The whole name, its words turned round, then each word that is long enough to be meant."""
    words = unicodedata.normalize("NFC", name).split()
    unspaced = any(unicodedata.name(character, "").startswith(_UNSPACED) for character in name)
    shortest = SHORTEST_UNSPACED if unspaced else SHORTEST_WORD
    wholes = [r",?\s+".join(map(_spelled, whole)) for whole in (words, words[::-1])]
    singles = [_spelled(word) for word in words if len(word) >= shortest]
    # Scripts that put space between words show where a word ends; an underscore is no part of a name.
    before = "" if unspaced else rf"(?<![^\W_])(?<![{_ACCENTS}])"
    after = f"(?![{_REST_OF_A_LETTER}])" if unspaced else rf"(?![^\W_]|[{_ACCENTS}])"
    return [before + pattern + after for pattern in [*wholes, *singles]]


def _spelled(word: str) -> str:
    """A pattern for `word` with and without accents and invisible joiners, in a text whose accents stand apart."""
    letters = re.sub(f"[{_ACCENTS}{_UNSEEN}]", "", unicodedata.normalize("NFD", word))
    return "".join(_LETTERS.get(letter, re.escape(letter)) + f"[{_ACCENTS}{_UNSEEN}]*" for letter in letters)
