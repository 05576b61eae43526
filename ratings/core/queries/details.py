"""What a rating system notes beside a rating, ready to print, and as programs read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gipf_engine.messages import Message
from gipf_engine.ratings.base import Value
from ratings.models import Pool


@dataclass(frozen=True, slots=True)
class Detail:
    """One value with its name: "1.61" of "Expected". What a page does not print is not worked out."""

    value: Value
    number: int

    @property
    def key(self) -> str:
        """The system's name of the value, for programs."""
        return self.value.key

    @property
    def name(self) -> Message:
        """What readers call the value."""
        return Message(self.value.name)

    @property
    def help(self) -> Message | str:
        """What the value means, "" where the name says enough."""
        return Message(self.value.help) if self.value.help else ""

    @property
    def text(self) -> str:
        """The number for people: "−7"."""
        return self.value.write(self.number)

    @property
    def decimal(self) -> str:
        """The number for programs: "-7"."""
        return self.value.decimal(self.number)

    @property
    def listed(self) -> bool:
        """Whether it stands beside the rating in lists."""
        return self.value.listed


def details(values: Sequence[Value], numbers: Mapping[str, int]) -> list[Detail]:
    """The `values` that `numbers` has, in the system's order."""
    return [Detail(value, numbers[value.key]) for value in values if value.key in numbers]


def listed_values(pool: Pool) -> list[Value]:
    """What the system of this list shows beside each rating."""
    return [value for value in pool.rating_system.values if value.listed]


def decimals(found: Iterable[Detail]) -> dict[str, str]:
    """By the system's keys, for programs."""
    return {detail.key: detail.decimal for detail in found}
