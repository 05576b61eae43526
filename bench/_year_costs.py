"""What one act takes, as `bench.year` adds it up."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Cost:
    """What one act takes: CPU seconds of the service and of PostgreSQL, queries, and what is kept of it."""

    cpu: float = 0.0
    database: float = 0.0
    queries: float = 0.0
    rows: float = 0.0
    disk: float = 0.0
    """Bytes of tables and indexes."""
    sent: float = 0.0
    """Bytes of pages, compressed."""

    def __add__(self, other: Cost) -> Cost:
        return Cost(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(Cost)))

    def __mul__(self, times: float) -> Cost:
        return Cost(*(getattr(self, each.name) * times for each in fields(Cost)))
