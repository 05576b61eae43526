"""What a board is: it draws a `Picture` and describes a `View`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.registry import Registry
from gipf_engine.rules.base import Effects, View

Size = int | Literal["small"] | None
Translate = Callable[[Message], str]
_TURNS = Message(_("Turns"))


@dataclass(frozen=True, slots=True)
class Picture:
    """All that is asked of a drawing; see `gipf_engine.diagrams.draw`."""

    view: View
    effects: Effects | None = None
    size: Size = None
    targets: tuple[str, ...] = ()
    interactive: bool = False
    flipped: bool = False
    links: Mapping[str, str] = field(default_factory=dict)
    translate: Translate = field(default=str, repr=False)
    name: str = ""
    marks: tuple[str, ...] = ()

    @property
    def small(self) -> bool:
        """Whether this is a thumbnail."""
        return self.size == "small"


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal turn to choose from: as a record writes it, the spots that it is about, and in words.

    `group` is the heading of choices that belong together.
    """

    token: str
    spots: tuple[str, ...]
    label: Message
    group: Message


class Board(ABC):
    """One game's board. `follows_effects`: whether its drawing can go on in the browser by what a turn does."""

    follows_effects: ClassVar[bool] = False

    @abstractmethod
    def draw(self, picture: Picture) -> str:
        """One `<svg>` element."""

    @abstractmethod
    def describe(self, view: View, effects: Effects | None = None) -> list[Message]:
        """The position in words."""

    def tell_turn(self, view: View, effects: Effects | None) -> list[Message]:
        """What is said of a turn that was just made: whose turn it is now, and what was played."""
        return self.describe(view, effects)

    def summarize(self, view: View, seat: int) -> list[Message]:
        """What a seat has beside and on the board, in a few words: what stands beside its name."""
        return []

    def places_of(self, view: View, *, flipped: bool) -> Mapping[str, tuple[float, float]]:
        """Where each point lies that can be marked; none where marks are not drawn."""
        return {}

    def describe_turn(self, view: View, token: str) -> Choice:
        """A legal turn of the position that `view` shows, from what lies open there alone."""
        return Choice(token, (), Message("%(turn)s", {"turn": token}), _TURNS)


BOARDS: Registry[Board] = Registry(__name__.rpartition(".")[0], "gipf_engine.games")
B = TypeVar("B", bound=type[Board])


def board(game: str) -> Callable[[B], B]:
    """Class decorator: draw this game with it."""

    def put(cls: B) -> B:
        BOARDS.add(game, cls())
        return cls

    return put
