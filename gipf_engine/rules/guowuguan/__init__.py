"""Guo Wu Guan and its four relatives: solitaires with 32 Chinese dominoes.

>>> from gipf_engine.rules import rules_for
>>> rules = rules_for("guowuguan-gwg")
>>> position = rules.start(rules.chance.draw("00" * 32))
>>> [str(turn) for turn in position.legal_moves()]
"""

from gipf_engine.rules.guowuguan.move import REFILL, GuoWuGuanMove
from gipf_engine.rules.guowuguan.rules import GuoWuGuan, OKuan, QiQin, Simplified, TongWuGuan

__all__ = ["REFILL", "GuoWuGuan", "GuoWuGuanMove", "OKuan", "QiQin", "Simplified", "TongWuGuan"]
