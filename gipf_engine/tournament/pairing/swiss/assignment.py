"""One side against the other: the first assignment in order that gives everybody a partner.

Rows (S1, in order) take columns (S2, in order). A witness is kept: some way to give everybody a partner. Each row in
turn takes the first column for which the witness can be mended along an alternating path; if there is no witness at
all, there is no assignment.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.pairing_field import bits, members

Pairs = list[tuple[int, int]]


def first_assignment(
    rows: Sequence[int], columns: Sequence[int], allowed: Sequence[int], steps: StepCounter
) -> Pairs | None:
    """The first column for the first row, then for the second, and so on, so that all get one; None if they cannot."""
    pairs = _greedy(rows, columns, allowed, steps)
    if len(pairs) == len(rows):
        return pairs
    inside = bits(columns)
    return Assignment({row: allowed[row] & inside for row in rows}, columns, pairs, steps).first(rows)


def _greedy(rows: Sequence[int], columns: Sequence[int], allowed: Sequence[int], steps: StepCounter) -> Pairs:
    """The first free column for one row after the other, as far as that goes."""
    free = list(columns)
    pairs: Pairs = []
    steps.take(len(rows))
    for row in rows:
        options = allowed[row]
        for place, column in enumerate(free):
            if options >> column & 1:
                pairs.append((row, column))
                del free[place]
                break
        else:
            break
    return pairs


class Assignment:
    """Some full assignment, changed as choices are made.

    `options` are the columns that each row may take; `mate` and `owner` are the witness, read from either side;
    `free` are the columns that are not chosen yet. What `accept` refuses is not chosen.
    """

    def __init__(
        self, options: Mapping[int, int], columns: Sequence[int], pairs: Sequence[tuple[int, int]], steps: StepCounter
    ) -> None:
        self.options, self.columns, self.steps = options, columns, steps
        self.free = bits(columns)
        self.mate = dict(pairs)
        self.owner = {column: row for row, column in pairs}

    def accept(self, row: int, column: int) -> bool:
        """Whether this choice is right beyond the options; it may be kept account of."""
        return True

    def withdraw(self, row: int, column: int) -> None:
        """Undo what `accept` kept account of."""

    def first(self, rows: Sequence[int]) -> Pairs | None:
        """The first assignment of `rows`, or None where there is no witness."""
        waiting = [row for row in self.options if row not in self.mate]
        if not all(self._augment(row) for row in waiting):
            return None
        chosen: Pairs = []
        for row in rows:
            column = self._choose(row)
            if column is None:
                for pair in chosen:
                    self.withdraw(*pair)
                return None
            chosen.append((row, column))
        return chosen

    def _choose(self, row: int) -> int | None:
        """Settle the first column for `row` with which the witness can be mended."""
        options = self.options[row] & self.free
        for column in self.columns:
            if not options >> column & 1:
                continue
            self.steps.take(1)
            if self.accept(row, column):
                if self._mend(row, column):
                    self.free &= ~(1 << column)
                    return column
                self.withdraw(row, column)
        return None

    def _augment(self, row: int) -> bool:
        """Give `row` a mate in the witness, others changing theirs as needed."""
        return self._reroute(row, self.free & ~bits(self.owner), 0)

    def _mend(self, row: int, column: int) -> bool:
        """Make `column` the mate of `row`, if the one who loses it can end up with what `row` gives up."""
        if self.mate[row] == column:
            return True
        if not self._reroute(self.owner[column], 1 << self.mate[row], 1 << column):
            return False
        self.mate[row], self.owner[column] = column, row
        return True

    def _reroute(self, start: int, goals: int, closed: int) -> bool:
        """Give `start` another mate along an alternating path that ends in one of `goals`."""
        found_by: dict[int, int] = {}
        queue = deque([start])
        while queue:
            row = queue.popleft()
            reach = self.options[row] & self.free & ~closed
            self.steps.take(reach.bit_count() + 1)
            if reach & goals:
                self._shift(start, row, next(members(reach & goals)), found_by)
                return True
            closed |= reach
            for column in members(reach):
                found_by[column] = row
                queue.append(self.owner[column])
        return False

    def _shift(self, start: int, row: int, column: int, found_by: Mapping[int, int]) -> None:
        """Every row on the path from `start` takes the next mate; `row` takes `column`, its end."""
        while True:
            given_up = self.mate.get(row)
            self.mate[row], self.owner[column] = column, row
            if row == start:
                return
            assert given_up is not None
            column, row = given_up, found_by[given_up]
