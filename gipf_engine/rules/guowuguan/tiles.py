"""The 32 Chinese dominoes and the triples that they make (GUO 1).

Inside this package a tile is the index of its kind in `KINDS` (66 is 0, 11 is 20), and a row of tiles is `bytes`. The
two copies of a kind are the same to the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

COPIES = {
    **dict.fromkeys(("66", "55", "44", "33", "22", "11", "65", "64", "61", "51", "31"), 2),
    **dict.fromkeys(("63", "62", "54", "53", "52", "43", "42", "41", "32", "21"), 1),
}
"""How often each kind is there, by its name: the high end first."""
KINDS = tuple(sorted(COPIES, reverse=True))
INDEX = {name: index for index, name in enumerate(KINDS)}
TILES = sum(COPIES.values())
ALL_TILES = bytes(INDEX[name] for name in KINDS for _copy in range(COPIES[name]))
"""The 32 tiles, sorted by kind."""

TRIPLE_NAMES = {
    "split": Message(_("split")),
    "five_points": Message(_("five points")),
    "full_fourteen": Message(_("full fourteen")),
    "coincidence": Message(_("coincidence")),
    "five_sons": Message(_("five sons")),
    "all_different": Message(_("all different")),
    "small_dragon": Message(_("small dragon")),
    "big_dragon": Message(_("big dragon")),
    "two_three_kao": Message(_("two-three-kao")),
}
"""The nine types. Where a triple is of two, the first of them here is its name: a split is rarer."""

_DRAGONS = {
    (1, 2, 3, 4, 5, 6): "all_different",
    (1, 1, 2, 2, 3, 3): "small_dragon",
    (4, 4, 5, 5, 6, 6): "big_dragon",
    (2, 2, 3, 3, 6, 6): "two_three_kao",
}
"""The types that name all six ends."""
_FIVE, _FOURTEEN = 5, 14


def names(row: bytes) -> tuple[str, ...]:
    """The names of the tiles of a row."""
    return tuple(KINDS[tile] for tile in row)


def triple_types(first: int, second: int, third: int) -> tuple[str, ...]:
    """Every type of triple that these three tiles make, the one that names them first; () where they make none."""
    ends = sorted(int(end) for tile in (first, second, third) for end in KINDS[tile])
    value, times = Counter(ends).most_common(1)[0]
    if times < 3:
        dragon = _DRAGONS.get((ends[0], ends[1], ends[2], ends[3], ends[4], ends[5]))
        return (dragon,) if dragon else ()
    return tuple(_types_of_many(value, times, [end for end in ends if end != value]))


def _types_of_many(value: int, times: int, others: list[int]) -> Iterator[str]:
    """The types of three, four or five equal ends with these others; six equal ends no tiles have."""
    rest = sum(others)
    if times == 3:
        if len(set(others)) == 1:
            yield "split"
        if rest == _FIVE:
            yield "five_points"
        if rest >= _FOURTEEN:
            yield "full_fourteen"
    elif times == 4:
        if rest == value:
            yield "coincidence"
    else:
        yield "five_sons"


def is_triple(first: int, second: int, third: int) -> bool:
    """Whether these three tiles make a triple, in whatever order."""
    return TRIPLES[(first * _BASE + second) * _BASE + third] != 0


def triple_kinds() -> dict[tuple[int, int, int], int]:
    """Every triple as three kinds in their order, and how many choices of three of the 32 tiles are it."""
    found = {}
    for kinds in combinations_with_replacement(range(_BASE), 3):
        times = Counter(kinds)
        physical = 1
        for kind, count in times.items():
            physical *= comb(COPIES[KINDS[kind]], count)
        if physical and triple_types(*kinds):
            found[kinds] = physical
    return found


_BASE = len(KINDS)


def _triple_table() -> bytes:
    """A byte for every three kinds in every order: 1 where they make a triple."""
    table = bytearray(_BASE**3)
    for kinds in triple_kinds():
        for first, second, third in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
            table[(kinds[first] * _BASE + kinds[second]) * _BASE + kinds[third]] = 1
    return bytes(table)


TRIPLES = _triple_table()
"""Whether kinds a, b, c make a triple stands at (a * 21 + b) * 21 + c."""
