"""Readings of East Asian names in kana, behind the name proper or before it."""

from __future__ import annotations

import re

_KANA = re.compile("[\u3040-\u30ff\uff66-\uff9f\\s\u3000・･ー]+")
_HAN = re.compile("[\u3400-\u9fff々〆ヶ]")
_IN_BRACKETS = re.compile(rf"(.{{1,40}}?)\s*[（(]({_KANA.pattern})[)）]")
_HIRAGANA = re.compile("[\u3040-\u309f\\s\u3000ー]{3,}")


def is_reading(text: str) -> bool:
    """Whether a text in brackets behind a name is how it is read."""
    return _HIRAGANA.fullmatch(text) is not None


def is_kana(text: str) -> bool:
    """Whether a text is in kana alone."""
    return _KANA.fullmatch(text) is not None and bool(text.strip())


def has_han(text: str) -> bool:
    """Whether Chinese characters are in a text."""
    return _HAN.search(text) is not None


def without_reading(name: str) -> tuple[str, str]:
    """A name without its reading, and the reading: ("山田 太郎", "やまだ たろう")."""
    if (inside := _IN_BRACKETS.fullmatch(name)) and has_han(inside[1]):
        return inside[1], inside[2].strip()
    words = name.split()
    kana = [word for word in words if is_kana(word)]
    others = [word for word in words if not is_kana(word)]
    if len(others) < 2 or len(kana) != len(others) or not all(map(has_han, others)):
        return name, ""
    is_beside = words in ([*kana, *others], [*others, *kana])
    return (" ".join(others), " ".join(kana)) if is_beside else (name, "")
