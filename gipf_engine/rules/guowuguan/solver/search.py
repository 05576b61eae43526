"""The solver of the five games: ever wider searches round by round, and the turns that lead from round to round."""

from __future__ import annotations

from collections.abc import Iterator

from gipf_engine.rules.base import SOLVER_LIMIT, Position, Solution, Solver
from gipf_engine.rules.guowuguan.layout import MOST_ROUNDS, Layout
from gipf_engine.rules.guowuguan.move import REFILL, GuoWuGuanMove
from gipf_engine.rules.guowuguan.movegen import is_won, moves
from gipf_engine.rules.guowuguan.position import GuoWuGuanPosition
from gipf_engine.rules.guowuguan.solver import SOLVER_VERSION
from gipf_engine.rules.guowuguan.solver.beam import search
from gipf_engine.rules.guowuguan.solver.compiled import cache_folder
from gipf_engine.rules.guowuguan.solver.packed import Row, pack, pack_variant
from gipf_engine.rules.guowuguan.state import GuoWuGuanState

WIDTHS = (1_000, 10_000, 100_000)
"""How many rounds are gone on with at a time. What none of these decides is searched without dropping any."""


class BeamSolver(Solver):
    """Searches with each of `WIDTHS` until the game is won or nothing was left out."""

    version = SOLVER_VERSION

    @property
    def is_compiled_first(self) -> bool:
        folder = cache_folder()
        return folder is None or not any(folder.rglob("*.nbc"))

    def solve(self, position: Position, limit: int = SOLVER_LIMIT) -> Solution:
        """Search from `position`. Raises TypeError for one of another game."""
        if not isinstance(position, GuoWuGuanPosition):
            raise TypeError("that is no position of Guo Wu Guan")
        state, layout = position.state, position.layout
        if position.outcome is not None:
            won = position.outcome.result == "won"
            return Solution(won, (), position.tally[0][2] if won else None, 0)
        looked_at = 0
        for width in (*WIDTHS, limit):
            found = _search(state, layout, width, limit - looked_at)
            looked_at += found.looked_at
            if found.can_be_won is not None or looked_at >= limit:
                break
        return Solution(found.can_be_won, found.line, found.par, looked_at)


def _search(state: GuoWuGuanState, layout: Layout, width: int, limit: int) -> Solution:
    """One search that goes on with `width` rounds at a time."""
    rounds = MOST_ROUNDS + 1 - state.round
    looked_at, last, is_complete, rows, parents = search(pack(state), pack_variant(layout), width, rounds, limit)
    if last < 0:
        return Solution(False if is_complete else None, (), None, looked_at)
    path: list[Row] = []
    while last:
        path.insert(0, rows[last])
        last = parents[last]
    line = tuple(_winning_turns(state, path, layout))
    return Solution(True, line, state.round + line.count(REFILL), looked_at)


def _winning_turns(state: GuoWuGuanState, rounds: list[Row], layout: Layout) -> Iterator[GuoWuGuanMove]:
    """The turns that lead from `state` through the starts of these rounds to a win."""
    for goal in (*(row.tobytes() for row in rounds), None):
        turns, state = _round_to(state, goal, layout)
        yield from turns


def _round_to(state: GuoWuGuanState, goal: bytes | None, layout: Layout) -> tuple[list[GuoWuGuanMove], GuoWuGuanState]:
    """The turns of one round that end in a packed position, or in a win where `goal` is None."""
    waiting: list[tuple[GuoWuGuanState, list[GuoWuGuanMove]]] = [(state, [])]
    while waiting:
        here, turns = waiting.pop()
        for move in moves(here, layout):
            after = here.after(move, layout)
            if is_won(after, layout) if goal is None else move == REFILL and pack(after).tobytes() == goal:
                return [*turns, move], after
            if move != REFILL:
                waiting.append((after, [*turns, move]))
    raise AssertionError("the search went a way that the rules do not know")
