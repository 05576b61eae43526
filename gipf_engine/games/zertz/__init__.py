"""ZÈRTZ: marbles that belong to no one on a board that shrinks; captures are forced.

`rules` says what may be chosen and what it does, `refusals` why something may not be, `notation` how turns are written.
"""

from gipf_engine.games.zertz import boardspace, drawing, lessons, rules

__all__ = ["boardspace", "drawing", "lessons", "rules"]
