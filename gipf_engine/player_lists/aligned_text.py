"""Text whose columns spaces align below a line of heads, over one page or several, as PDF files are copied."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from gipf_engine.player_lists.headings import tier_of
from gipf_engine.player_lists.meanings import NAME, SURNAME, TITLES, Table
from gipf_engine.player_lists.pages import FORM_FEED, cells_of_page, is_between_pages, runs_of_lines, titles_of_pages
from gipf_engine.player_lists.totals import is_ruler, is_total

_LOOKED_AT = 60
_ENOUGH_HEADS = 3
"""Heads that are known, and a name among them: others may be known to no one."""
_MOST_FOOTERS = 6
"""Lines below a table whose columns spaces align, with no empty line between: totals, dates, who printed it."""
_FEWEST_GAPS = 3
_GAP = re.compile(r"\s{2,}")
_CODE = re.compile(r"[A-Z]{3}|[a-zA-Z♀♂]")
"""What a column without a head may hold: a federation, a letter of sex or of a title."""


def aligned_table(lines: Sequence[str], widest: int) -> Table | None:
    """Lines whose columns spaces align, below a line of heads; None where there is no such line."""
    for number, line in enumerate(lines[:_LOOKED_AT]):
        known = _heads_in(line[:widest])
        if known:
            table = _table_below(lines, number, known, widest)
            if table is not None:
                return table
    return None


def _heads_in(line: str) -> int:
    """How many kinds of heads a line has, if they are heads of columns; else 0."""
    words = line.split()
    if any(word.strip(".,()").isdecimal() for word in words) or line.rstrip().endswith(":"):
        return 0
    known = {tier[0] for tier in map(tier_of, words) if tier is not None}
    are_heads = len(known) > 1 and known & {NAME, SURNAME}
    return len(known) if are_heads and (len(known) * 2 >= len(words) or len(known) >= _ENOUGH_HEADS) else 0


def _table_below(lines: Sequence[str], number: int, known: int, widest: int) -> Table | None:
    titles = titles_of_pages(lines[:number])
    end = _end_of_page(lines, number, titles)
    block = [each.expandtabs() for each in lines[number:end] if not is_ruler([each]) and not is_total([each])]
    if max(map(len, block)) > widest:
        return None
    cells = len(_GAP.split(lines[number].strip()))
    starts, last = _starts_above_footers(lines, number, end, known)
    if not starts and _FEWEST_GAPS <= cells < known:  # “Surname, first name” is one head
        starts, last = _starts_above_footers(lines, number, end, cells)
    if not starts or last <= number + 1:
        return None
    end = last
    pages = dict.fromkeys(range(number, end), starts) | _pages_with_heads(lines, number, end, len(starts), titles)
    cut = {at: _cut(lines[at].expandtabs(), pages[at]) for at in pages if not is_total([lines[at]])}
    first = [cut[at] for at in range(number + 1, end) if at in cut]
    for run in runs_of_lines(lines, end, titles):
        if not cut.keys() & {*run}:
            cut |= cells_of_page([(at, lines[at][:widest].expandtabs()) for at in run], starts, first)
    return [cut.get(at, [each]) for at, each in enumerate(lines)]


def _end_of_page(lines: Sequence[str], begin: int, titles: AbstractSet[str]) -> int:
    """The first line below heads that is empty or stands between pages."""
    below = range(begin + 1, len(lines))
    return next((at for at in below if FORM_FEED in lines[at] or is_between_pages(lines[at], titles)), len(lines))


def _pages_with_heads(
    lines: Sequence[str], begin: int, end: int, columns: int, titles: AbstractSet[str]
) -> dict[int, list[int]]:
    """Where columns begin in lines of further pages, which begin with the same heads; by number from 0."""
    found: dict[int, list[int]] = {}
    heads = lines[begin].split()
    for number in range(end, len(lines)):
        if number in found or lines[number].split() != heads:
            continue
        starts, last = _starts_above_footers(lines, number, _end_of_page(lines, number, titles), columns)
        if len(starts) == columns:
            found |= dict.fromkeys(range(number, last), starts)
    return found


def _starts_above_footers(lines: Sequence[str], begin: int, end: int, fewest: int) -> tuple[list[int], int]:
    """Where columns begin, and the line below the table: the last lines may be footers that no column fits."""
    for last in range(end, max(begin + 1, end - _MOST_FOOTERS - 1), -1):
        block = [each.expandtabs() for each in lines[begin:last] if not is_ruler([each]) and not is_total([each])]
        starts = _starts(block) if len(block) > 1 else []
        if len(starts) >= fewest:
            return starts, last
    return [], begin


def _starts(block: Sequence[str]) -> list[int]:
    """Where columns begin: below a head, or of short codes alone, after a place where all lines are blank."""
    width = max(map(len, block))
    blank = [all(at >= len(line) or line[at] == " " for line in block) for at in range(width)]
    starts = [at for at in range(width) if not blank[at] and (at == 0 or blank[at - 1])]
    ends = [*starts[1:], width]
    found = [(start, end) for start, end in zip(starts, ends, strict=True)]
    first = next((start for start, end in found if block[0][start:end].strip()), 0)
    return [
        start
        for start, end in found
        if block[0][start:end].strip() or (start > first and _are_codes([line[start:end].strip() for line in block]))
    ]


def _are_codes(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(cell in TITLES or _CODE.fullmatch(cell) for cell in filled)


def _cut(line: str, starts: Sequence[int]) -> list[str]:
    ends = [*starts[1:], len(line)]
    cells = [line[start:end].strip() for start, end in zip(starts, ends, strict=True)]
    before = line[: starts[0]].strip()
    return [f"{before} {cells[0]}".strip(), *cells[1:]]
