"""The facts of a LYNGK position, and what choices make of them (articles of docs/game-rules.md)."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from gipf_engine.games.lyngk.board import COLOURS, EQUIPMENT
from gipf_engine.kit.table import Table

T = TypeVar("T")
Columns = tuple[str, ...]


class LyngkState(NamedTuple):
    """Everything that decides how a game goes on, and what lies open beside the board.

    `stacks`: the pieces on each spot, bottom to top, "" where it is empty. `claimed`: for each seat its colours,
    in the order of `COLOURS`. `completed`: for each seat its columns, taken off (main) or the six-stack that won (six);
    one that no one knows is "". `limit`: pieces of a complete stack. `captures`: whether a claim takes neutral columns
    (option claim_captures).
    """

    stacks: tuple[str, ...]
    claimed: tuple[str, str]
    completed: tuple[Columns, Columns]
    mover: int
    limit: int
    captures: bool

    @property
    def won(self) -> bool:
        """Whether a six-stack has ended the game (LYNGK 13)."""
        return self.limit == 6 and self.completed != ((), ())

    @property
    def claimable(self) -> str:
        """The colours that the mover may claim now (LYNGK 4)."""
        return "" if len(self.claimed[self.mover]) == 2 else self.unclaimed

    @property
    def unclaimed(self) -> str:
        """The colours that neither has claimed."""
        taken = self.claimed[0] + self.claimed[1]
        return "".join(colour for colour in COLOURS if colour not in taken)

    @property
    def table(self) -> Table:
        """The pieces on the board, the colours and the columns beside it."""
        piles = (tuple(self.unclaimed), *map(tuple, self.claimed), *self.completed)
        return Table(EQUIPMENT, self.stacks, piles, self.mover)

    def other_to_move(self) -> LyngkState:
        """The state with the other player to move."""
        return LyngkState(self.stacks, self.claimed, self.completed, 1 - self.mover, self.limit, self.captures)

    def columns_for(self, colour: str) -> list[int]:
        """The neutral columns that a claim of `colour` takes off at once: none without the option (LYNGK 9)."""
        if not self.captures:
            return []
        return [spot for spot, stack in enumerate(self.stacks) if len(stack) == self.limit and stack[-1] == colour]

    def after_claim(self, colour: str) -> LyngkState:
        """The mover has claimed `colour` and is still to move (LYNGK 4)."""
        claimed = "".join(sorted(self.claimed[self.mover] + colour, key=COLOURS.index))
        columns = self.columns_for(colour)
        if not columns:
            return self._replace(claimed=self._with_mover(self.claimed, claimed))
        stacks = list(self.stacks)
        taken = tuple(stacks[spot] for spot in columns)
        for spot in columns:
            stacks[spot] = ""
        return self._replace(
            stacks=tuple(stacks),
            claimed=self._with_mover(self.claimed, claimed),
            completed=self._with_mover(self.completed, self.completed[self.mover] + taken),
        )

    def after_move(self, source: int, target: int) -> LyngkState:
        """The stack on `source` has landed on `target`, which it may, and the other is to move (LYNGK 6, 9, 13)."""
        stacks = list(self.stacks)
        stack = stacks[target] + stacks[source]
        stacks[target], stacks[source] = stack, ""
        completed = self.completed
        if len(stack) == self.limit and stack[-1] in self.claimed[self.mover]:
            completed = self._with_mover(completed, (*completed[self.mover], stack))
            if self.limit == 5:
                stacks[target] = ""
        return LyngkState(tuple(stacks), self.claimed, completed, 1 - self.mover, self.limit, self.captures)

    def _with_mover(self, pair: tuple[T, T], value: T) -> tuple[T, T]:
        return (value, pair[1]) if self.mover == 0 else (pair[0], value)
