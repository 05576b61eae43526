"""A stored record played again: the position after each turn, and what each turn did. Knows rules, and no database."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from threading import Lock
from typing import Generic, TypeVar

from gipf_engine.diagrams import describe, draw, follows_effects, summarize, tell_turn
from gipf_engine.diagrams.base import Size, Translate
from gipf_engine.messages import Message
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Effects, Move, Position, View
from gipf_engine.rules.record import number_turns
from gipf_engine.rules.verdict import Verdict

KEPT = 64
"""Replayed games that are kept in memory: a reader steps through one, and many read the same."""

KEPT_RUNNING = 512
"""Positions of games that go on that are kept in memory: some KB each."""


Value = TypeVar("Value")


class _Kept(Generic[Value]):
    """What the lines of turns that were asked for last have led to, `most` of them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[Start, tuple[str, ...]], Value] = OrderedDict()
        self._lock = Lock()

    def get(self, line: tuple[Start, tuple[str, ...]]) -> Value | None:
        with self._lock:
            if line in self._kept:
                self._kept.move_to_end(line)
            return self._kept.get(line)

    def keep(self, line: tuple[Start, tuple[str, ...]], value: Value) -> Value:
        with self._lock:
            self._kept[line] = value
            self._kept.move_to_end(line)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return value


@dataclass(frozen=True)
class Start:
    """What a game begins from; a study also from any position (`text`)."""

    rules: str
    options: tuple[str, ...] = ()
    setup: str = ""
    handicap: str = ""
    text: str = ""

    def position(self) -> Position:
        """The position before the first turn."""
        return _first_position(self)


@lru_cache(maxsize=KEPT_RUNNING)
def _first_position(start: Start) -> Position:
    rules = rules_for(start.rules, frozenset(start.options))
    return rules.position(start.text) if start.text else rules.start(start.setup, start.handicap)


@dataclass(frozen=True)
class Frame:
    """One position of a record as everybody may see it, and the turn that led to it (None: the start).

    `text` is the position text; `told` what the turn did, for a board that follows effects (`Position.told`).
    """

    view: View
    effects: Effects | None
    text: str = ""
    told: str | None = None

    def svg(
        self,
        translate: Translate = str,
        size: Size = None,
        *,
        flipped: bool = False,
        marks: Sequence[str] = (),
        name: str = "",
    ) -> str:
        """The drawn board, `flipped` as Black sees it, with the marks of a study over it.

        `name` sets it apart from others of the same position on a page.
        """
        return draw(self.view, self.effects, size=size, flipped=flipped, translate=translate, marks=marks, name=name)

    def has(self, seat: int) -> list[Message]:
        """What a seat has beside and on the board, in a few words."""
        return summarize(self.view, seat)

    def said(self) -> list[Message]:
        """The turn in words."""
        return tell_turn(self.view, self.effects)

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


_replays: _Kept[Replay] = _Kept(KEPT)
_running: _Kept[Reached] = _Kept(KEPT_RUNNING)


class Replay:
    """A legal record played through: `positions` are the start and the position after each of its turns."""

    def __init__(self, positions: Sequence[Position], moves: Sequence[Move]) -> None:
        self.positions, self._moves = positions, moves
        self._frames: dict[int, Frame] = {}

    def frame(self, ply: int) -> Frame:
        """The position after `ply` turns as everybody may see it."""
        if ply not in self._frames:
            self._frames[ply] = self._make_frame(ply)
        return self._frames[ply]

    def _make_frame(self, ply: int) -> Frame:
        position = self.positions[ply]
        if not ply:
            return Frame(position.view(), None, position.text())
        before, move = self.positions[ply - 1], self._moves[ply - 1]
        return Frame(position.view(), before.effects(move), position.text(), _tell_turn(before, before.notation(move)))

    @property
    def last(self) -> Frame:
        """The position in the end."""
        return self.frame(len(self._moves))


def replay(start: Start, tokens: Sequence[str]) -> Replay:
    """A legal record in official notation, played through once for all who look at it."""
    key = start, tuple(tokens)
    found = _replays.get(key)
    if found is None:
        played, moves = [start.position()], []
        for token in tokens:
            moves.append(played[-1].parse(token))
            played.append(played[-1].play(moves[-1]))
        found = _replays.keep(key, Replay(played, moves))
    return found


def keep_replay(start: Start, verdict: Verdict) -> None:
    """Let pages of this process show a legal record as it was judged, without playing it once more."""
    _replays.keep((start, verdict.tokens), Replay(verdict.positions, verdict.moves))


def movers(start: Start, tokens: Sequence[str]) -> list[int]:
    """The seat that played each turn of a legal record in official notation."""
    position = start.position()
    if position.rules.alternating:
        return [((position.turn or 0) + place) % position.rules.seats for place in range(len(tokens))]
    return [position.turn or 0 for position in replay(start, tokens).positions[:-1]]


def number_of_next(start: Start, tokens: Sequence[str]) -> str:
    """How a record numbers the turn after `tokens`: "5", and "5…" where it goes on under the number before it."""
    turn = reach(start, tokens).position.turn or 0
    numbers = list(number_turns([*movers(start, tokens), turn]))
    last = next(number for number in reversed(numbers) if number is not None)
    return str(last) if numbers[-1] is not None else f"{last}…"


@dataclass(frozen=True)
class Reached:
    """Where turns have led: the position, and what the last of them, played in `before`, did (None: the start)."""

    position: Position
    effects: Effects | None
    before: Position | None = None
    token: str = ""

    @property
    def frame(self) -> Frame:
        """As everybody may see it."""
        return Frame(self.position.view(), self.effects)

    @cached_property
    def told(self) -> str | None:
        """What the last turn did, for a board that follows effects; None where there is none, or a game tells none."""
        return None if self.before is None else _tell_turn(self.before, self.token)

    def play(self, token: str) -> Reached:
        """After one more turn. Raises what the rules refuse."""
        move = self.position.parse(token)
        return Reached(self.position.play(move), self.position.effects(move), self.position, token)


def _tell_turn(position: Position, token: str) -> str | None:
    """What a turn does, where boards of the game follow that."""
    return position.told(token) if follows_effects(position.rules.game) else None


def reach(start: Start, tokens: Sequence[str]) -> Reached:
    """Where the turns of a legal record in official notation have led: from where one of the last turns led before."""
    turns = tuple(tokens)
    known = ((done, _running.get((start, turns[:done]))) for done in range(len(turns), max(-1, len(turns) - 3), -1))
    done, reached = next(((done, found) for done, found in known if found is not None), (0, None))
    reached = reached or Reached(start.position(), None)
    for token in turns[done:]:
        reached = reached.play(token)
    return _running.keep((start, turns), reached)


def frame_of(start: Start, text: str) -> Frame | None:
    """A position text of these rules as a frame, for showing where a record broke off; None for an empty text."""
    if not text:
        return None
    return Frame(rules_for(start.rules, frozenset(start.options)).position(text).view(), None, text)
