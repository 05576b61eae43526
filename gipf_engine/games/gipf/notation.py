"""The written forms of a GIPF turn, read and written without knowing the position.

Official (gipf.com, "notations"): `e2` enters an empty spot; `e1-e4` pushes from the dot e1, the furthest
moved piece ends on e4; `G` before it for a GIPF-piece; `x` and a list of spots for what comes off,
before or after the push, parts joined by `;`. In a list `*` marks the other colour, `G` a GIPF-piece.
GF1 ("Gipf for One"): `e1-e2`, always the dot and the first spot. The two dashed forms never collide: a
push that moved something ends beyond the first spot. Sites that write GF1 put the colour (`W`, `K`) before
the dot: `GWi3-h3`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import BLACK, WHITE
from gipf_engine.rules.errors import NotAMove

LONGEST_TOKEN = 500
"""Characters. Two removals of the whole board with every mark stay below it."""

_POINT = "[a-i][1-9]"
_MARK = f"G?{_POINT}\\*?"
_REMOVAL = re.compile(f"x(?:{_MARK}(?:,{_MARK})*)?", re.ASCII)
_ENTRY = re.compile(f"(G?)([WK]?)({_POINT})(?:-({_POINT}))?", re.ASCII)
_CAPITALS = re.compile("[A-I](?=[1-9])|(?:^|(?<=;))X")
"""Letters of points before their digits, and the `x` of a part, in capitals. The marks `G`, `W` and `K` stand before
another letter, so `G1-G3` begins at the point g1 and `GG1-G3` brings in a GIPF-piece there."""
_SEATS = {"": None, "W": WHITE, "K": BLACK}


@dataclass(frozen=True, slots=True)
class Mark:
    """One spot of a removal list. `gipf`, `enemy`: whether that mark was written."""

    spot: str
    gipf: bool = False
    enemy: bool = False

    def __str__(self) -> str:
        return f"{'G' * self.gipf}{self.spot}{'*' * self.enemy}"


@dataclass(frozen=True, slots=True)
class Removal:
    """An `x` part. No marks: the short form, a bare `x`."""

    marks: tuple[Mark, ...]

    @property
    def spots(self) -> frozenset[str]:
        """The spots taken off."""
        return frozenset(mark.spot for mark in self.marks)


@dataclass(frozen=True, slots=True)
class Entry:
    """The piece brought in: `point` alone is a spot; with `end` it is a dot, pushing towards `end`."""

    point: str
    end: str | None
    gipf: bool
    seat: int | None

    def __str__(self) -> str:
        return f"{'G' * self.gipf}{self.point}" + (f"-{self.end}" if self.end else "")


@dataclass(frozen=True, slots=True)
class ParsedToken:
    """A turn as it was written. `entry` is None for a removal alone."""

    before: Removal | None
    entry: Entry | None
    after: Removal | None


def read(token: str) -> ParsedToken:
    """Take a written turn apart. Raises `NotAMove`."""
    if len(token) > LONGEST_TOKEN:
        raise NotAMove(Message(_("this is too long for a turn: %(start)s…"), {"start": token[:20]}), token[:40])
    before = after = None
    parts = token.split(";")
    if parts[0].startswith("x"):
        before = _read_removal(parts.pop(0), token)
    if len(parts) > 1 and parts[-1].startswith("x"):
        after = _read_removal(parts.pop(), token)
    if len(parts) > 1 or (not parts and before is None):
        raise _no_turn(token)
    return ParsedToken(before, _read_entry(parts[0], token) if parts else None, after)


def join_tokens(token: str) -> str:
    """The parts of one turn typed with spaces between them as one token, points in small letters."""
    joined = token if token.isalnum() else ";".join(token.split())
    return joined if joined.islower() else _CAPITALS.sub(lambda letter: letter[0].lower(), joined)


def is_removal_alone(token: str) -> bool:
    """Whether the token is an `x` part and nothing else."""
    return token.startswith("x") and ";" not in token


def write_removal(marks: Iterable[Mark]) -> str:
    """`xe7,e8*,Gd4`, the spots in alphabetical order."""
    return "x" + ",".join(str(mark) for mark in sorted(marks, key=lambda mark: mark.spot))


def write_turn(before: Iterable[Mark], entry: str, after: Iterable[Mark]) -> str:
    """The official complete form. `entry` is empty for a removal alone."""
    parts = (write_removal(before), entry, write_removal(after))
    return ";".join(part for part in parts if part not in ("", "x"))


def _read_entry(part: str, token: str) -> Entry:
    found = _ENTRY.fullmatch(part)
    if found is None:
        raise _no_turn(token)
    return Entry(found[3], found[4], bool(found[1]), _SEATS[found[2]])


def _read_removal(part: str, token: str) -> Removal:
    if not _REMOVAL.fullmatch(part):
        raise _no_turn(token)
    names = part[1:].split(",") if len(part) > 1 else []
    marks = tuple(Mark(name.strip("G*"), name.startswith("G"), name.endswith("*")) for name in names)
    seen: set[str] = set()
    for mark in marks:
        if mark.spot in seen:
            raise NotAMove(Message(_("%(spot)s is taken off twice"), {"spot": mark.spot}), token)
        seen.add(mark.spot)
    return Removal(marks)


def _no_turn(token: str) -> NotAMove:
    return NotAMove(
        Message(
            _("%(token)s is not a GIPF turn; write it like e2, e1-e4, Gg1-g3 or xc3,d4,e5,f5;c1-c4"),
            {"token": token[:40]},
        ),
        token,
    )
