"""The search of a position: ever deeper, within a number of positions, so that its answer is the same everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np

from gipf_engine.analysis import source
from gipf_engine.analysis.answer import PROVED, WIN, Analysis, ScoredLine
from gipf_engine.analysis.copies import compile_copy
from gipf_engine.analysis.kernels import kernel_for
from gipf_engine.kit.kernel import NAME, ONE, PRIZE, TURN_WORDS, TWO, Kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from gipf_engine.kit.kernel import Cells
    from gipf_engine.rules.base import Position, Rules

_TABLE_BITS = 20
"""Most positions that are remembered, as a power of two."""
_LEAST = -WIN - 1
MOST_WORTH = 1_000
"""For a turn by errors a proved win is worth so much, in hundredths of a piece, and so it may be missed."""


def analyse(position: Position, nodes: int, lines: int = 1, length: int = source.DEEPEST) -> Analysis:
    """Look at no more than `nodes` positions; of each line at most `length` turns are told.

    ValueError for rules without a kernel.
    """
    kernel = kernel_for(position.rules)
    if position.outcome is not None:
        return Analysis(0, 0, ())
    search = _Search(kernel, position, nodes)
    depth = 0
    for depth in search.run(lines):  # noqa: B007 - the last one is told
        pass
    return search.tell(depth, lines, length)


def turn_by_errors(position: Position, nodes: int, error: Callable[[], int]) -> str:
    """The turn that is best where each is misjudged by what `error` returns, once a turn, in hundredths of a piece.

    The game is not over. ValueError for rules without a kernel.
    """
    search = _Search(kernel_for(position.rules), position, nodes)
    search.misjudge(lambda _turn: error())
    return search.best_turn()


def turn_but(position: Position, nodes: int, tried: Collection[str], cost: int) -> str:
    """The turn that is best where those that were tried, in official notation, are worth less by `cost`, in hundredths
    of a piece. Raises as `turn_by_errors` does."""
    search = _Search(kernel_for(position.rules), position, nodes)
    search.misjudge(lambda turn: -cost if turn() in tried else 0)
    return search.best_turn()


def each_depth(position: Position, nodes: int, lines: int = 1) -> Iterator[Analysis]:
    """What `analyse` knows after each depth, the last of which is its answer. ValueError for rules without a kernel."""
    kernel = kernel_for(position.rules)
    if position.outcome is not None:
        yield Analysis(0, 0, ())
        return
    search = _Search(kernel, position, nodes)
    for depth in search.run(lines):
        yield search.tell(depth, lines, source.DEEPEST)


def load(rules: Rules) -> None:
    """Load what a search by these rules needs, or compile it, once. ValueError where there is no kernel."""
    _compiled_search(kernel_for(rules))


@cache
def _compiled_search(kernel: Kernel) -> Callable[..., int]:
    """`source.look` with the functions of a kernel in place of the kit's."""
    found: Callable[..., int] = compile_copy(source, kernel, "search").look
    return found


@dataclass(slots=True)
class _Root:
    """A turn of the position that is searched, and what is known of it."""

    number: int
    row: Cells
    score: int
    below: tuple[int, ...] = ()
    error: int | None = None

    @property
    def worth(self) -> int:
        """The score, or what it is taken for."""
        return self.score if self.error is None else max(-MOST_WORTH, min(MOST_WORTH, self.score)) + self.error

    def score_for(self, worth: int) -> int | None:
        """The score above which this turn is worth more; None where it cannot be, `_LEAST` where it always is."""
        if self.error is None or worth == _LEAST:
            return worth
        score = worth - self.error
        return None if score >= MOST_WORTH else score if score >= -MOST_WORTH else _LEAST


@dataclass(slots=True)
class _Tables:
    """What the compiled search writes to."""

    rows: Cells
    turns: Cells
    known: Cells
    memory: Cells
    scratch: Cells


def _tables_for(kernel: Kernel, nodes: int) -> _Tables:
    size = 1 << max(8, min(_TABLE_BITS, nodes.bit_length()))
    memory = np.zeros(source.MEMORY_WORDS, np.int64)
    memory[source.LIMIT] = nodes
    memory[source.KILLERS : source.GOOD] = -1
    return _Tables(
        np.zeros((source.DEEPEST + source.MOST_CAPTURES + 2, kernel.words), np.int64),
        np.zeros((kernel.most_turns, TURN_WORDS), np.int64),
        np.zeros((size, 2), np.int64),
        memory,
        np.zeros(kernel.scratch_words, np.int64),
    )


def _list_roots(kernel: Kernel, tables: _Tables) -> tuple[Cells, bool]:
    """The turns of the position that is searched, and whether they are more than the table holds."""
    try:
        end = int(kernel.functions["list_turns"](tables.rows, 0, tables.turns, 0, False, tables.scratch))
    except OverflowError:  # rows of many GIPF-pieces: any of them may come off, before any push
        written = np.flatnonzero(tables.turns.any(axis=1))
        if not len(written):
            raise
        return tables.turns[: written[-1] + 1].copy(), True
    return tables.turns[:end].copy(), False


class _Search:
    """One search. Its tables are its own, so that nothing before it changes what it finds."""

    def __init__(self, kernel: Kernel, position: Position, nodes: int) -> None:
        self._kernel, self._position = kernel, position
        self._look, self._play = _compiled_search(kernel), kernel.functions["play_turn"]
        self._tables = tables = _tables_for(kernel, nodes)
        tables.rows[0] = kernel.pack(position)
        listed, self._is_cut_short = _list_roots(kernel, tables)
        order = np.argsort(-listed[:, PRIZE], kind="stable")
        score = int(kernel.functions["evaluate"](tables.rows, 0))
        self._roots = [_Root(int(number), listed[number], score) for number in order]

    def misjudge(self, error: Callable[[Callable[[], str]], int]) -> None:
        """Take each turn for better or worse than it is, in all that follows. `error` gets what writes the turn."""
        for root in self._roots:
            root.error = error(partial(self._kernel.write, self._position, root.row))

    def best_turn(self) -> str:
        """Look as far as the nodes allow."""
        depth = 0
        for depth in self.run(1):  # noqa: B007 - the last one is told
            pass
        return self.tell(depth, 1, 1).lines[0].turns[0]

    def run(self, lines: int) -> Iterator[int]:
        """Ever deeper, until the best lines are proved or the nodes are used up: each depth that was looked at in full,
        the last one twice where the next was not."""
        for depth in range(1, source.DEEPEST + 1):
            is_done = self._deepen(depth, lines)
            yield depth if is_done else depth - 1
            if not is_done or self._is_settled(lines):
                return

    def tell(self, depth: int, lines: int, length: int) -> Analysis:
        """What is known, with so many turns of the best lines."""
        best = sorted(self._roots[:lines], key=lambda root: -root.worth)
        nodes = int(self._tables.memory[source.NODES])
        return Analysis(depth, nodes, tuple(ScoredLine(root.score, self._write(root, length)) for root in best))

    def _is_settled(self, lines: int) -> bool:
        """Whether the best lines are proved: another depth could only show a shorter way."""
        return all(abs(root.score) > PROVED for root in self._roots[:lines])

    def _deepen(self, depth: int, lines: int) -> bool:
        """Look at every turn to this depth; whether that was done before the nodes were used up.

        The best turns come first then, the others in their order.
        """
        best: list[_Root] = []
        is_done = True
        for root in self._roots:
            alpha = root.score_for(best[lines - 1].worth if len(best) >= lines else _LEAST)
            if alpha is None:
                continue
            found = self._score(root, depth, alpha)
            if found is None:
                is_done = False
                break
            if found.score > alpha:
                best = sorted([*best, found], key=lambda each: -each.worth)
        numbers = {root.number for root in best}
        self._roots = best + [root for root in self._roots if root.number not in numbers]
        return is_done

    def _score(self, root: _Root, depth: int, alpha: int) -> _Root | None:
        """The turn with its score, exact where it is above `alpha`; None where the search was stopped.

        Where turns of the root itself are unknown, none of the others proves that it is lost.
        """
        for beta in (-_LEAST,) if alpha == _LEAST else (alpha + 1, -_LEAST):
            try:
                score = self._search_below(root, depth, alpha, beta)
            except OverflowError:  # a position behind has more turns than the table holds: what is known stands
                return None
            if self._tables.memory[source.STOPPED]:
                return None
            if self._is_cut_short:
                score = max(score, -PROVED)
            if score <= alpha:
                break
        return _Root(root.number, root.row, score, self._best_line(), root.error)

    def _search_below(self, root: _Root, depth: int, alpha: int, beta: int) -> int:
        tables = self._tables
        self._play(tables.rows, 0, root.row[ONE], root.row[NAME], root.row[TWO])
        return -int(
            self._look(
                tables.rows,
                1,
                depth - 1,
                -beta,
                -alpha,
                tables.turns,
                0,
                tables.known,
                tables.memory,
                tables.scratch,
            )
        )

    def _best_line(self) -> tuple[int, ...]:
        start = source.LINE + source.LINE_LENGTH
        found: list[int] = []
        while (number := int(self._tables.memory[start + len(found)])) >= 0:
            found.append(number)
        return tuple(found)

    def _write(self, root: _Root, length: int) -> tuple[str, ...]:
        """The turn and what follows it as texts, `length` at most. What the search goes on with stays as it is."""
        position, written = self._position, [self._kernel.write(self._position, root.row)]
        tables, rows = self._tables, np.zeros((1, self._kernel.words), np.int64)
        for number in root.below[: length - 1]:
            position = position.play(written[-1])
            if position.outcome is not None:
                break
            rows[0] = self._kernel.pack(position)
            self._kernel.functions["list_turns"](rows, 0, tables.turns, 0, False, tables.scratch)
            written.append(self._kernel.write(position, tables.turns[number]))
        return tuple(written)
