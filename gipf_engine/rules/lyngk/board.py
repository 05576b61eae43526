"""The board of LYNGK: 43 spots on 21 lines in the shape of a six-pointed star, and the colours (LYNGK 1).

Inside this package a spot is its index in `SPOTS` (a1 is 0, i1 is 42); players see names.
"""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

COLOURS = "IBRGK"
"""Ivory, blue, red, green, black: the colours that can be claimed (LYNGK 4)."""
JOKER = "J"
PIECES = {**dict.fromkeys(COLOURS, 8), JOKER: 3}
"""How many of each kind are laid out (LYNGK 1)."""

COLOUR_NAMES = {
    "I": Message(_("ivory")),
    "B": Message(_("blue")),
    "R": Message(_("red")),
    "G": Message(_("green")),
    "K": Message(_("black")),
    "J": Message(_("joker")),
}

_COLUMNS = {
    "a": (3, 1),
    "b": (2, 4),
    "c": (1, 7),
    "d": (2, 6),
    "e": (2, 7),
    "f": (3, 6),
    "g": (3, 7),
    "h": (5, 4),
    "i": (7, 1),
}
"""Column letter to (skewed row of its lowest spot, number of spots)."""
_DIRECTIONS = ((0, 1), (1, 0), (1, 1))

SKEWED = {
    f"{column}{number}": (index, lowest + number - 1)
    for index, (column, (lowest, height)) in enumerate(_COLUMNS.items())
    for number in range(1, height + 1)
}
"""Spot name to (column, row) on axes on which every line runs along (0, 1), (1, 0) or (1, 1)."""

SPOTS = tuple(SKEWED)
INDEX = {name: index for index, name in enumerate(SPOTS)}


def _make_lines() -> tuple[tuple[int, ...], ...]:
    """The 21 lines, each a run of spot indices from one rim to the other."""
    at = {place: INDEX[name] for name, place in SKEWED.items()}
    lines = []
    for step_column, step_row in _DIRECTIONS:
        for column, row in at:
            if (column - step_column, row - step_row) in at:
                continue  # not the first spot of its line
            line = []
            while (column, row) in at:
                line.append(at[column, row])
                column, row = column + step_column, row + step_row
            if len(line) > 1:
                lines.append(tuple(line))
    return tuple(lines)


LINES = _make_lines()

BETWEEN: dict[tuple[int, int], tuple[int, ...]] = {
    (line[start], line[end]): line[min(start, end) + 1 : max(start, end)]
    for line in LINES
    for start in range(len(line))
    for end in range(len(line))
    if start != end
}
"""Two spots of one line to the spots between them; other pairs are absent."""


def _rays() -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each spot, the spots that lie along each way out of it, nearest first."""
    rays: list[list[tuple[int, ...]]] = [[] for _spot in SPOTS]
    for line in LINES:
        for place, spot in enumerate(line):
            rays[spot] += [ray for ray in (line[place + 1 :], line[:place][::-1]) if ray]
    return tuple(map(tuple, rays))


RAYS = _rays()
