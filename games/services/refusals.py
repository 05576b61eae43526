"""What the verbs of games refuse, each with a sentence for the person who asked."""

from __future__ import annotations

from phrases import Refused


class GameRefused(Refused):
    """A game that the rules do not know, or a change that comes too late."""


class ClaimRefused(Refused):
    """A result that may not be claimed so."""
