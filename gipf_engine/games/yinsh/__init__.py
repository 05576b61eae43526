"""YINSH: five in a row with markers that turn, and a ring given up for each row.

`rules` says what may be chosen and what it does, `refusals` why something may not be, `notation` how turns are written.
"""

from gipf_engine.games.yinsh import boardspace, drawing, lessons, rules

__all__ = ["boardspace", "drawing", "lessons", "rules"]
