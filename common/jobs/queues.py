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
    TURNS = "turns"
    """A person waits for a turn of a program of this server, or for a first look at a position: a second of it at most.
    What is done here is compiled; a worker of this queue has loaded it before its first job."""
    ANALYSIS = "analysis"
    """Anyone may ask for as much of it as they like: hints, deals for practice, solvers."""

    @property
    def priority(self) -> int:
        """0 for what is done first."""
        return list(Queue).index(self)
