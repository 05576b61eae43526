"""Files of events, damaged by chance: a value changed, a line cut, moved or doubled, letters swapped."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

Place = tuple[str | int, ...]
"""The way to a value within a document."""

VALUES: tuple[Any, ...] = (
    *(None, 0, 1, 2, 3, 4, 5, 6, -1, 10**12, 1.5, True, False, [], {}, [1], [1, 2], {"a": 1}),
    *("", "w", "b", "1-0", "1/2-0", "0-0", "+-", "--", "void", "pending", "x" * 300, "\x00", "é", "BH"),
    *("half", "zero", "pab", "rest", "game", "2026-03-07", "0001-01-01", "9999-12-31"),
    *("knock-out", "league", "round-robin", "swiss-dutch", "scheveningen", "lyngk-main"),
)


def damaged_document(data: bytes, chance: Random) -> bytes:
    """An event file in which one to three values are others, missing, or copies of something elsewhere."""
    document = json.loads(data)
    for _time in range(chance.choice((1, 1, 2, 3))):
        _change(document, chance.choice([place for place in _places(document) if place]), chance)
    return json.dumps(document).encode()


def _places(value: Any, place: Place = ()) -> Iterator[Place]:
    yield place
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from _places(each, (*place, key))


def _at(document: Any, place: Place) -> Any:
    for key in place:
        document = document[key]
    return document


def _change(document: Any, place: Place, chance: Random) -> None:
    holder, key = _at(document, place[:-1]), place[-1]
    old, kind = holder[key], chance.random()
    if kind < 0.8:
        if not isinstance(old, dict | list):
            holder[key] = chance.choice([each for each in VALUES if type(each) is type(old)] or list(VALUES))
    elif kind < 0.85:
        if isinstance(holder, dict):
            del holder[key]
        else:
            holder.append(copy.deepcopy(old))
    else:
        holder[key] = copy.deepcopy(_at(document, chance.choice(list(_places(document)))))


def damaged_lines(data: bytes, chance: Random) -> bytes:
    """A TRF file in which one to three lines are changed, cut, doubled, swapped or gone."""
    lines = data.split(b"\r\n")
    for _time in range(chance.choice((1, 1, 2, 3))):
        at = chance.randrange(len(lines))
        kind = chance.randrange(8)
        if kind < 4:
            lines[at] = _another(lines[at], chance)
        elif kind == 4:
            lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
        elif kind == 5:
            lines.insert(chance.randrange(len(lines)), lines[at])
        elif kind == 6:
            other = chance.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        else:
            lines[at] = b""
    return b"\r\n".join(lines)


LETTERS = b'0123456789wbWB-+=FHUZ? .\t/#\x00\xe9{}"1'


def _another(line: bytes, chance: Random) -> bytes:
    """The line with a few letters changed, put in or left out."""
    changed = bytearray(line)
    for _time in range(chance.choice((1, 1, 2, 4))):
        at = chance.randrange(len(changed) + 1)
        kind = chance.randrange(4)
        if kind < 2 and at < len(changed):
            changed[at] = chance.choice(LETTERS)
        elif kind == 2:
            changed[at:at] = bytes([chance.choice(LETTERS)])
        else:
            del changed[at : at + chance.randint(1, 3)]
    return bytes(changed)
