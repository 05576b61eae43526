"""The rules of the games: exact, typed, and free of Django.

    >>> from gipf_engine.rules import rules_for
    >>> position = rules_for("gipf-basic").start()
    >>> position = position.play(position.parse("c2"))

Every module and package in this folder is imported when rules are first asked for, so a new game is
one new file with a class under `@register` (see docs/rules-engine.md). Docstrings cite
docs/game-rules.md: "GIPF 4" is article 4 of GIPF there.
"""

from __future__ import annotations

from gipf_engine.rules.base import OFFICIAL
from gipf_engine.rules.registry import all_rules, rules_for

__all__ = ["OFFICIAL", "all_rules", "rules_for"]
