"""Players of a list whom a sentence of the mail or chat around it takes off: “Ada Byron can't make it this year”."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gipf_engine.player_lists.headings import plain
from gipf_engine.player_lists.letters import EAST_ASIAN
from gipf_engine.player_lists.words import CANCELS, CANCELS_INSIDE, PARTLY, REMARKS

_WORD = re.compile(r"[^\W\d_](?:[\w'’-]|[\u0900-\u0dff])*")
"""With the signs of vowels that Indian scripts write behind letters."""
_SIGNED = re.compile(r"[(\[（]([^()\[\]（）]{2,40})[)\]）]\W*$")
_MOST_LETTERS = 400
_MOST_WORDS_OF_A_WRITER = 4


def says_no(text: str) -> bool:
    """Whether a text says that its writer, or whom it names, does not play, and not only for a part of the event."""
    return _phrase(text) is not None


def cancelled(sentences: Sequence[str], names: Sequence[str]) -> set[int]:
    """Which of the names, by place, sentences take off. “Ada: I can't come” names who wrote it before a colon."""
    found: set[int] = set()
    words_of = [frozenset(map(plain, _WORD.findall(name))) for name in names]
    for sentence in sentences:
        phrase = _phrase(sentence)
        if phrase is None:
            continue
        text = sentence[:_MOST_LETTERS]
        writer, colon, _said = text[: phrase.start()].partition(": ")
        before = list(map(plain, _WORD.findall(text[len(writer) if colon else 0 : phrase.start()])))
        said = frozenset(before) | frozenset(map(plain, _WORD.findall(text[phrase.end() :])))
        whole = {place for place, words in enumerate(words_of) if len(words) > 1 and words <= said}
        if not whole and EAST_ASIAN.search(text):
            whole = {place for place, name in enumerate(names) if len(name) > 1 and plain(name) in plain(text)}
        signed = list(map(plain, _WORD.findall(sign[1]))) if (sign := _SIGNED.search(text, phrase.end())) else []
        found |= (
            whole
            or _only_one(before[-1:], words_of)
            or _only_one(_words_of_writer(writer, colon), words_of)
            or _only_one(signed, words_of)
        )
    return found


def _phrase(text: str) -> re.Match[str] | None:
    text = text[:_MOST_LETTERS].replace("’", "'")
    found = CANCELS.search(text) or CANCELS_INSIDE.search(text)
    if found is None:
        return None
    behind = text[found.end() :].casefold()
    is_in_part = any(map(str.isdigit, behind[:40])) or not (REMARKS | PARTLY).isdisjoint(_WORD.findall(behind)[:3])
    return None if is_in_part else found


def _words_of_writer(writer: str, colon: str) -> list[str]:
    words = list(map(plain, _WORD.findall(writer))) if colon else []
    return words if len(words) <= _MOST_WORDS_OF_A_WRITER else []


def _only_one(words: Sequence[str], words_of: Sequence[frozenset[str]]) -> set[int]:
    """The one player whose name has all these words."""
    fitting = {place for place, name in enumerate(words_of) if words and name.issuperset(words)}
    return fitting if len(fitting) == 1 else set()
