"""Positions that are laid out by hand, piece by piece, and games that start from such a position."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.errors import BadSetup

P = TypeVar("P")
_BLANK = "_"
TAKE = "-"
"""The key of what empties a point, in every game."""
TAKE_WORDS = Message(_("Remove the piece"))


@dataclass(frozen=True, slots=True)
class Laid:
    """Something that can be put on a point: `words` name it."""

    key: str
    words: Message


class Laying(ABC, Generic[P]):
    """How positions of one rule set (`P`) are laid out. What lies beside the board follows from what is put on it."""

    @property
    @abstractmethod
    def choices(self) -> Sequence[Laid]:
        """What can be put on a point, `TAKE` last."""

    @abstractmethod
    def empty(self) -> P:
        """The board without any piece."""

    @abstractmethod
    def put(self, position: P, point: str, key: str) -> P:
        """The position with one of the `choices` put on a point.

        Raises `BadSetup` where that cannot be, and KeyError for what is no point or no choice.
        """


def none_left(piece: Message) -> BadSetup:
    """Why a piece cannot be put on the board: all are used."""
    return BadSetup(Message(_("no piece is left: %(piece)s"), {"piece": piece}))


def as_setup(text: str) -> str:
    """A position text as the set-up of a game that starts from it: with a line for each blank."""
    return text.replace(" ", _BLANK)


def position_in(setup: str) -> str:
    """The position text that a set-up is; "" where the game starts from its own start."""
    return setup.replace(_BLANK, " ") if _BLANK in setup else ""
