"""TZAAR: three kinds of pieces, a capture in every turn, and stacks that only as high ones can capture.

`rules` says what may be chosen and what it does, `refusals` why something may not be, `notation` how turns are written.
"""

from gipf_engine.games.tzaar import drawing, lessons, rules

__all__ = ["drawing", "lessons", "rules"]
