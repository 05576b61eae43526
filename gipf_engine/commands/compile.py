"""Compile ahead what numba compiles, so that no process has to wait for it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from gipf_engine.commands.base import BaseCommand
from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.base import Rules

WHR, SOLVERS, KERNELS = PARTS = ("whr", "solvers", "kernels")
FEW_POSITIONS = 2_000
"""Enough that each function of a solver is called, and thereby compiled."""


class Command(BaseCommand):
    """Compile kernels, solvers and the fit of WHR, and keep them."""

    help = (
        "Compile what numba compiles and keep it, beside the sources or else in XDG_CACHE_HOME. With "
        "NUMBA_CPU_NAME=generic, now and later, it runs on every processor of this kind."
    )

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        """Which parts."""
        parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all unless you name some")

    def run(self, options: Namespace) -> int:
        """Print each part when it is done."""
        unknown = set(options.parts) - set(PARTS)
        if unknown:
            self.complain(f"no part is called {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
            return 2
        parts = set(options.parts or PARTS)
        if WHR in parts:
            _fit_a_game()
            self.write_at_once(WHR)
        for key in sorted(all_rules()):
            rules = rules_for(key)
            if (SOLVERS in parts and _solve(rules)) | (KERNELS in parts and _load_search(rules)):
                self.write_at_once(key)
        return 0


def _fit_a_game() -> None:
    from gipf_engine.ratings.whr.model import WholeHistory

    history = WholeHistory(drift=2.0, draws=1.0, scale=400.0)
    history.add([(1, 2, 10)], 0)
    history.add([(2, 1, 5)], 10)
    history.fit_all()
    history.curve(1)


def _solve(rules: Rules) -> bool:
    """Whether these rules have a solver; its functions are compiled by a short search."""
    solver = rules.solver()
    if solver is None or rules.chance is None:
        return False
    solver.solve(rules.start(rules.chance.draw("1" * 64)), FEW_POSITIONS)
    return True


def _load_search(rules: Rules) -> bool:
    """Whether these rules have a kernel; it and its search are compiled as they are loaded."""
    from gipf_engine.analysis.kernels import has_kernel
    from gipf_engine.analysis.search import load

    if not has_kernel(rules):
        return False
    load(rules)
    return True
