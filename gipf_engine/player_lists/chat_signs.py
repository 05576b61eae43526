"""Pictures, stars and struck lines in chats, as one would type them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

PICTURE = re.compile("[\u2190-\u2bff\ufe0f\U0001f000-\U0001f1e5\U0001f200-\U0001faff]+")
_KEYCAPS = re.compile("((?:[0-9]\ufe0f?\u20e3)+)|\U0001f51f")
_CHAT_STRESS = re.compile(r"(?<![^\s])([*_])(\S[^*_]*)\1(?!\w)")
_STRUCK = re.compile(r"[\W\d]*(~{1,2})[^~]+\1\W*|\W*<s>.*</s>\W*")
_STRUCK_CELL = re.compile(r"~{1,2}([^~]+?)~{1,2}")
_ALIKE = frozenset("🔴🟠🟡🟢🔵🟣🟤⚫⚪🟥🟧🟨🟩🟦🟪⬛⬜✅❌❓❔☑✔✖❎⏳⌛⚠👍👎🙋🚫⛔")
"""Pictures that lists use beside each other: who is in, who is not."""
_TICKS, CROSSES = frozenset("✅☑✔👍🟢"), frozenset("❌✖❎🚫⛔👎🔴")


def as_typed(text: str, bullets: frozenset[str] = frozenset()) -> str:
    """A line of a chat as one would type it: 1. of 1️⃣, and without the stars around bold text."""
    if text.lstrip().startswith("**"):
        return text
    picture = PICTURE.match(text.strip())
    if picture is not None and picture[0] in bullets and not is_crossed(text, bullets):
        text = f"- {text.strip()[picture.end() :].lstrip()}"
    text = _KEYCAPS.sub(lambda keys: f"{re.sub(r'[^0-9]', '', keys[0]) or 10}. ", text)
    return _CHAT_STRESS.sub(r"\2", text)


def is_struck(text: str) -> bool:
    """Whether a line is crossed out, as chats do: ~~Ada Byron~~, or begins with a cross."""
    return text.strip()[:1] in CROSSES or _STRUCK.fullmatch(text) is not None


def as_struck(text: str) -> str:
    """A cell that its workbook or page strikes through, as chats write it."""
    return f"~{text}~" if text.strip() else text


def without_strikes(table: Sequence[Sequence[str]]) -> tuple[list[list[str]], frozenset[int]]:
    """A table without signs of struck cells, and the lines, from 0, of which most words are struck."""
    struck: set[int] = set()
    made: list[list[str]] = []
    for number, line in enumerate(table):
        bare = [found[1] if (found := _STRUCK_CELL.fullmatch(cell)) else cell for cell in line]
        words = [place for place, cell in enumerate(bare) if sum(map(str.isalpha, cell)) > 1]
        if words and sum(bare[place] != line[place] for place in words) * 2 >= len(words):
            struck.add(number)
        made.append(bare)
    return made, frozenset(struck)


def is_crossed(text: str, pictures: frozenset[str]) -> bool:
    """Whether a line begins with a cross where others begin with a tick."""
    bare = {picture.rstrip("\ufe0f") for picture in pictures}
    return text.strip()[:1] in CROSSES and not bare.isdisjoint(_TICKS)


def repeated_pictures(lines: Sequence[str]) -> frozenset[str]:
    """The pictures with which two lines or more begin: bullets, as 👉."""
    begins = Counter(found[0] for line in lines if (found := PICTURE.match(line.strip())))
    alike = [picture for picture in begins if picture.rstrip("\ufe0f") in _ALIKE]
    if sum(begins[picture] for picture in alike) > 1:
        begins.update(alike)
    bullets = {picture for picture, times in begins.items() if times > 1}
    for before, line in pairwise(lines):
        one, two = PICTURE.match(before.strip()), PICTURE.match(line.strip())
        if one is not None and two is not None and one[0] in bullets:
            bullets.add(two[0])
    return frozenset(bullets)
