"""A turn put together by touching: which places of the board and which buttons lead to the legal turns of a position.

The steps of a position are a tree. A step is a place that may be touched, or a button; it adds its `text` to what is
written of the turn, and leads to further steps or ends the turn. Along every way to an end the texts make one legal
turn, and every legal turn has such a way. So the one who shows a board needs no rules: it lights what `Steps` names.

A browser gets the tree as a table (`to_table`) of as many bytes as are to be spared, the first steps first; what is
left out it asks for when it comes to it. Touches that say and do alike but for the names of points are one entry: 85
places are some 300 bytes.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from gipf_engine.messages import Message

MOST_BYTES = 12_000
"""Of a table in a page: nearly always the whole tree."""
ENDS, ASK = -1, -2
"""Instead of the number of a row: the turn is complete; what follows was left out of the table."""
_POINT = "[a-z][0-9]+"


@dataclass(frozen=True, slots=True)
class Step:
    """One touch. `key`: a place of the board; with a `label`, a button with these words.

    `text` is what the touch adds to the turn in official notation. `then` makes what follows, the same object each
    time; None where the turn is complete. `tell` says what happens on the board with the touch, as the text of effects
    (`gipf_engine.kit.effects`); None where the game does not tell.
    """

    key: str
    text: str = ""
    then: Callable[[], Steps] | None = None
    label: Message | None = None
    tell: Callable[[], str] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """What may be touched next, and what the player is asked. `glow`: places that it is about, such as rows."""

    ask: Message
    steps: tuple[Step, ...]
    glow: tuple[str, ...] = ()

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


def to_table(steps: Steps, translate: Callable[[Message], str] = str, most: int = MOST_BYTES) -> dict[str, object]:
    """The tree for a browser, in at most so many bytes of JSON, but for the places of the first row: plain values.

    `rows[0]` is where to begin. A row is the number of its question in `asks`, entries `[places, row, text, effects]`,
    buttons `[key, words, row, text, effects]`, and the places that glow. Places and glow are names with blanks between.
    A place that is touched is followed by the other points of its text and effects, colons between: `b2:b1`. There `$0`
    stands for the place, `$1` for the first of the others. Instead of a row's number: `ENDS` or `ASK`. Effects are None
    where the game does not tell them. Where the first row alone is too long, what its longest touches say and do is
    left out, and asked for as well.
    """
    rows = _rows_within(steps, translate, most)
    while True:
        table = _number_rows(rows)
        if byte_length(table) <= most:
            return table
        if len(rows) == 1:
            return table | {"rows": [_shorten_row(table["rows"][0], byte_length(table) - most)]}
        del rows[-max(1, len(rows) // 10) :]


def byte_length(value: object) -> int:
    """The bytes of plain values as JSON on the way to a browser."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


@lru_cache(maxsize=1024)
def _points_beside(key: str) -> re.Pattern[str]:
    """Names of points, and a key that may be none."""
    return re.compile(f"{_POINT}|{re.escape(key)}")


class _Row:
    """What may be touched at one moment, before it is known which other rows are in the table."""

    def __init__(self, steps: Steps, translate: Callable[[Message], str]) -> None:
        self.following = [None if step.then is None else step.then() for step in steps.steps]
        self._steps, self._translate = steps, translate

    @cached_property
    def ask(self) -> str:
        return self._translate(self._steps.ask)

    def write(self, ask: int, number_of: Callable[[Steps | None], int]) -> list[object]:
        """As it is in a table."""
        entries: dict[tuple[int, str, str | None], list[str]] = {}
        buttons: list[list[object]] = []
        for (names, words, text, effects), following in zip(self._touches, self.following, strict=True):
            number = number_of(following)
            if words:
                buttons.append([names, words, number, text, effects])
            else:
                entries.setdefault((number, text, effects), []).append(names)
        return [ask, [[" ".join(each), *entry] for entry, each in entries.items()], buttons, " ".join(self._steps.glow)]

    @cached_property
    def least(self) -> list[object]:
        """As it is where nothing that follows is in the table."""
        return self.write(0, lambda following: ENDS if following is None else ASK)

    @cached_property
    def _touches(self) -> list[tuple[str, str, str, str | None]]:
        return [self._touch(step) for step in self._steps.steps]

    def _touch(self, step: Step) -> tuple[str, str, str, str | None]:
        effects = None if step.tell is None else step.tell()
        if step.label is not None:
            return step.key, self._translate(step.label), step.text, effects
        names = {step.key: "$0"}

        def name(found: re.Match[str]) -> str:
            return names.setdefault(found[0], f"${len(names)}")

        points = _points_beside(step.key)
        text, effects = points.sub(name, step.text), effects and points.sub(name, effects)
        return ":".join(names), "", text, effects


def _rows_within(steps: Steps, translate: Callable[[Message], str], most: int) -> list[tuple[list[Steps], _Row]]:
    """The first rows that may be in a table of so many bytes, each with all steps that it is for."""
    rows: list[tuple[list[Steps], _Row]] = []
    last: dict[str, list[Steps]] = {}
    waiting, known, size = deque([steps]), {steps}, 0
    while waiting:
        here = waiting.popleft()
        row = _Row(here, translate)
        following = [each for each in row.following if each is not None and each not in known]
        key = "" if any(row.following) else f"{row.ask} {row.least}"
        if key in last:
            last[key].append(here)
            continue
        size += byte_length(row.least)
        if rows and size > most:
            break
        rows.append(([here], row))
        if key:
            last[key] = rows[-1][0]
        known.update(following)
        waiting.extend(dict.fromkeys(following))
    return rows


def _shorten_row(row: list[Any], excess: int) -> list[Any]:
    """A row of so many bytes less, as far as it can be: its longest entries only say which places may be touched."""
    ask, entries, *rest = row
    told, asked = sorted(entries, key=lambda entry: byte_length(entry[2:])), []
    while told and excess > 0:
        entry = told.pop()
        places = [names.partition(":")[0] for names in entry[0].split()]
        asked += places
        excess -= byte_length(entry) - byte_length(" ".join(places))
    return [ask, [*told, [" ".join(asked), ASK, "", ""]], *rest]


def _number_rows(rows: Sequence[tuple[list[Steps], _Row]]) -> dict[str, Any]:
    numbers = {each: number for number, (for_steps, _row) in enumerate(rows) for each in for_steps}
    asks: dict[str, int] = {}
    written = [
        row.write(asks.setdefault(row.ask, len(asks)), lambda steps: ENDS if steps is None else numbers.get(steps, ASK))
        for _steps, row in rows
    ]
    return {"asks": list(asks), "rows": written}


# --- one of several sets --------------------------------------------------------------------------------


class Ending(NamedTuple):
    """What choosing a set leads to: as in `Step`."""

    text: str
    then: Callable[[], Steps] | None
    tell: Callable[[], str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What is asked while a set is chosen, and the words of the button that leaves it at what was touched.

    `more` is asked once something was touched, where that is another question.
    """

    ask: Message
    done: Message
    more: Message | None = None


class SetChoice:
    """The steps that choose one of several sets of places by touching what belongs to it, in any order.

    A place lights up while some of the sets that hold all that was touched hold it too, but not all of them. Once all
    that are left lead to one ending, it is chosen. Where what was touched is a set and part of larger ones, a button
    chooses it.
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
            glow = tuple(sorted(frozenset().union(*left)))
            ask = self.words.more if touched and self.words.more else self.words.ask
            self._made[key] = Steps(ask, tuple(self._make_touches(touched, left)), glow)
        return self._made[key]

    def _make_touches(self, touched: frozenset[str], left: Sequence[frozenset[str]]) -> Iterator[Step]:
        common = frozenset.intersection(*left)
        with_place: dict[str, list[frozenset[str]]] = {}
        for each in left:
            for place in each - common:
                with_place.setdefault(place, []).append(each)
        for place in sorted(with_place):
            yield self._touch(place, common | {place}, with_place[place])
        least = min(left, key=len)
        if len(left) > 1 and all(least <= each for each in left):
            text, then, tell = self.sets[least]
            yield Step(self.DONE, text, then, self.words.done, tell)

    def _touch(self, place: str, touched: frozenset[str], left: Sequence[frozenset[str]]) -> Step:
        if len({self.sets[each] for each in left}) == 1:
            text, then, tell = self.sets[left[0]]
            return Step(place, text, then, None, tell)
        tells = self.sets[left[0]].tell is not None
        return Step(place, "", lambda: self._steps_after(touched), None, _tell_nothing if tells else None)


def _tell_nothing() -> str:
    return ""
