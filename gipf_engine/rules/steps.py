"""A turn put together by touching: which places of the board and which buttons lead to the legal turns of a position.

The steps of a position are a tree. A step is a place that may be touched, or a button; it adds its `text` to what is
written of the turn, and leads to further steps or ends the turn. Along every way to an end the texts make one legal
turn, and every legal turn has such a way. So whoever shows a board needs no rules: it lights what `Steps` names.

A browser gets the tree as a table (`to_table`), and not one answer a touch, so that a turn costs one round trip. The
table is small because steps are made once where several ways lead to them: in LYNGK the stacks under a claim go on as
they do without it, and the 1,300 turns of a first position are some 70 rows. What is still too large (rows in GIPF
that can be taken in hundreds of ways) is left out after `MOST_ROWS`, the furthest steps first; the browser asks for it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gipf_engine.messages import Message

MOST_ROWS = 400
"""Rows of a table. Half a screen of choices is some 40; a table of so many has about 20 KB."""
ENDS, ASK = -1, -2
"""Instead of the number of a row: the turn is complete; what follows was left out of the table."""


@dataclass(frozen=True, slots=True)
class Step:
    """One touch. `key`: a place of the board; with a `label`, a button with these words.

    `text` is what the touch adds to the turn in official notation. `then` makes what follows, the same object each
    time; None where the turn is complete.
    """

    key: str
    text: str = ""
    then: Callable[[], Steps] | None = None
    label: Message | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """What may be touched next, and what the player is asked."""

    ask: Message
    steps: tuple[Step, ...]

    def step(self, key: str) -> Step | None:
        """The step called `key`."""
        return next((step for step in self.steps if step.key == key), None)

    @property
    def places(self) -> list[str]:
        """The places of the board that may be touched."""
        return [step.key for step in self.steps if step.label is None]


@dataclass(frozen=True, slots=True)
class Walk:
    """Where touches have led: the turn as far as it is written, and what may be touched next (None: it is complete).

    `refused` is the first touch that led nowhere; `path` are those before it.
    """

    path: tuple[str, ...]
    text: str
    steps: Steps | None
    refused: str | None = None


def walk(steps: Steps, keys: Iterable[str]) -> Walk:
    """Touch one place after the other."""
    path: list[str] = []
    text, now = "", steps
    for key in keys:
        step = now.step(key)
        if step is None:
            return Walk(tuple(path), text, now, key)
        path.append(key)
        text += step.text
        if step.then is None:
            return Walk(tuple(path), text, None)
        now = step.then()
    return Walk(tuple(path), text, now)


def turns(steps: Steps) -> Iterator[str]:
    """The turn at the end of every way, some of them more than once."""
    for step in steps.steps:
        if step.then is None:
            yield step.text
        else:
            yield from (step.text + rest for rest in turns(step.then()))


# --- as a table ---------------------------------------------------------------------------------------


def to_table(steps: Steps, translate: Callable[[Message], str] = str, most: int = MOST_ROWS) -> dict[str, object]:
    """The tree for a browser: plain values for JSON.

    `rows[0]` is where to begin. A row is the number of its question in `asks`, the places {name: [row, text]}, and the
    buttons [[key, words, row, text]]. Instead of a row's number: `ENDS` or `ASK`.
    """
    numbers: dict[Steps, int] = {steps: 0}
    asks: dict[str, int] = {}
    rows: list[list[object]] = []
    waiting = deque([steps])

    def number_of(step: Step) -> int:
        if step.then is None:
            return ENDS
        following = step.then()
        if following not in numbers:
            if len(numbers) >= most:
                return ASK
            numbers[following] = len(numbers)
            waiting.append(following)
        return numbers[following]

    while waiting:
        here = waiting.popleft()
        ask = asks.setdefault(translate(here.ask), len(asks))
        places = {step.key: [number_of(step), step.text] for step in here.steps if step.label is None}
        buttons = [[step.key, translate(step.label), number_of(step), step.text] for step in here.steps if step.label]
        rows.append([ask, places, buttons])
    return {"asks": list(asks), "rows": rows}


# --- one of several sets --------------------------------------------------------------------------------


class Ending(NamedTuple):
    """What choosing a set leads to: as in `Step`."""

    text: str
    then: Callable[[], Steps] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What is asked while a set is chosen, and the words of the button that leaves it at what was touched."""

    ask: Message
    done: Message


class SetChoice:
    """The steps that choose one of several sets of places by touching what belongs to it, in any order.

    A place lights up while some of the sets that hold all that was touched hold it too, but not all of them. Once only
    one set is left, it is chosen. Where what was touched is a set and part of larger ones, a button chooses it.
    """

    DONE = "done"

    def __init__(self, sets: Mapping[frozenset[str], Ending], words: Words) -> None:
        self.sets = sets
        self.words = words
        self._made: dict[tuple[frozenset[str], ...], Steps] = {}

    def begin(self) -> Steps:
        """What may be touched first."""
        return self._steps_after(frozenset())

    def _steps_after(self, touched: frozenset[str]) -> Steps:
        left = [each for each in self.sets if touched <= each]
        key = tuple(left)
        if key not in self._made:
            self._made[key] = Steps(self.words.ask, tuple(self._make_touches(touched, left)))
        return self._made[key]

    def _make_touches(self, touched: frozenset[str], left: Sequence[frozenset[str]]) -> Iterator[Step]:
        common = frozenset.intersection(*left)
        for place in sorted(frozenset.union(*left) - common):
            yield self._touch(place, common | {place})
        least = min(left, key=len)
        if len(left) > 1 and all(least <= each for each in left):
            text, then = self.sets[least]
            yield Step(self.DONE, text, then, self.words.done)

    def _touch(self, place: str, touched: frozenset[str]) -> Step:
        left = [each for each in self.sets if touched <= each]
        if len(left) == 1:
            text, then = self.sets[left[0]]
            return Step(place, text, then)
        return Step(place, "", lambda: self._steps_after(touched))
