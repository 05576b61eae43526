"""What this app tells those of its subjects that stand above."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from common.events import Event


@dataclass(frozen=True)
class BirthYearsChanged(Event):
    """Birth years of these persons were written down, or taken away."""

    persons: Collection[int]
