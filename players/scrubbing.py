"""Taking a person's names out of free text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

SHORTEST_WORD = 3
"""Shorter words of a name ("de", "Ng") are words of other sentences too; they go with the whole name only."""
SHORTEST_UNSPACED = 2

_UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "THAI", "LAO", "KHMER", "MYANMAR")


def scrubbed(text: str, names: Iterable[str], stand_in: str) -> str:
    """`text` with `stand_in` for every name in `names`, and for every longer word of one.

    Case makes no difference, nor the order of words or how wide the space between them is. "Anna Meyer"
    also takes "Meyer, Anna" and "Anna"; "Annabel" stays. Texts without any of them come back unchanged.
    """
    composed = clean = unicodedata.normalize("NFC", text)
    for name in sorted(names, key=len, reverse=True):
        for pattern in _patterns(unicodedata.normalize("NFC", name)):
            clean = re.sub(pattern, lambda _match: stand_in, clean, flags=re.IGNORECASE)
    return text if clean == composed else clean


def _patterns(name: str) -> list[str]:
    """The whole name, its words turned round, then each word that is long enough to be meant."""
    words = name.split()
    unspaced = any(unicodedata.name(character, "").startswith(_UNSPACED) for character in name)
    shortest = SHORTEST_UNSPACED if unspaced else SHORTEST_WORD
    wholes = [r",?\s+".join(map(re.escape, whole)) for whole in (words, words[::-1])]
    singles = [re.escape(word) for word in words if len(word) >= shortest]
    # Scripts that put space between words show where a word ends; an underscore is no part of a name.
    before, after = ("", "") if unspaced else (r"(?<![^\W_])", r"(?![^\W_])")
    return [before + pattern + after for pattern in [*wholes, *singles]]
