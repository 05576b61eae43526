"""Lines of plain text that name several players: numbered ones side by side, and names between commas."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from gipf_engine.player_lists.given_names import PARTICLES, is_given_name

_NUMBERED = re.compile(r"(?:^|\s)\s*(?=\d{1,3}[.)]\s?[^\W\d_])")
_BARE_NUMBER = re.compile(r"(?:^\s*|(?<!\s)\s{2,})(\d{1,3})\s+(?=[^\W\d_])")
"""Before a name, behind a gap: “1  Ada Byron  1815     8  Ben Carol  1702”. A gap is tried from its begin alone."""
_GAP = re.compile(r"\s{2,}")
_CIRCLED = re.compile("(?<!^)(?=[\u2460-\u2473])")
_COMMAS = re.compile(r"\s*[,;]\s+|\s+(?:and|und|y|e|et|en|i|a|och|og|ja|és|и|та|και|ve|dan|و)\s+|\s*،\s*")
_EAST_ASIAN_COMMAS = re.compile(r"\s*[、，,]\s*")
_EAST_ASIAN_NAME = re.compile(
    "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,6}(?:[ \u3000][\u3040-\u30ff\u3400-\u9fff]{1,4})?"
)
_LABEL = re.compile(r"[^:：]{0,80}[:：]\s*")
_BESIDE = re.compile(r"[(\[（].*?[)\]）]|\d+")
_NAME = r"[^\W\d_][^\d()\[\]]{3,40}"
_RATING = r"[\s(\[,]{1,2}\d{3,4}[)\]]?"
_PAIR = re.compile(
    rf"\s{{0,4}}(?:\d{{1,3}}[.)]\s)?{_NAME}{_RATING}\s(?P<joint>[&+/]|and|und|y|e|et|en|i|a|och|og|ja|és|и|та|και|ve)\s"
    rf"{_NAME}{_RATING}"
)
"""Two players of one line, each with a rating."""
_LONGEST_PAIR, _NUMBER_OF_PAIR = 160, 2
_WORD = re.compile(r"[^\W\d_]{2,}")
_FEWEST_NAMES, _MOST_NAMES = 3, 30
_FEWEST_WORDS, _MOST_WORDS = 2, 5
_FEWEST_BESIDE, _MOST_BESIDE = 2, 8
_MOST_LETTERS = 1_000


def entries_of(lines: Sequence[str]) -> list[tuple[int, str]]:
    """The players whom lines of plain text name, with the number of their line from 1: mostly one a line.

    Of numbered lists side by side the first comes first.
    """
    circled = [_CIRCLED.split(line.strip()) if _CIRCLED.search(line[:_MOST_LETTERS]) else [line] for line in lines]
    if any(len(parts) > 1 for parts in circled):
        return [(number, part.strip()) for number, parts in enumerate(circled, 1) for part in parts]
    if (pairs := _pairs_with_ratings(lines)) is not None:
        return pairs
    beside = list(map(_numbered_beside, lines))
    if sum(len(parts) > 1 for parts in beside) < _FEWEST_BESIDE:
        return [(number, part) for number, line in enumerate(lines, 1) for part in _people_between_commas(line)]
    columns = range(max(map(len, beside)))
    return [
        (number, parts[column]) for column in columns for number, parts in enumerate(beside, 1) if column < len(parts)
    ]


def _pairs_with_ratings(lines: Sequence[str]) -> list[tuple[int, str]] | None:
    """Both players of lines such as “Ada Byron (1500) and Ben Carol (1620)”; None where few lines are so."""
    filled = [line for line in lines if line.strip()]
    joints = Counter(
        found["joint"] for line in filled if len(line) <= _LONGEST_PAIR and (found := _PAIR.fullmatch(line))
    )
    joint, times = joints.most_common(1)[0] if joints else ("", 0)
    if times < _FEWEST_BESIDE or times * 2 < len(filled) - 1:
        return None
    return [(number, part) for number, line in enumerate(lines, 1) for part in _parts_of_pair(line, joint)]


def _parts_of_pair(line: str, joint: str) -> list[str]:
    """The two of a line that are joined as those of most lines are, one of them perhaps without a rating."""
    parts = line.split(f" {joint} ") if len(line) <= _LONGEST_PAIR else []
    are_two = len(parts) == _NUMBER_OF_PAIR and all(len(_WORD.findall(part)) > 1 for part in parts)
    return parts if are_two else [line]


def with_signed_numbers(lines: Sequence[str]) -> list[str] | None:
    """Lines in which bare numbers count down several columns, 1 to 7, then 8 to 13, as “1. Ada Byron | 1815  8. …”.

    The last columns may be shorter. None where numbers do not count so.
    """
    made: list[str] = []
    columns: list[list[int]] = []
    for line in lines:
        found = list(_BARE_NUMBER.finditer(line)) if len(line) <= _MOST_LETTERS else []
        if not found or line[: found[0].start()].strip():
            made.append(line)
            continue
        ends = [*(each.start() for each in found[1:]), len(line)]
        parts = [_GAP.sub(" | ", line[each.end() : end].strip()) for each, end in zip(found, ends, strict=True)]
        made.append("   ".join(f"{each[1]}. {part}" for each, part in zip(found, parts, strict=True)))
        columns += [[] for _column in range(len(columns), len(found))]
        for column, each in zip(columns, found, strict=False):
            column.append(int(each[1]))
    counted = [number for column in columns for number in column]
    are_several = 1 < len(columns) <= _MOST_BESIDE and len(columns[1]) >= _FEWEST_BESIDE
    return made if are_several and counted == list(range(1, len(counted) + 1)) else None


def _numbered_beside(line: str) -> list[str]:
    """The entries of a line in which lists stand side by side: “1. Ada Byron    7. Ben Carol”."""
    parts = [part.strip() for part in _NUMBERED.split(line[:_MOST_LETTERS]) if part.strip()]
    are_numbered = all(part[0].isdigit() for part in parts)
    return parts if 1 < len(parts) <= _MOST_BESIDE and are_numbered else [line]


def _people_between_commas(line: str) -> list[str]:
    """The people whom a sentence lists: “We are: Ada Byron (1700), Ben Carol, and Cleo Dunn.”; else the line alone."""
    text = line[:_MOST_LETTERS].strip().rstrip(".。")
    text = text[label.end() :] if (label := _LABEL.match(text)) else text
    for between, is_name in ((_EAST_ASIAN_COMMAS, _is_east_asian), (_COMMAS, _is_western)):
        people = [each.strip() for each in between.split(text) if each.strip()]
        if _FEWEST_NAMES <= len(people) <= _MOST_NAMES and all(map(is_name, people)) and (label or _are_known(people)):
            return people
    return [line]


def _is_east_asian(text: str) -> bool:
    return _EAST_ASIAN_NAME.fullmatch(_BESIDE.sub("", text).strip()) is not None


def _is_western(text: str) -> bool:
    words = _BESIDE.sub(" ", text).split()
    are_names = all(word[0].isupper() or word.casefold() in PARTICLES or word == word.swapcase() for word in words)
    return _FEWEST_WORDS <= len(words) <= _MOST_WORDS and are_names and "." not in text.split()[-1]


def _are_known(people: Sequence[str]) -> bool:
    """Whether most of them have a common first name, or all a name of an East Asian script."""
    if all(map(_is_east_asian, people)):
        return True
    known = sum(any(map(is_given_name, each.split()[:2])) for each in people)
    return known * 3 >= len(people) * 2
