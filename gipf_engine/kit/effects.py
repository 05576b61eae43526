"""What happened on the table, for any game: small values that go over the wire as short text.

Effects happen one after the other, and the one who applies them in turn to what was there has what is there now. A
board in a browser follows them and knows no rules; `Table.apply` does the same here.

As text: a sign and the fields with colons between, blanks between effects: `p:e3:M:markers m:e3:g3:R f:f3:m`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import ClassVar, Protocol, cast

CAPTURED = "captured"
"""The name of the piles that hold what a seat has captured."""


class Desk(Protocol):
    """Where effects happen."""

    def take(self, point: str, pieces: str = "") -> str:
        """Take the named pieces off a point, the topmost of them, or all that stand there, and return them."""

    def put(self, point: str, pieces: str) -> None:
        """Put pieces on top of what stands on a point."""

    def take_from_pile(self, pile: str, pieces: str) -> None:
        """Take pieces out of a pile."""

    def put_on_pile(self, pile: str, pieces: str) -> None:
        """Put pieces onto a pile."""

    def remove_point(self, point: str) -> None:
        """Take an empty point off the board."""


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that happened."""

    sign: ClassVar[str] = ""

    @abstractmethod
    def happen(self, desk: Desk) -> None:
        """Let it happen."""

    def text(self) -> str:
        """Its sign and its fields."""
        names = cast("tuple[str, ...]", self.__slots__)  # `fields` takes longer than all the rest
        return ":".join([self.sign, *[str(getattr(self, name)) for name in names]])


@dataclass(frozen=True, slots=True)
class Placed(Effect):
    """A piece came from a pile onto a point, on top of what stands there."""

    sign: ClassVar[str] = "p"
    point: str
    piece: str
    pile: str

    def happen(self, desk: Desk) -> None:
        """See `Effect`."""
        desk.take_from_pile(self.pile, self.piece)
        desk.put(self.point, self.piece)


@dataclass(frozen=True, slots=True)
class Moved(Effect):
    """A piece, or several on top of each other, went from point to point; what else stands at either stays.

    A way over several points is told step by step, so that it is seen: a stack may stand on others for a moment.
    """

    sign: ClassVar[str] = "m"
    source: str
    target: str
    pieces: str

    def happen(self, desk: Desk) -> None:
        """See `Effect`."""
        desk.put(self.target, desk.take(self.source, self.pieces))


@dataclass(frozen=True, slots=True)
class Stacked(Effect):
    """All that stood on a point went onto another."""

    sign: ClassVar[str] = "s"
    source: str
    target: str

    def happen(self, desk: Desk) -> None:
        """See `Effect`."""
        desk.put(self.target, desk.take(self.source))


@dataclass(frozen=True, slots=True)
class Flipped(Effect):
    """What stands on a point shows another side: it is `piece` now."""

    sign: ClassVar[str] = "f"
    point: str
    piece: str

    def happen(self, desk: Desk) -> None:
        """See `Effect`."""
        desk.take(self.point)
        desk.put(self.point, self.piece)


@dataclass(frozen=True, slots=True)
class Removed(Effect):
    """All that stood on a point went onto a pile."""

    sign: ClassVar[str] = "r"
    point: str
    pile: str

    def happen(self, desk: Desk) -> None:
        """See `Effect`."""
        desk.put_on_pile(self.pile, desk.take(self.point))


@dataclass(frozen=True, slots=True)
class Captured(Effect):
    """All that stood on a point is captured by a seat."""

    sign: ClassVar[str] = "c"
    point: str
    seat: int

    def happen(self, desk: Desk) -> None:
        """See `Effect`."""
        desk.put_on_pile(f"{CAPTURED}.{self.seat}", desk.take(self.point))


@dataclass(frozen=True, slots=True)
class Handed(Effect):
    """A piece went from pile to pile: a claimed colour, something given back."""

    sign: ClassVar[str] = "h"
    piece: str
    source: str
    target: str

    def happen(self, desk: Desk) -> None:
        """See `Effect`."""
        desk.take_from_pile(self.source, self.piece)
        desk.put_on_pile(self.target, self.piece)


@dataclass(frozen=True, slots=True)
class PointRemoved(Effect):
    """An empty point left the board."""

    sign: ClassVar[str] = "x"
    point: str

    def happen(self, desk: Desk) -> None:
        """See `Effect`."""
        desk.remove_point(self.point)


_KINDS: dict[str, type[Effect]] = {
    kind.sign: kind for kind in (Placed, Moved, Stacked, Flipped, Removed, Captured, Handed, PointRemoved)
}


def write_effects(effects: Iterable[Effect]) -> str:
    """Effects as one line of text."""
    return " ".join(effect.text() for effect in effects)


def read_effects(text: str) -> tuple[Effect, ...]:
    """What `write_effects` wrote. ValueError for anything else."""
    return tuple(map(_read, text.split()))


def _read(word: str) -> Effect:
    sign, *values = word.split(":")
    if sign not in _KINDS or len(values) != len(fields(_KINDS[sign])):
        raise ValueError(f"{word[:40]} is no effect")
    return _KINDS[sign](*(int(each) if each.isdecimal() else each for each in values))
