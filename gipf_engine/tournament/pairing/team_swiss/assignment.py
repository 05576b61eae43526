"""The cheapest assignment of columns to rows, and of the cheapest ones the first in the order of rows and columns."""

from __future__ import annotations

from collections.abc import Sequence


def first_cheapest_assignment(costs: Sequence[Sequence[int | None]]) -> tuple[int, list[int]] | None:
    """The total and the column of each row; None where there is no assignment. `costs` is square, None is not allowed.

    The cheapest assignments are the perfect matchings of the pairs without slack under the duals of any of them, so
    that the first one is found by walking down the rows: each takes the first column after which the others can still
    be assigned.
    """
    if not costs:
        return 0, []
    solved = _Hungarian(costs)
    if not solved.solve():
        return None
    row_dual, column_dual, columns = solved.row_dual, solved.column_dual, solved.column_of
    tight = [
        sum(1 << at for at, cost in enumerate(row) if cost is not None and cost == row_dual[number] + column_dual[at])
        for number, row in enumerate(costs)
    ]
    first = _first_matching(tight, columns)
    return sum(costs[row][column] or 0 for row, column in enumerate(first)), first


class _Hungarian:
    """Duals of rows and columns, and the column of each row: the Hungarian method, row after row (Kuhn, 1955).

    `row_of` and `column_of` are the assignment so far, -1 where there is none.
    """

    def __init__(self, costs: Sequence[Sequence[int | None]]) -> None:
        size = len(costs)
        self.costs = costs
        self.row_dual, self.column_dual = [0] * size, [0] * size
        self.row_of, self.column_of = [-1] * size, [-1] * size

    def solve(self) -> bool:
        """Assign every row; False where one cannot be."""
        return all(self._add(row) for row in range(len(self.costs)))

    def _add(self, start: int) -> bool:
        """Assign one more row by the shortest path to a free column."""
        search = _Search(len(self.costs))
        row, tree = start, [(start, 0)]
        while True:
            column = search.look_from(row, self.costs[row], self.row_dual[row], self.column_dual)
            if column is None:
                return False
            if self.row_of[column] < 0:
                break
            row = self.row_of[column]
            tree.append((row, search.distance))
        for visited, distance in tree:
            self.row_dual[visited] += search.distance - distance
        for at, length in search.reached.items():
            self.column_dual[at] -= search.distance - length
        while row != start or column >= 0:
            row = search.came_from[column]
            self.row_of[column] = row
            self.column_of[row], column = column, self.column_of[row]
        return True


class _Search:
    """The shortest paths from a row to the columns; `reached` are those whose length is final."""

    def __init__(self, size: int) -> None:
        self.lengths: list[int | None] = [None] * size
        self.came_from = [-1] * size
        self.reached: dict[int, int] = {}
        self.distance = 0

    def look_from(self, row: int, costs: Sequence[int | None], dual: int, column_dual: Sequence[int]) -> int | None:
        """The nearest column not reached yet, once the columns of a row are known too; None where there is none."""
        lengths, base, nearest = self.lengths, self.distance - dual, None
        for at, cost in enumerate(costs):
            if at in self.reached:
                continue
            known = lengths[at]
            if cost is not None and (known is None or base + cost - column_dual[at] < known):
                known = lengths[at] = base + cost - column_dual[at]
                self.came_from[at] = row
            if known is not None and (nearest is None or known < self.distance_to(nearest)):
                nearest = at
        if nearest is not None:
            self.distance = self.reached[nearest] = self.distance_to(nearest)
        return nearest

    def distance_to(self, column: int) -> int:
        """The length of the path to a column that has one."""
        length = self.lengths[column]
        assert length is not None
        return length


def _first_matching(tight: Sequence[int], columns: Sequence[int]) -> list[int]:
    """Of the perfect matchings of a graph the first; `columns` is any of them."""
    size = len(tight)
    column_of = list(columns)
    row_of = [0] * size
    for row, column in enumerate(column_of):
        row_of[column] = row
    free = (1 << size) - 1
    for row in range(size):
        wanted = tight[row] & free & ((1 << column_of[row]) - 1)
        while wanted:
            column = (wanted & -wanted).bit_length() - 1
            wanted &= wanted - 1
            path = _reroute(tight, row_of, row_of[column], column_of[row], free & ~(1 << column))
            if path is not None:
                for moved, to in (*path, (row, column)):
                    column_of[moved], row_of[to] = to, moved
                break
        free &= ~(1 << column_of[row])
    return column_of


def _reroute(
    tight: Sequence[int], row_of: Sequence[int], start: int, goal: int, free: int
) -> list[tuple[int, int]] | None:
    """New columns for the row `start` and those it displaces, the last of whom takes `goal`; None where there are none.

    Only columns of `free` are touched.
    """
    came: dict[int, tuple[int, int]] = {}
    queue, left = [start], free
    for row in queue:
        if tight[row] & left & (1 << goal):
            path = [(row, goal)]
            while row != start:
                row, column = came[row]
                path.append((row, column))
            return path
        found = tight[row] & left
        left &= ~found
        while found:
            column = (found & -found).bit_length() - 1
            found &= found - 1
            came[row_of[column]] = (row, column)
            queue.append(row_of[column])
    return None
