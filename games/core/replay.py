"""A stored record played again: the position after each turn, and what each turn did. Knows rules, and no database."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from gipf_engine.diagrams import describe, draw, summarize
from gipf_engine.diagrams.base import Size, Translate
from gipf_engine.messages import Message
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Effects, Position, View
from gipf_engine.rules.record import number_turns

KEPT = 64
"""Replayed games that are kept in memory: a reader steps through one, and many read the same."""

KEPT_RUNNING = 512
"""Positions of games that go on that are kept in memory: some KB each."""


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


def positions(start: Start, tokens: Iterable[str]) -> Iterator[Position]:
    """The start and the position after each turn of a legal record, with what lies face down in them."""
    position = start.position()
    yield position
    for token in tokens:
        position = position.play(position.parse(token))
        yield position


def play_through(start: Start, tokens: Iterable[str]) -> Position:
    """The last of these `positions`."""
    return deque(positions(start, tokens), maxlen=1).pop()


def frames(start: Start, tokens: Sequence[str]) -> tuple[Frame, ...]:
    """The start and the position after each turn of a legal record in official notation."""
    return _frames(start, tuple(tokens))


def movers(start: Start, tokens: Sequence[str]) -> list[int]:
    """The seat that played each turn of a legal record in official notation."""
    if rules_for(start.rules, start.options).alternating:
        position = start.position()
        return [((position.turn or 0) + place) % position.rules.seats for place in range(len(tokens))]
    return [frame.view.turn or 0 for frame in frames(start, tokens)[:-1]]


def number_of_next(start: Start, tokens: Sequence[str]) -> str:
    """How a record numbers the turn after `tokens`: "5", and "5…" where it goes on under the number before it."""
    turn = reach(start, tokens).position.turn or 0
    numbers = list(number_turns([*movers(start, tokens), turn]))
    last = next(number for number in reversed(numbers) if number is not None)
    return str(last) if numbers[-1] is not None else f"{last}…"


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


@dataclass(frozen=True)
class Reached:
    """Where turns have led: the position, and what the last of them did (None: the start)."""

    position: Position
    effects: Effects | None

    @property
    def frame(self) -> Frame:
        """As everybody may see it."""
        return Frame(self.position.view(), self.effects)

    def play(self, token: str) -> Reached:
        """After one more turn. Raises what the rules refuse."""
        move = self.position.parse(token)
        return Reached(self.position.play(move), self.position.effects(move))


class _RunningGames:
    """The last positions of games that go on: the next turn of a game is played from the one before it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[Start, tuple[str, ...]], Reached] = OrderedDict()
        self._lock = Lock()

    def reach(self, start: Start, tokens: tuple[str, ...]) -> Reached:
        known, done = None, len(tokens)
        with self._lock:
            for done in range(len(tokens), max(-1, len(tokens) - 3), -1):
                if (known := self._kept.get((start, tokens[:done]))) is not None:
                    break
        reached = known or Reached(start.position(), None)
        for token in tokens[done if known else 0 :]:
            reached = reached.play(token)
        with self._lock:
            self._kept[start, tokens] = reached
            self._kept.move_to_end((start, tokens))
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return reached


_running = _RunningGames(KEPT_RUNNING)


def reach(start: Start, tokens: Sequence[str]) -> Reached:
    """Where the turns of a legal record in official notation have led."""
    return _running.reach(start, tuple(tokens))


def frame_of(start: Start, text: str) -> Frame | None:
    """A position text of these rules as a frame, for showing where a record broke off; None for an empty text."""
    if not text:
        return None
    return Frame(rules_for(start.rules, frozenset(start.options)).position(text).view(), None, text)
