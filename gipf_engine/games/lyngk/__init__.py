"""LYNGK, the main game and the six-stack game ("sudden death").

    >>> from gipf_engine.rules import rules_for
    >>> from gipf_engine.games.lyngk.setups import draw_setup
    >>> position = rules_for("lyngk-main").start(draw_setup("00" * 32))
    >>> sum(1 for turn in position.legal_moves())
    1053

`landings` says which stack may land where, `state` what a turn makes of a position, `refusals` why something may not be
chosen, `notation` how turns are written, `position_text` positions; `setups` lays the pieces out, `score` counts.
"""

from gipf_engine.games.lyngk import drawing, lessons, rules

__all__ = ["drawing", "lessons", "rules"]
