"""The rules of the games: exact, typed, and free of Django.

    >>> from games.rules import rules_for
    >>> position = rules_for("gipf-basic").start()
    >>> position = position.play(position.parse("c2"))

Every module and package in this folder is imported when rules are first asked for, so a new game is
one new file with a class under `@register` (see docs/rules-engine.md). Docstrings cite
docs/game-rules.md: "GIPF 4" is article 4 of GIPF there.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

from games.rules.api import RULES, Rules, UnknownRules
from phrases import Phrase
from phrases import gettext_noop as _

__all__ = ["all_rules", "rules_for"]


@cache
def rules_for(key: str, options: frozenset[str] = frozenset()) -> Rules:
    """The rules registered as `key`, e.g. "gipf-tournament", with these options.

    Raises `UnknownRules`, and `BadSetup` for an option that the rules do not know.
    """
    book = all_rules()
    if key not in book:
        raise UnknownRules(Phrase(_("there are no rules called %(key)s"), {"key": key[:40]}), key[:40])
    return book[key](options)


@cache
def all_rules() -> Mapping[str, type[Rules]]:
    """Every registered rule set by its key."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    return RULES
