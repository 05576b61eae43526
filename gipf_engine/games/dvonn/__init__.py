"""DVONN: stacks that move as far as they are high, and pieces that must stay in touch with the DVONN pieces.

`rules` says what may be chosen and what it does, `refusals` why something may not be, `notation` how turns are written.
"""

from gipf_engine.games.dvonn import drawing, lessons, rules

__all__ = ["drawing", "lessons", "rules"]
