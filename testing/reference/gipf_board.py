"""What happens on a GIPF board, with dicts and sets: pushes, rows, removals (GIPF 3 to 8).

A board is a dict from spot to "W", "B" (singles), "WW" or "BB" (GIPF-pieces).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from functools import partial
from itertools import combinations
from typing import NamedTuple

from gipf_engine.games.gipf.board import LINES, WAYS, Way

Board = Mapping[str, str]
Spots = frozenset[str]


class Row(NamedTuple):
    """At least four consecutive pieces of one colour, with everything that touches them on their line (GIPF 4).

    `spots` is the unbroken run that comes off when the row is taken.
    """

    spots: tuple[str, ...]

    @property
    def name(self) -> str:
        """`c3–f6`: where the run begins and ends."""
        return f"{self.spots[0]}–{self.spots[-1]}"


Takings = Callable[[Board, list[Row]], Iterator[Spots]]
"""What may come off next of a board with these rows."""


def rows_of(board: Board, colour: str) -> list[Row]:
    """The rows of `colour` ("W" or "B"). A line is too short for two."""
    return [row for line in LINES if (row := _row_on(line, board, colour)) is not None]


def must_go(board: Board, row: Row) -> bool:
    """A row with a single in it must be taken; one of GIPF-pieces only may stay (GIPF 5, 7)."""
    return any(len(board[spot]) == 1 for spot in row.spots)


def removal_sets(board: Board, colour: str, crossing_row_may_stay: bool = False) -> Iterator[Spots]:
    """Every set of spots that `colour` may take off in one removal phase, once, lazily.

    Rows are taken one by one in any order. Of a row all singles go; each GIPF-piece, own or not, goes
    or stays as the player likes. It is over when no row with a single is left; where a crossing row may stay, it is
    also over when each such row crosses one that was taken, at a GIPF-piece that stayed.
    """
    if crossing_row_may_stay:
        return iter({taken for taken, kept in _with_kept(board, colour) if _may_stop(board, colour, taken, kept)})
    return (taken for taken, left, rows in _reached(board, colour, _takings) if not _must_go_on(left, rows))


def _with_kept(board: Board, colour: str) -> Iterator[tuple[Spots, Spots]]:
    """What rows taken one by one leave empty, and the GIPF-pieces of those rows that stayed."""
    seen = {(frozenset[str](), frozenset[str]())}
    todo = list(seen)
    while todo:
        taken, kept = todo.pop()
        yield taken, kept
        left = without(board, taken)
        for row in rows_of(left, colour):
            gipfs = frozenset(spot for spot in row.spots if len(left[spot]) == 2)
            for part in _with_any(frozenset(row.spots) - gipfs, gipfs):
                more = (taken | part, (kept | gipfs) - taken - part)
                if more not in seen:
                    seen.add(more)
                    todo.append(more)


def _may_stop(board: Board, colour: str, taken: Spots, kept: Spots) -> bool:
    left = without(board, taken)
    return all(not must_go(left, row) or not kept.isdisjoint(row.spots) for row in rows_of(left, colour))


def may_remove(board: Board, colour: str, taken: Spots) -> bool:
    """Whether `taken` is one of `removal_sets`, of which there can be thousands.

    What may stay or go is only what stands where rows cross; all else in `taken` comes off with its one row.
    """
    left = without(board, taken)
    if _must_go_on(left, rows_of(left, colour)):
        return False
    return any(so_far == taken for so_far, *_ in _reached(board, colour, partial(_takings_within, taken)))


def _must_go_on(board: Board, rows: list[Row]) -> bool:
    return any(must_go(board, row) for row in rows)


def _reached(board: Board, colour: str, takings: Takings) -> Iterator[tuple[Spots, Board, list[Row]]]:
    """Every set of spots that rows taken one by one can leave empty, once, with the board and its rows then."""
    seen = {frozenset[str]()}
    todo = list(seen)
    while todo:
        taken = todo.pop()
        left = without(board, taken)
        rows = rows_of(left, colour)
        yield taken, left, rows
        for part in takings(left, rows):
            if (more := taken | part) not in seen:
                seen.add(more)
                todo.append(more)


def _takings(board: Board, rows: list[Row]) -> Iterator[Spots]:
    """What may come off next: of each row its singles, with any of its GIPF-pieces."""
    for row in rows:
        gipfs = frozenset(spot for spot in row.spots if len(board[spot]) == 2)
        yield from _with_any(frozenset(row.spots) - gipfs, gipfs)


def _takings_within(wanted: Spots, board: Board, rows: list[Row]) -> Iterator[Spots]:
    """Of `_takings` those that matter where no more than `wanted` comes off, and all of it in the end."""
    for row in rows:
        part = wanted.intersection(row.spots)
        if any(len(board[spot]) == 1 for spot in part.symmetric_difference(row.spots)):
            continue  # a single of the row is to stay
        others = {spot for other in rows if other != row for spot in other.spots}
        crossed = frozenset(spot for spot in part & others if len(board[spot]) == 2)
        yield from _with_any(part - crossed, crossed)


def _with_any(fixed: Spots, loose: Spots) -> Iterator[Spots]:
    """`fixed` with any of `loose`; never nothing."""
    for count in range(len(loose) + 1):
        for chosen in combinations(sorted(loose), count):
            if fixed or chosen:
                yield fixed.union(chosen)


def without(board: Board, taken: Set[str]) -> Board:
    """The board with the spots of `taken` empty."""
    return {spot: pieces for spot, pieces in board.items() if spot not in taken} if taken else board


def entries(board: Board) -> dict[str, list[Way]]:
    """Official name of every possible entry, and the ways that make it (many only for an empty spot)."""
    found: dict[str, list[Way]] = {}
    for way in WAYS:
        if (name := entry_name(board, way)) is not None:
            found.setdefault(name, []).append(way)
    return found


def entry_name(board: Board, way: Way) -> str | None:
    """`e2` where the first spot is empty, else `dot-last`; None when the line is full."""
    for last, spot in enumerate(way.spots):
        if spot not in board:
            return spot if last == 0 else f"{way.dot}-{spot}"
    return None


def push(board: Board, way: Way, pieces: str) -> Board:
    """The board after `pieces` came in along `way`: everything up to the first gap moves one spot (GIPF 3)."""
    gap = next(number for number, spot in enumerate(way.spots) if spot not in board)
    after = dict(board)
    for number in range(gap, 0, -1):
        after[way.spots[number]] = board[way.spots[number - 1]]
    after[way.spots[0]] = pieces
    return after


def _row_on(line: tuple[str, ...], board: Board, colour: str) -> Row | None:
    for start in range(len(line) - 3):
        if all(board.get(spot, " ")[0] == colour for spot in line[start : start + 4]):
            first, last = start, start + 3
            while first > 0 and line[first - 1] in board:
                first -= 1
            while last + 1 < len(line) and line[last + 1] in board:
                last += 1
            return Row(line[first : last + 1])
    return None
