"""What was changed in a file, in groups: hundreds of lines with the same fault are told as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gipf_engine.messages import Message


@dataclass(frozen=True, slots=True)
class RepairGroup:
    """The first repair of a kind, and the numbers of the lines that have another one like it."""

    first: Message
    lines: tuple[int, ...] = ()


def group_repairs(repairs: Sequence[Message]) -> list[RepairGroup]:
    """The kinds of repairs in the order in which they first come. What is not of a line stands by itself."""
    found: dict[object, list[Message]] = {}
    for repair in repairs:
        found.setdefault(_kind(repair), []).append(repair)
    return [RepairGroup(first, tuple(_line_number(each) for each in others)) for first, *others in found.values()]


def _kind(repair: Message) -> object:
    what = repair.params.get("what")
    return what.template if isinstance(what, Message) and _line_number(repair) else str(repair)


def _line_number(repair: Message) -> int:
    number = repair.params.get("number")
    return number if isinstance(number, int) else 0
