"""Which games have a kernel. Asking for one loads numba."""

from __future__ import annotations

import importlib
from pathlib import Path

from gipf_engine import games
from gipf_engine.kit.kernel import Kernel
from gipf_engine.rules.base import Rules

GAMES = tuple(sorted(file.parent.name for file in Path(games.__path__[0]).glob("*/kernel.py")))
"""Games with a module `kernel`, whose `KERNEL` plays all their rule sets without options."""


def has_kernel(rules: Rules) -> bool:
    """Whether these rules are compiled; told without loading anything."""
    return rules.game in GAMES and not rules.options


def kernel_for(rules: Rules) -> Kernel:
    """The kernel of these rules. ValueError where there is none."""
    if not has_kernel(rules):
        raise ValueError(f"no kernel plays {rules.key}{' with options' if rules.options else ''}")
    found: Kernel = importlib.import_module(f"gipf_engine.games.{rules.game}.kernel").KERNEL
    return found
