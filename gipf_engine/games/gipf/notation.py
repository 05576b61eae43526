"""The written forms of a GIPF turn, and what the marks in it say of a position.

Official (gipf.com, "notations"): `e2` enters an empty spot; `e1-e4` pushes from the dot e1, the furthest
moved piece ends on e4; `G` before it for a GIPF-piece; `x` and a list of spots for what comes off,
before or after the push, parts joined by `;`. In a list `*` marks the other colour, `G` a GIPF-piece.
GF1 ("Gipf for One"): `e1-e2`, always the dot and the first spot. The two dashed forms never collide: a
push that moved something ends beyond the first spot. Sites that write GF1 put the colour (`W`, `K`) before
the dot: `GWi3-h3`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from gipf_engine.games.gipf.bits import BIT, has_four
from gipf_engine.games.gipf.board import SPOTS
from gipf_engine.games.gipf.state import GipfState
from gipf_engine.kit.board import each_bit
from gipf_engine.kit.choices import Made
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import BLACK, WHITE
from gipf_engine.rules.errors import NotAMove

BEFORE, SINGLE, ENTER, AFTER = "before", "single", "enter", "after"
"""Kinds of choices: what comes off, to bring in a single where it might be a GIPF-piece, the piece that comes in, what
comes off then."""
SHAPE = _("%(token)s is not a GIPF turn; write it like e2, e1-e4, Gg1-g3 or xc3,d4,e5,f5;c1-c4")
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
_MARKS = {
    f"{'G' * gipf}{spot}{'*' * enemy}": (BIT[spot], gipf, enemy)
    for spot in SPOTS
    for gipf in (False, True)
    for enemy in (False, True)
}
_MARKED = {BIT[spot]: ((spot, f"{spot}*"), (f"G{spot}", f"G{spot}*")) for spot in SPOTS}
"""Each spot in a list by its bit, by whether a GIPF-piece stands there, by whether it is the other's."""


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
class PieceEntry:
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
    entry: PieceEntry | None
    after: Removal | None


def read(token: str) -> ParsedToken:
    """Take a written turn apart. Raises `NotAMove`."""
    if len(token) > LONGEST_TOKEN:
        raise NotAMove(Message(_("this is too long for a turn: %(start)s…"), {"start": token[:20]}), token[:40])
    before = after = None
    parts = token.split(";")
    if parts[0].startswith("x"):
        before = read_removal(parts.pop(0), token)
    if len(parts) > 1 and parts[-1].startswith("x"):
        after = read_removal(parts.pop(), token)
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


def join_parts(tokens: Sequence[str], at: int, is_turn: Callable[[str], bool]) -> tuple[str, int]:
    """The turn that begins at `tokens[at]` as one token, and how many it took.

    On sites with GF1 notation `xf6,g6` stands alone: it belongs to the push before it when the player who pushed has
    such a row, else to the push that follows.
    """
    token, used = tokens[at], 1
    following = _get(tokens, at + 1)
    if is_removal_alone(token) and following and not following.startswith("x") and not is_turn(token):
        token, used = f"{token};{following}", 2
        following = _get(tokens, at + 2)
    if is_removal_alone(following) and not is_removal_alone(token.rpartition(";")[2]):
        whole = f"{token};{following}"
        if is_turn(whole) or not is_turn(token):
            return whole, used + 1
    return token, used


def _get(tokens: Sequence[str], at: int) -> str:
    return tokens[at] if at < len(tokens) else ""


def split_token(token: str) -> list[str]:
    """The parts of a turn, each but the first with the `;` before it. Raises `NotAMove`."""
    if not token or token[0] == ";":
        raise _no_turn(token)
    first, *others = join_tokens(token).split(";")
    return [first, *(f";{part}" for part in others)]


def marked_spots(part: str, state: GipfState) -> int:
    """The bits of a written list without its `x`; 0 where a spot or mark in it is wrong."""
    taken = 0
    for name in part.split(","):
        bit, gipf, enemy = _MARKS.get(name, (0, False, False))
        if not bit or bit & taken or (gipf and not bit & state.gipfs) or (enemy and not bit & state.other.pieces):
            return 0
        taken |= bit
    return taken


def stage_after(state: GipfState, made: Made) -> str:
    """Which kind of choice comes after `made`: `BEFORE`, `ENTER` or `AFTER`; "" where the turn is complete."""
    if not made:
        return BEFORE if has_four(state.own.pieces) else ENTER
    kind = made[-1].kind
    if kind == ENTER:
        return AFTER
    return "" if kind == AFTER or made[-1].last else ENTER


def kinds_after(state: GipfState, made: Made) -> tuple[bool, ...]:
    """What may come in after `made`: True a GIPF-piece, False a single."""
    return (False,) if made and made[-1].kind == SINGLE else state.kinds


def mark_after(made: Made) -> str:
    """What stands between the parts written so far and the next."""
    return ";" if any(choice.text for choice in made) else ""


def name_removal(state: GipfState, taken: int) -> str:
    """What comes off as a written list with all its marks, seen from the player of `state`; "" for nothing."""
    gipfs, enemies = state.gipfs, state.other.pieces
    marked = [_MARKED[bit][bool(bit & gipfs)][bool(bit & enemies)] for bit in each_bit(taken)]
    return f"x{','.join(marked)}" if taken else ""


def write_removal(marks: Iterable[Mark]) -> str:
    """`xe7,e8*,Gd4`, the spots in alphabetical order."""
    return "x" + ",".join(str(mark) for mark in sorted(marks, key=lambda mark: mark.spot))


def write_turn(before: Iterable[Mark], entry: str, after: Iterable[Mark]) -> str:
    """The official complete form. `entry` is empty for a removal alone."""
    parts = (write_removal(before), entry, write_removal(after))
    return ";".join(part for part in parts if part not in ("", "x"))


def _read_entry(part: str, token: str) -> PieceEntry:
    found = _ENTRY.fullmatch(part)
    if found is None:
        raise _no_turn(token)
    return PieceEntry(found[3], found[4], bool(found[1]), _SEATS[found[2]])


def read_removal(part: str, token: str = "") -> Removal:
    """Take an `x` part of a turn apart. Raises `NotAMove`."""
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
    return NotAMove(Message(SHAPE, {"token": token[:40]}), token)
