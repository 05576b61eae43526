"""Who stands where, and why? `CrossTable` in, ranked rows with explained values out.

`rank(table, codes)` ranks, `explain(table, codes, number)` shows the sums behind one row,
`tie_break(code)` and `tie_breaks()` are the register. Importing this package makes all known.
"""

from __future__ import annotations

from gipf_engine.tournament.standings.base import Standing, TieBreak, Value
from gipf_engine.tournament.standings.modifier_codes import tie_break, tie_breaks
from gipf_engine.tournament.standings.ranking import explain, explanations, rank

__all__ = ["Standing", "TieBreak", "Value", "explain", "explanations", "rank", "tie_break", "tie_breaks"]
