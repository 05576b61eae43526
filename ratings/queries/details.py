"""What a rating system notes beside a rating, ready to print, and as programs read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.messages import Message
from engine.ratings.base import Value
from ratings.models import Pool


@dataclass(frozen=True, slots=True)
class Detail:
    """One value with its name: "1.61" of "Expected". `help` says what it means, "" where the name says enough.

    `text` is for people ("−7"), `decimal` for programs ("-7"). `listed`: it stands beside the rating in lists.
    """

    key: str
    name: Message
    help: Message | str
    text: str
    decimal: str
    listed: bool


def details(values: Sequence[Value], numbers: Mapping[str, int]) -> list[Detail]:
    """The `values` that `numbers` has, in the system's order."""
    return [_detail(value, numbers[value.key]) for value in values if value.key in numbers]


def _detail(value: Value, number: int) -> Detail:
    told = Message(value.help) if value.help else ""
    return Detail(value.key, Message(value.name), told, value.write(number), value.decimal(number), value.listed)


def listed_values(pool: Pool) -> list[Value]:
    """What the system of this list shows beside each rating."""
    return [value for value in pool.rating_system.values if value.listed]


def decimals(found: Iterable[Detail]) -> dict[str, str]:
    """By the system's keys, for programs."""
    return {detail.key: detail.decimal for detail in found}
