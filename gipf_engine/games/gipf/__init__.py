"""GIPF: pieces pushed in from the rim, rows of four taken off; the basic, standard and tournament games.

`rules` says what may be chosen and what it does, on the ints of `state`, `bits` and `removal`; `refusals` why something
may not be, `notation` how turns are written, `position_text` how positions are. `boardspace`, `pbem` and
`short_notation` read records of elsewhere.
"""

from gipf_engine.games.gipf import boardspace, drawing, lessons, pbem, rules, short_notation

__all__ = ["boardspace", "drawing", "lessons", "pbem", "rules", "short_notation"]
