"""GIPF: pieces pushed in from the rim, rows of four taken off; the basic, standard and tournament games.

`rules` says what may be chosen and what it does, on the ints of `state`, `bits` and `removal`; `refusals` why something
may not be, `notation` how turns are written, `position_text` how positions are.
"""

from gipf_engine.games.gipf import drawing, rules

__all__ = ["drawing", "rules"]
