"""A stored record played again: the position after each turn, and what each turn did. Knows rules, and no database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.diagrams import describe, draw, summarize
from engine.diagrams.base import Size, Translate
from engine.messages import Message
from engine.rules import rules_for
from engine.rules.base import Effects, Position, View

KEPT = 64
"""Replayed games that are kept in memory: a reader steps through one, and many read the same."""


@dataclass(frozen=True)
class Start:
    """What a game begins from."""

    rules: str
    options: tuple[str, ...] = ()
    setup: str = ""
    handicap: str = ""

    def position(self) -> Position:
        """The position before the first turn."""
        return rules_for(self.rules, frozenset(self.options)).start(self.setup, self.handicap)


@dataclass(frozen=True)
class Frame:
    """One position of a record as everybody may see it, and the turn that led to it (None: the start).

    `text` is the position text.
    """

    view: View
    effects: Effects | None
    text: str = ""

    def svg(self, translate: Translate = str, size: Size = None, *, flipped: bool = False) -> str:
        """The drawn board, `flipped` as Black sees it."""
        return draw(self.view, self.effects, size=size, flipped=flipped, translate=translate)

    def has(self, seat: int) -> list[Message]:
        """What a seat has beside and on the board, in a few words."""
        return summarize(self.view, seat)

    def words(self) -> list[Message]:
        """The position in words."""
        return describe(self.view, self.effects)


def play_through(start: Start, tokens: Sequence[str]) -> Position:
    """The position after these turns of a legal record, with what lies face down in it."""
    position = start.position()
    for token in tokens:
        position = position.play(position.parse(token))
    return position


def frames(start: Start, tokens: Sequence[str]) -> tuple[Frame, ...]:
    """The start and the position after each turn of a legal record in official notation."""
    return _frames(start, tuple(tokens))


def movers(start: Start, tokens: Sequence[str]) -> list[int]:
    """The seat that played each turn of a legal record in official notation."""
    return [frame.view.turn or 0 for frame in frames(start, tokens)[:-1]]


@lru_cache(maxsize=KEPT)
def _frames(start: Start, tokens: tuple[str, ...]) -> tuple[Frame, ...]:
    position = start.position()
    shown = [Frame(position.view(), None, position.text())]
    for token in tokens:
        move = position.parse(token)
        effects = position.effects(move)
        position = position.play(move)
        shown.append(Frame(position.view(), effects, position.text()))
    return tuple(shown)


def frame_of(start: Start, text: str) -> Frame | None:
    """A position text of these rules as a frame, for showing where a record broke off; None for an empty text."""
    if not text:
        return None
    return Frame(rules_for(start.rules, frozenset(start.options)).position(text).view(), None, text)
