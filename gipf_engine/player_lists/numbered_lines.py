"""Lines that begin with the numbers of a list, once or again and again in a chat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from gipf_engine.messages import Message
from gipf_engine.player_lists.plain_lines import begins_with_place
from gipf_engine.player_lists.team_headings import HEADING

_NUMBER_BEFORE = re.compile(r"\s*\W?\s?(\d{1,4})\W")
_LONGEST_PART = 40
_BARE_NUMBER = re.compile(r"\s*\d{1,4}\s+(?![-–—])")
_LONG_NUMBER = re.compile(r"\d{3}")


def headings_between(lines: Sequence[str], numbered: Sequence[int]) -> dict[int, Message]:
    """Lines without a number or a digit, two or more, below an empty line and above numbered ones: teams, groups."""
    places = set(numbered)
    found = {
        number: HEADING
        for number in range(len(lines) - 1)
        if number not in places
        and number + 1 in places
        and lines[number].strip()
        and not _LONG_NUMBER.search(lines[number])
        and "," not in lines[number]
        and (number == 0 or not lines[number - 1].strip())
    }
    return found if 1 < len(found) * 2 <= len(numbered) else {}


def numbered_lines(lines: Sequence[str]) -> list[int]:
    """The lines that begin as those of a list: where numbers have a sign behind them, numbers without one are none."""
    places = [number for number, line in enumerate(lines) if begins_with_place(line)]
    signed = [number for number in places if not _BARE_NUMBER.match(lines[number])]
    return signed if len(signed) > 2 and all(map(_NUMBER_BEFORE.match, (lines[at] for at in signed))) else places


def lists_again(lines: Sequence[str], numbered: Sequence[int]) -> set[int] | None:
    """The lines of a list that a chat has several times, longer each time; None where it is not so."""
    runs: list[list[int]] = []
    for at in numbered:
        place = found[1] if (found := _NUMBER_BEFORE.match(lines[at])) else ""
        if place == "1":
            runs.append([])
        if not runs or place != str(len(runs[-1]) + 1):
            return None
        runs[-1].append(at)
    texts = [{lines[at].split(None, 1)[-1][:_LONGEST_PART] for at in run} for run in runs]
    is_again = len(runs) > 1 and any(one & two for one, two in pairwise(texts))
    return set(numbered) if is_again else None


def counts_from_one(lines: Sequence[str]) -> bool:
    """Whether lines are numbered 1, 2, 3 …, each once, or from 1 again in each of a few groups."""
    numbers = [int(found[1]) for line in lines if (found := _NUMBER_BEFORE.match(line))]
    if len(numbers) != len(lines) or numbers[0] != 1:
        return False
    starts = sum(number == 1 for number in numbers)
    return starts * 2 < len(numbers) and all(two in (one + 1, 1) for one, two in pairwise(numbers))
