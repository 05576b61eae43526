"""LYNGK, the main game and the six-stack game ("sudden death").

    >>> from gipf_engine.rules import rules_for
    >>> from gipf_engine.rules.lyngk.setups import draw
    >>> position = rules_for("lyngk-main").start(draw("00" * 32))
    >>> sum(1 for turn in position.legal_moves())
    1053

`board` knows the spots and lines, `turn` what a turn is, `reach` lists turns, `judge` tests one and says why
not, `position` plays, `wording` reads and writes positions, `rules` registers, `setups` lays the pieces out.
"""

from gipf_engine.rules.lyngk.move import PASS, LyngkMove
from gipf_engine.rules.lyngk.rules import LyngkMain, LyngkSix

__all__ = ["PASS", "LyngkMain", "LyngkMove", "LyngkSix"]
