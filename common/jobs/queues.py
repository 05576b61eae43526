"""The queues that jobs wait in, in both forms."""

from __future__ import annotations

from enum import StrEnum


class Queue(StrEnum):
    """Named in the order in which what is due is done; see docs/operators.md, "Workers"."""

    NOW = "now"
    """A person waits: rounds, decisions, flags, imports."""
    MAIL = "mail"
    """Waits for another server."""
    RATINGS = "ratings"
    """Lists are recomputed and published."""
    HEAVY = "heavy"
    """Much of it, and no one waits. It comes in portions of a few seconds, each of which asks for the next one."""
    ANALYSIS = "analysis"
    """Anyone may ask for as much of it as they like: hints, deals for practice, solvers."""

    @property
    def priority(self) -> int:
        """0 for what is done first."""
        return list(Queue).index(self)
