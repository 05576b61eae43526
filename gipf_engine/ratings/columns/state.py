"""Periods rated as columns of numbers: for long lists, where a tuple a game would take most of the time.

Persons are places from 0, in the order of their ids. A system that can do so says it with `System.column_state`; the
ratings are those of its `RatingState`, number for number.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


class ColumnChanges(NamedTuple):
    """What a period did, a row a person: `persons` ascend; `noted` are the system's values in their order."""

    persons: Ints
    before: Ints
    after: Ints
    games: Ints
    games_total: Ints
    score: Ints
    noted: tuple[Ints, ...]


class ColumnState(ABC):
    """Everybody's ratings while periods are written in, in their order. `ids` are the persons' at their places."""

    def __init__(self, ids: Ints) -> None:
        self.ids = ids

    @abstractmethod
    def rate(self, white: Ints, black: Ints, score: Ints, day: int = 0) -> ColumnChanges:
        """Rate one period, as `RatingState.rate` says. The columns hold places, and White's score in tenths."""

    @abstractmethod
    def dump(self) -> bytes:
        """What the `RatingState` after the same periods would be dumped as."""

    @abstractmethod
    def restore(self, dumped: bytes) -> None:
        """Take up where a state of either kind was dumped. For a fresh state; everybody in it has a place here."""
