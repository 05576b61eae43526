"""What is asked of the apps above about two people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from common.events import Question, ask
from players.models import Person


@dataclass(frozen=True)
class KeptApart(Question[bool]):
    """Has one of two people blocked the other?"""

    one: Person
    other: Person


def are_kept_apart(one: Person, other: Person) -> bool:
    """Whether one of two people has blocked the other."""
    answers: Iterator[bool] = ask(KeptApart(one, other))
    return any(answers)
