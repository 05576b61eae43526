"""What compiled code offers of a game, so that one search serves all.

A position is a row of a table of int64, judged from the view of the one who is to move; the row below is the position
after a turn. A turn is a row of another table: three numbers of the game's own (the second below `NAMES`, alike for
turns that do alike: what has often been good is tried early), its prize and its number in the list. The functions below
say what each game compiles under these names; the Python engine stays the referee of what is legal.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from gipf_engine.rules.base import Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Cells = NDArray[np.int64]


class Words(Protocol):
    """An array of int64 as compiled code sees it."""

    def __getitem__(self, place: int, /) -> int: ...
    def __setitem__(self, place: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Rows(Protocol):
    """An array of int64 with two dimensions as compiled code sees it."""

    def __getitem__(self, place: tuple[int, int], /) -> int: ...
    def __setitem__(self, place: tuple[int, int], value: int, /) -> None: ...
    def __len__(self) -> int: ...


ONE, NAME, TWO, PRIZE, NUMBER = range(5)
"""Columns of a turn. `PRIZE`: 0 for a quiet turn; more for what changes much and is looked at to its end."""
TURN_WORDS = 5
NAMES = 4096
GOES_ON, WON, LOST, DRAWN = 0, 1, -1, 2
"""What `judge` says of the one who is to move."""

# The search is written against the six signatures below, and is never run with them: each game's own functions stand
# in their places in the copy of it that is compiled (`gipf_engine.analysis.search`).


def list_turns(rows: Rows, ply: int, turns: Rows, first: int, only_prizes: bool, scratch: Words) -> int:
    """Write the legal turns of `rows[ply]`, which goes on, to `turns[first:]`; returns where they end.

    `only_prizes`: those with a prize alone. Raises OverflowError where the table is too small.
    """
    raise NotImplementedError  # a signature: the function of each game is compiled in its place


def play_turn(rows: Rows, ply: int, one: int, name: int, two: int) -> None:
    """Write the position after a turn to `rows[ply + 1]`."""
    raise NotImplementedError  # a signature: the function of each game is compiled in its place


def judge(rows: Rows, ply: int, scratch: Words) -> int:
    """`GOES_ON`, or how the game has ended."""
    raise NotImplementedError  # a signature: the function of each game is compiled in its place


def must_capture(rows: Rows, ply: int) -> bool:
    """Whether each legal turn has a prize, so that the position cannot be left as it is evaluated."""
    raise NotImplementedError  # a signature: the function of each game is compiled in its place


def evaluate(rows: Rows, ply: int) -> int:
    """How much better the one who is to move stands, in hundredths of a piece."""
    raise NotImplementedError  # a signature: the function of each game is compiled in its place


def hash_position(rows: Rows, ply: int) -> int:
    """64 bits that tell positions apart."""
    raise NotImplementedError  # a signature: the function of each game is compiled in its place


FUNCTIONS = (list_turns, play_turn, judge, must_capture, evaluate, hash_position)


class Kernel(ABC):
    """The compiled side of one game: positions of all its rule sets as rows, and turns as texts."""

    name: ClassVar[str]
    words: ClassVar[int]
    """Of a position."""
    most_turns: ClassVar[int]
    """For how many turns on the way down a table is made."""
    scratch_words: ClassVar[int]
    folder: ClassVar[Path | None]
    """Where compiled functions are kept."""
    compiled: ModuleType
    """The module in which the game's functions have the names of `FUNCTIONS`, and `count_tree` is."""

    @property
    def functions(self) -> Mapping[str, Callable[..., Any]]:
        """The compiled functions by the names of `FUNCTIONS`."""
        return {function.__name__: getattr(self.compiled, function.__name__) for function in FUNCTIONS}

    @abstractmethod
    def pack(self, position: Position) -> list[int]:
        """A position as a row. ValueError for options that are not compiled."""

    @abstractmethod
    def write(self, position: Position, turn: Cells) -> str:
        """A turn of a position in official notation."""

    def count(self, position: Position, depth: int, way: str) -> int:
        """What `gipf_engine.rules.perft` counts with the game's `way`, "" for each turn as one. `depth` is 1 or more.

        ValueError for a way that is not compiled.
        """
        if way:
            raise ValueError(f"the kernel {self.name} does not count {way}")
        import numpy as np

        rows = np.zeros((depth + 1, self.words), np.int64)
        rows[0] = self.pack(position)
        turns = np.zeros((self.most_turns, TURN_WORDS), np.int64)
        return int(self.compiled.count_tree(rows, 0, depth, turns, 0, np.zeros(self.scratch_words, np.int64)))
