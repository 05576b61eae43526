"""LYNGK, the main game and the six-stack game ("sudden death").

    >>> from games.rules import rules_for
    >>> from games.rules.lyngk.setups import draw
    >>> position = rules_for("lyngk-main").start(draw("00" * 32))
    >>> sum(1 for turn in position.legal_moves())
    1053

`board` knows the spots and lines, `turn` what a turn is, `reach` lists turns, `judge` tests one and says why
not, `position` plays, `wording` reads and writes positions, `rules` registers, `setups` lays the pieces out.
"""

from games.rules.lyngk.rules import LyngkMain, LyngkSix
from games.rules.lyngk.turn import PASS, Turn

__all__ = ["PASS", "LyngkMain", "LyngkSix", "Turn"]
