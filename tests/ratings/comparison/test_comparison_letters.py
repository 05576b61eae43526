"""The letters at the ends of lines in the chart that compares players."""

from __future__ import annotations

import itertools
import re
from datetime import date

import pytest

from ratings.comparison.comparison_chart import PlayerCurve, draw_comparison

DAYS = [date(2026, 1, 1), date(2026, 2, 1)]


@pytest.mark.parametrize("ends", [[1900], [1900, 1900], [1900, 1899, 1898, 1897, 1896], [1900, 1500, 1499]])
def test_every_letter_is_within_the_chart_and_apart_from_the_others(ends: list[int]) -> None:
    lines = [PlayerCurve("ABCDE"[place], "Name", [(DAYS[0], 1500), (DAYS[1], end)]) for place, end in enumerate(ends)]
    drawn = draw_comparison(lines, "Ratings")
    width, height = map(float, re.findall(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', drawn)[0])
    last_marks = max(float(x) for x in re.findall(r'<circle cx="([^"]*)"', drawn))
    begin = {float(x) for x in re.findall(r'<text class="c-letter[^"]*" x="([^"]*)"', drawn)}
    assert begin == {last_marks + 8} and last_marks + 8 + 12 <= width, "beside the marks, which are 5 wide at most"
    letters = sorted(float(y) for y in re.findall(r'<text class="c-letter[^"]*" x="[^"]*" y="([^"]*)"', drawn))
    assert len(letters) == len(ends)
    assert letters[0] >= 12 and letters[-1] <= height, letters
    assert all(below - above >= 18 for above, below in itertools.pairwise(letters)), letters


def test_the_letter_of_a_line_that_ended_earlier_lies_on_no_line() -> None:
    """The other line passes the last mark of the first: its letter is beyond both, led to by a thin line."""
    early = PlayerCurve("B", "Early", [(DAYS[0], 1560)])
    drawn = draw_comparison([PlayerCurve("A", "Long", [(DAYS[0], 1560), (DAYS[1], 1642)]), early], "Ratings")
    ends = [float(x) for x in re.findall(r'[ML]([0-9.]+) [0-9.]+"', drawn)]  # where each stroke ends
    letters = [float(x) for x in re.findall(r'<text class="c-letter[^"]*" x="([^"]*)"', drawn)]
    assert len(letters) == 2 and min(letters) >= max(ends) + 8
    rest = re.findall(r'<path class="c-rest" d="M([0-9.]+) [0-9.]+H([0-9.]+)"', drawn)
    assert [(float(start) < float(end), float(end)) for start, end in rest] == [(True, max(ends))]
