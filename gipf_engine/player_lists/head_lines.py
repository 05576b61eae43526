"""Where the heads of a table are: above, in two lines, as questions, as days of a poll, or in the first column."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.player_lists import values
from gipf_engine.player_lists.beside_names import is_answer
from gipf_engine.player_lists.contents import (
    MOST_EXAMPLES_TO_JUDGE,
    cells_of,
    is_name,
)
from gipf_engine.player_lists.headings import tier_in_heads, tier_of
from gipf_engine.player_lists.meanings import (
    FIDE,
    FIRST_NAME,
    NAME,
    NOT_USED,
    RATING,
    SURNAME,
    Table,
)
from gipf_engine.player_lists.totals import is_ruler, is_total

_NAMES = frozenset({NAME, SURNAME, FIRST_NAME})
LOOKED_AT = 40
"""Lines in which the heads are looked for: titles may stand above them."""
_FEWEST_COLUMNS, _ENOUGH_HEADS, _MANY_HEADS = 4, 3, 5
_FEWEST_LINES_TO_TURN, _MOST_LINES_TO_TURN = 3, 20
_LINES_ABOVE_QUESTIONS, _SHORTEST_QUESTION = 5, 14


def find_heads(table: Table) -> int:
    """The line of the heads; -1 where there is none."""
    poll = find_days(table)
    if poll >= 0:
        return poll
    best, most = -1, 0
    for number, line in enumerate(table[:LOOKED_AT]):
        tiers = [tier_of(cell) for cell in line]
        known = [tier for tier in tiers if tier is not None]
        filled = sum(map(bool, line))
        names = any(meaning in _NAMES for meaning, _tier in known)
        if names and len(known) * 2 >= filled and len(known) > most and not _is_data(line) and not is_total(line):
            best, most = number, len(known)
    if best < 0:
        best = _find_few_heads(table)
    if best < 0:
        best = _find_questions(table)
    return best if best >= 0 else _find_heads_without_name(table)


def find_days(table: Table) -> int:
    """The line of days of a poll: nothing stands above the names, and people answer below; -1 where there is none."""
    for number, line in enumerate(table[:LOOKED_AT]):
        days = [cell for cell in line[1:] if cell]
        if len(days) < 2 or line[0] or not any(letter.isdigit() for cell in days for letter in cell):
            continue
        if answers_of_poll(line, table[number + 1 :]):
            return number
    return -1


def answers_of_poll(heads: Sequence[str], body: Table) -> bool:
    """Whether names stand in the first column, and mostly yes and no in the others, at least in those with days."""
    lines = [line for line in body if sum(map(bool, line)) > 1 and not is_total(line)][:MOST_EXAMPLES_TO_JUDGE]
    days = [place for place, head in enumerate(heads) if place and any(letter.isdigit() for letter in head)]
    answers = [line[place] for line in lines for place in days if place < len(line) and line[place]]
    are_names = bool(lines) and all(is_name(line[0]) and not is_answer(line[0]) for line in lines)
    return are_names and len(days) > 1 and bool(answers) and all(map(is_answer, answers))


def _find_few_heads(table: Table) -> int:
    """A line of heads of which most are known to no one: one is a name, and three are known or numbers are below."""
    for number, line in enumerate(table[:LOOKED_AT]):
        known = [tier[0] for tier in map(tier_of, line) if tier is not None]
        if NAME not in known and not {SURNAME, FIRST_NAME} <= set(known):
            continue
        if _is_data(line) or is_total(line) or sum(map(bool, line)) < _FEWEST_COLUMNS:
            continue
        if len(known) >= _ENOUGH_HEADS or _has_numbers_below(line, table[number + 1 :]):
            return number
    return -1


def _find_questions(table: Table) -> int:
    """The line of heads that are questions and sentences, as forms have them: most are understood loosely."""
    for number, line in enumerate(table[:_LINES_ABOVE_QUESTIONS]):
        filled = [cell for cell in line if cell]
        if len(filled) < _ENOUGH_HEADS or _is_data(line) or max(map(len, filled)) < _SHORTEST_QUESTION:
            continue
        meanings = [tier[0] for tier in map(tier_in_heads, filled) if tier is not None]
        if _NAMES & set(meanings) and len(meanings) * 2 >= len(filled) and len(meanings) >= _ENOUGH_HEADS:
            return number
    return -1


def _find_heads_without_name(table: Table) -> int:
    """A line of heads of which most are known, but the one of the names is not."""
    for number, line in enumerate(table[:LOOKED_AT]):
        meanings = [tier[0] for tier in map(tier_of, line) if tier is not None]
        are_most = len(meanings) * 2 >= sum(map(bool, line)) or len(meanings) >= _MANY_HEADS
        enough = len(meanings) >= _ENOUGH_HEADS and are_most
        if enough and len({*meanings} - {NOT_USED}) > 1 and not _is_data(line) and not is_total(line):
            return number
    return -1


def upright(table: Table) -> Table:
    """A table whose heads stand below each other in the first column, turned; any other one as it is."""
    lines = [line for line in table if sum(map(bool, line)) > 1 or (line and line[0] and tier_of(line[0]))]
    notes = [line for line in table if any(line) and line not in lines]
    if not _FEWEST_LINES_TO_TURN <= len(lines) <= _MOST_LINES_TO_TURN:
        return table
    meanings = [(tier_of(line[0]) or ("", 9))[0] if line[0] else None for line in lines]
    known = [meaning for meaning in meanings if meaning is not None and meaning != NOT_USED]
    first = next((line for line, meaning in zip(lines, meanings, strict=True) if meaning in _NAMES), None)
    if (
        first is None
        or len(known) < _ENOUGH_HEADS
        or sum(tier_of(line[0]) is not None for line in lines) * 2 < len(lines)
    ):
        return table
    names = [cell for cell in first[1:] if cell]
    if len(names) < 2 or not all(is_name(cell) and tier_of(cell) is None for cell in names):
        return table
    width = max(place for line in lines for place, cell in enumerate(line, 1) if cell)
    turned = [[line[place] if place < len(line) else "" for line in lines] for place in range(width)]
    return [*turned, *([cell for cell in note if cell] for note in notes)]


def with_groups(above: Sequence[str], heads: Sequence[str], body: Table) -> list[str]:
    """Heads of two lines as one: below “Rating”, which reaches to the right, “FIDE” is “Rating FIDE”."""
    found, group = list(heads), ""
    for place, head in enumerate(heads):
        group = (above[place] if place < len(above) else "") or group
        if head and (tier_of(head) or (RATING, 0))[0] not in (RATING, FIDE):
            group = ""
        if (tier_of(group) or ("", 0))[0] != RATING:
            continue
        numbers = [cell for cell in cells_of(body, place) if not values.is_nothing(cell)]
        is_open = tier_of(head) is None or tier_of(head) == (FIDE, 0)
        if head and is_open and numbers and all(cell.isdecimal() and len(cell) in (3, 4) for cell in numbers):
            found[place] = f"{group} {head}"
    return found


def with_line_below(heads: Sequence[str], below: Sequence[str]) -> list[str] | None:
    """Heads that the line below them divides: “Player” into “First name” and “Surname”; None where it holds others."""
    below = ["" if place < len(heads) and cell == heads[place] else cell for place, cell in enumerate(below)]
    filled = [cell for cell in below if cell]  # without heads that are merged over both lines
    if not 1 < len(filled) < sum(map(bool, heads)) or any(map(str.isdigit, "".join(filled))):
        return None
    found, group = [], ""
    for place, head in enumerate(heads):
        group = head or group
        cell = below[place] if place < len(below) else ""
        is_rating = (tier_of(group) or ("", 0))[0] == RATING
        if cell and not is_rating and (tier_of(cell) or ("", 0))[0] not in _NAMES:
            return None
        found.append(f"{group} {cell}" if cell and is_rating else cell or head)
    return found


def _has_numbers_below(heads: Sequence[str], body: Table) -> bool:
    """Whether a column whose head has no digit holds numbers alone."""
    for place, head in enumerate(heads):
        cells = [cell for cell in cells_of(body[:MOST_EXAMPLES_TO_JUDGE], place) if not is_ruler([cell])]
        if head and cells and all(cell.isdecimal() for cell in cells):
            return True
    return False


def _is_data(line: Sequence[str]) -> bool:
    """Whether a line holds numbers as lists do: heads have few digits."""
    with_digits = [cell for cell in line if any(letter.isdigit() for letter in cell)]
    return sum(tier_of(cell) is None for cell in with_digits) * 2 > sum(map(bool, line))
