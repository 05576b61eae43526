"""Which turns there are: triples of neighbours, passes by generals, and the refill (GUO 3 and 4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from gipf_engine.rules.guowuguan.layout import Layout
from gipf_engine.rules.guowuguan.move import BOTH, LEFT, ONLY, PLACES, REFILL, RIGHT, GuoWuGuanMove
from gipf_engine.rules.guowuguan.state import GuoWuGuanState
from gipf_engine.rules.guowuguan.tiles import KINDS, TRIPLES

_BASE = len(KINDS)
_ROWS_OF_THREE = 3


@cache
def sets_of_three(length: int, *, any_three: bool) -> tuple[tuple[int, int, int], ...]:
    """The places, ascending, of every three tiles that may be lifted from a row of this length if they are a triple.

    Three neighbours of the row taken as a ring; with `any_three` every three.
    """
    if length < _ROWS_OF_THREE:
        return ()
    if any_three or length == _ROWS_OF_THREE:
        return tuple(combinations(range(length), 3))
    rings = {tuple(sorted((place, (place + 1) % length, (place + 2) % length))) for place in range(length)}
    return tuple((first, second, third) for first, second, third in sorted(rings))


@cache
def lift_of(level: int, places: tuple[int, int, int]) -> GuoWuGuanMove:
    """The turn that lifts these places, counted from 0, of a level, counted from 1."""
    return GuoWuGuanMove(level, "".join(PLACES[place] for place in places), "")


def lifts(state: GuoWuGuanState, layout: Layout) -> Iterator[GuoWuGuanMove]:
    """Every lift, from the level that is reached on."""
    if state.passing:
        return
    for level in layout.walk[state.cursor :]:
        row = state.levels[level]
        if row:
            for places in sets_of_three(len(row), any_three=layout.any_three):
                first, second, third = places
                if TRIPLES[(row[first] * _BASE + row[second]) * _BASE + row[third]]:
                    yield lift_of(level + 1, places)


def passes(state: GuoWuGuanState, layout: Layout) -> Iterator[GuoWuGuanMove]:
    """Every pass: in phase 1 of any level, in phase 2 of those below the last one passed."""
    generals = state.generals
    if not generals or not layout.has_passing:
        return
    left, right, several = generals[0], generals[-1], len(generals) > 1
    for level in range(state.cursor if state.passing else 0, layout.levels):
        row = state.levels[level]
        if row is None or not 1 <= len(row) <= 2:
            continue
        if len(row) == 1:
            if several and TRIPLES[(left * _BASE + right) * _BASE + row[0]]:
                yield GuoWuGuanMove(level + 1, "", BOTH)
            continue
        pair = row[0] * _BASE + row[1]
        if TRIPLES[left * _BASE * _BASE + pair]:
            yield GuoWuGuanMove(level + 1, "", LEFT if several else ONLY)
        if several and TRIPLES[right * _BASE * _BASE + pair]:
            yield GuoWuGuanMove(level + 1, "", RIGHT)


def may_refill(state: GuoWuGuanState) -> bool:
    """Whether there is a tile to be drawn and a level that draws it."""
    return bool(state.commons) and state.gates < len(state.levels)


def moves(state: GuoWuGuanState, layout: Layout) -> Iterator[GuoWuGuanMove]:
    """Every legal turn once, lazily: lifts, then passes, then the refill; none when the game is over."""
    if is_decided(state, layout):
        return
    yield from lifts(state, layout)
    yield from passes(state, layout)
    if may_refill(state):
        yield REFILL


def is_decided(state: GuoWuGuanState, layout: Layout) -> bool:
    """Whether the game is over although turns may be left: won, no general left to cut, or closed (GUO 5)."""
    return state.is_closed or is_won(state, layout) or (layout.spends_generals and not state.generals)


def is_won(state: GuoWuGuanState, layout: Layout) -> bool:
    """Whether no level is left, and of generals that are spent none (GUO 5).

    Where empty levels are refilled, all of them must be empty together.
    """
    if layout.refills_empty:
        return not any(state.levels)
    return state.gates == layout.levels and not (layout.spends_generals and state.generals)
