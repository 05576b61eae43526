"""What reads the actions of one game of Boardspace, and the table of those that there are.

A reader is a class under `@reads`, in this folder or in a game's own (`gipf_engine/games/*/boardspace.py`).
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Mapping, Sequence
from typing import ClassVar, NamedTuple, TypeVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.registry import Registry
from gipf_engine.rules.errors import NotAMove
from gipf_engine.rules.formats.base import ForeignGame


class Reader(ABC):
    """Reads one game of the rule set `key`. `about`: what stands in SU behind the name of the rules."""

    NAMES: ClassVar[frozenset[str]]
    """What players do in this game, in small letters."""
    ONE_SIDED: ClassVar[frozenset[str]] = frozenset()
    """The rule sets whose board would have to be turned where the second player begins."""
    line: ForeignGame

    @abstractmethod
    def __init__(self, key: str, about: Sequence[str]) -> None: ...

    @property
    def tags(self) -> dict[str, str]:
        """What a record of the game says beside its rules and turns."""
        return {}

    @property
    def tokens(self) -> list[str]:
        """The turns so far."""
        return self.line.tokens

    @property
    def is_over(self) -> bool:
        """Whether the game has ended by its rules."""
        return self.line.position.outcome is not None

    @abstractmethod
    def act(self, name: str, arguments: Sequence[str]) -> None:
        """An action of the player to move. Raises `RuleError`."""

    @abstractmethod
    def end_turn(self) -> None:
        """The player is done. Raises `RuleError`."""

    @abstractmethod
    def finish(self) -> None:
        """The record ends here, maybe inside a turn. Raises `RuleError`."""


class ReadRules(NamedTuple):
    """A name of rules on Boardspace: which of our rule sets that is, and who reads its actions."""

    key: str
    reader: type[Reader]


READERS: Registry[ReadRules] = Registry(__name__.rpartition(".")[0], "gipf_engine.games")
"""By Boardspace's name of the rules, in small letters."""
R = TypeVar("R", bound=type[Reader])


def reads(keys: Mapping[str, str]) -> Callable[[R], R]:
    """Class decorator: the class reads these rules, ours by Boardspace's name in small letters."""

    def add(reader: R) -> R:
        for name, key in keys.items():
            READERS.add(name, ReadRules(key, reader))
        return reader

    return add


_POINT = re.compile("[a-z][0-9]{1,2}")


def read_points(arguments: Sequence[str], count: int, board: Container[str]) -> list[str]:
    """The points of an action: `E 1 E 2`, or `e1 e2`. Raises `NotAMove` where they are not so many of the board."""
    joined = "".join(arguments).lower()
    points = _POINT.findall(joined)
    if len(points) != count or "".join(points) != joined or any(point not in board for point in points):
        raise NotAMove(Message(_("this names no points of the board")))
    return points
