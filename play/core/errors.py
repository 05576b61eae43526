"""What services of `play` refuse."""

from __future__ import annotations

from gipf_engine.messages import Refused


class PlayRefused(Refused):
    """What was asked for cannot be done with this attempt or deal; the message says why and what to do."""
