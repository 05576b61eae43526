"""Letters as they stand on a page, in the order in which they are written: Persian, Arabic and Hebrew run leftwards."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import groupby

_RIGHT_TO_LEFT = ("R", "AL")
_LEFT_TO_RIGHT = ("L", "EN", "AN")
_WITHIN_NUMBERS = frozenset(".,:/-+٫٬")
_MIRRORED = str.maketrans("()[]{}«»<>", ")(][}{»«><")
_WRONG_BRACKETS = re.compile(r"[)\]][^()\[\]]*[(\[]")
_SIGNS_OF_ORDER = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00ad\x00-\x08\x0e-\x1f]")
_FORMS = re.compile("[\ufb00-\ufdff\ufe70-\ufefc\u2f00-\u2fdf\uff9e\uff9f]+")
"""Letters in the form that a place in a word gives them, ligatures, radicals that look like letters of Chinese."""


def written(glyphs: Sequence[str], *, in_leftward: bool = False) -> str:
    """The text of glyphs that stand from left to right; one glyph may stand for several letters, in their order.

    `in_leftward`: most of the file runs leftwards, so this does, whatever names of other scripts are in it.
    """
    parts = [_FORMS.sub(_plain_form, _SIGNS_OF_ORDER.sub("", glyph)) for glyph in glyphs]
    parts = [part for part in parts if part]
    if any(is_leftward(part) for part in parts):
        text = "".join(_leftward(parts, in_leftward=in_leftward))
        if _WRONG_BRACKETS.search(text):
            text = text.translate(_MIRRORED)
    else:
        text = "".join(parts)
    return unicodedata.normalize("NFC", text)


def is_leftward(text: str) -> bool:
    """Whether letters of a script that runs leftwards are in it."""
    return any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in text)


def _plain_form(found: re.Match[str]) -> str:
    return unicodedata.normalize("NFKC", found[0])


def runs_leftwards(texts: Iterable[str]) -> bool:
    """Whether most letters are of scripts that run leftwards."""
    letters = [letter for text in texts for letter in text if letter.isalpha()]
    return sum(map(is_leftward, letters)) * 2 > len(letters)


def _leftward(parts: Sequence[str], *, in_leftward: bool) -> list[str]:
    """All from right to left, and what runs rightwards in it, words and numbers, as it stands."""
    kinds = _kinds(parts)
    if not in_leftward and sum(map(_has_rightward_letter, parts)) > kinds.count("R"):
        runs = [list(run) for _is_left, run in groupby(zip(parts, kinds, strict=True), lambda each: each[1] == "R")]
        return [part for run in runs for part, _kind in (reversed(run) if run[0][1] == "R" else run)]
    made: list[str] = []
    backwards = zip(reversed(parts), reversed(kinds), strict=True)
    for is_rightward, run in groupby(backwards, lambda each: each[1] == "L"):
        found = [part for part, _kind in run]
        made += reversed(found) if is_rightward else found
    return made


def _has_rightward_letter(part: str) -> bool:
    return any(unicodedata.bidirectional(letter) == "L" for letter in part)


def _kinds(parts: Sequence[str]) -> list[str]:
    """Whether each glyph runs right (L) or left (R): signs and blanks as both of their neighbours do, else "-"."""
    kinds = [_direction_of(part) for part in parts]
    behind = ["-"] * (len(kinds) + 1)
    for place in range(len(kinds) - 1, -1, -1):
        behind[place] = behind[place + 1] if kinds[place] == "-" else kinds[place]
    before, has_letter, beside = "-", False, [*kinds, "-"]
    for place, kind in enumerate(kinds):
        if kind == "-" and before == behind[place] != "-":
            is_next, follows = beside[place + 1] == "L", beside[place - 1] == "L"
            goes_on = is_next if parts[place].isspace() else follows and (is_next or has_letter)
            is_number = parts[place] in _WITHIN_NUMBERS
            kinds[place] = before if before == "R" or (goes_on and (has_letter or is_number)) else "-"
        before = before if kinds[place] == "-" else kinds[place]
        has_letter = kinds[place] == "L" and (has_letter or _has_rightward_letter(parts[place]))
    return kinds


def _direction_of(part: str) -> str:
    found = {unicodedata.bidirectional(letter) for letter in part}
    if found & {*_RIGHT_TO_LEFT}:
        return "R"
    return "L" if found & {*_LEFT_TO_RIGHT} else "-"
