"""The GIPF board: 37 spots, 24 dots, 21 lines, 42 ways to push (GIPF 1).

Columns a to i stand from White's left, each numbered from 1 on White's side, dots counted (gipf.com,
"notations"). With the numbers of the right half raised by their distance from column e, the three
directions are: column fixed, raised number fixed, their difference fixed.
"""

from __future__ import annotations

from typing import NamedTuple

COLUMNS = "abcdefghi"
HEIGHTS = (5, 6, 7, 8, 9, 8, 7, 6, 5)
"""Points in each column, the dots counted."""


class Way(NamedTuple):
    """One way to push: from `dot` along `spots`, the first of which the new piece enters."""

    dot: str
    spots: tuple[str, ...]


def _points() -> dict[tuple[int, int], str]:
    """Name of every point by (column, raised number)."""
    return {
        (column, number + max(0, column - 4)): f"{COLUMNS[column]}{number}"
        for column, height in enumerate(HEIGHTS)
        for number in range(1, height + 1)
    }


def _is_dot(name: str) -> bool:
    return name[0] in "ai" or name[1] == "1" or int(name[1]) == HEIGHTS[COLUMNS.index(name[0])]


def _make_lines() -> tuple[tuple[str, ...], ...]:
    """Dot, spots, dot of every line. The rim of dots is no line."""
    points = _points()
    lines = []
    for family in range(3):
        groups: dict[int, list[str]] = {}
        for (column, raised), name in sorted(points.items()):
            groups.setdefault((column, raised, raised - column)[family], []).append(name)
        lines += [tuple(groups[key]) for key in sorted(groups) if not all(map(_is_dot, groups[key]))]
    return tuple(lines)


SPOTS = tuple(name for name in _points().values() if not _is_dot(name))
SKEWED = {name: place for place, name in _points().items() if not _is_dot(name)}
"""Each spot by (column, raised number): on these axes every line runs along (0, 1), (1, 0) or (1, 1)."""
DOTS = tuple(name for name in _points().values() if _is_dot(name))
LINES = tuple(line[1:-1] for line in _make_lines())
"""The spots of each line, without its dots."""
WAYS = tuple(way for line in _make_lines() for way in (Way(line[0], line[1:-1]), Way(line[-1], line[-2:0:-1])))
ENTRY_SPOTS = tuple(spot for spot in SPOTS if any(way.spots[0] == spot for way in WAYS))
"""The 18 spots beside a dot: where a piece comes in."""
