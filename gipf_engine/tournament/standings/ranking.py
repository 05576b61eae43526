"""Ranking a field by points and a list of tie-breaks, and explaining one row of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import lcm

from gipf_engine.messages import Message
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.standings.base import Standing, TieBreak, Value
from gipf_engine.tournament.standings.modifier_codes import tie_break
from gipf_engine.tournament.standings.score_history import score_history

Tied = list[list[int]]


def rank(table: CrossTable, tie_breaks: Sequence[str]) -> tuple[Standing, ...]:
    """The field in order of rank; whom nothing separates share a rank and stand by pairing number.

    `tie_breaks` are codes as in TRF records 202 and 212. Points come first, unless the list itself
    says where (`PTS`) or ranks by something else (`KO`). ValueError for a code that is not known.
    """
    groups: Tied = [sorted(entrant.number for entrant in table.entrants)]
    columns: list[dict[int, Value]] = []
    for chosen, _before, column, after in _ranking_steps(table, tie_breaks):
        groups = after
        if chosen is not None:
            columns.append(column)
    points = score_history(table).points
    rows: list[Standing] = []
    for group in groups:
        place = len(rows) + 1
        rows.extend(
            Standing(place, number, points[number], tuple(column[number] for column in columns)) for number in group
        )
    return tuple(rows)


def explain(table: CrossTable, tie_breaks: Sequence[str], number: int) -> tuple[Message, ...]:
    """What each value of one entrant's row is the sum of, in the order of `tie_breaks`."""
    return explanations(table, tie_breaks, [number])[number]


def explanations(
    table: CrossTable, tie_breaks: Sequence[str], numbers: Sequence[int]
) -> dict[int, tuple[Message, ...]]:
    """`explain` for many entrants at once: the field is ranked only once."""
    found: dict[int, tuple[Message, ...]] = dict.fromkeys(numbers, ())
    for chosen, before, _column, _after in _ranking_steps(table, tie_breaks):
        if chosen is not None:
            found = {number: (*messages, chosen.explain(table, number, before)) for number, messages in found.items()}
    return found


def _ranking_steps(
    table: CrossTable, tie_breaks: Sequence[str]
) -> Iterator[tuple[TieBreak | None, Tied, dict[int, Value], Tied]]:
    """Each tie-break with the groups before it, its values, and the groups after it.

    The tie-break is None for the points that no one listed.
    """
    groups: Tied = [sorted(entrant.number for entrant in table.entrants)]
    chosen = [tie_break(code) for code in tie_breaks]
    if not any(each.replaces_points for each in chosen):
        points: dict[int, Value] = dict(score_history(table).points)
        after = split_groups(groups, points, high_first=True)
        yield None, groups, points, after
        groups = after
    for each in chosen:
        column = each.values(table, groups)
        after = split_groups(groups, column, high_first=each.ranks_high_first)
        yield each, groups, column, after
        groups = after


def split_groups(groups: Tied, column: dict[int, Value], *, high_first: bool) -> Tied:
    """Every group in parts of equal value, the better first; entrants without a value come last."""
    if all(len(group) == 1 for group in groups):
        return groups
    place = _sort_keys(column, high_first=high_first).__getitem__
    return [list(part) for group in groups for _value, part in groupby(sorted(group, key=place), key=place)]


def _sort_keys(column: dict[int, Value], *, high_first: bool) -> dict[int, tuple[bool, int]]:
    """What orders the entrants: their values in one unit, as whole numbers, which compare sooner than fractions."""
    unit = lcm(*(value.denominator for value in column.values() if value is not None))
    sign = -1 if high_first else 1
    return {
        number: (True, 0) if value is None else (False, sign * value.numerator * (unit // value.denominator))
        for number, value in column.items()
    }
