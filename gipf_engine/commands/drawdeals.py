"""Deals of a solitaire, drawn from a seed and published with what anyone needs to check them."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from gipf_engine.commands.base import BaseCommand, CommandError
from gipf_engine.commands.streams import answering
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import SOLVER_LIMIT
from gipf_engine.rules.deals import MOST_DEALS, MOST_LIMIT, DealSource, publish
from gipf_engine.rules.errors import RuleError


class Command(BaseCommand):
    """Draw deals that can be won."""

    help = "Draw COUNT deals that can be won from a seed of 64 hexadecimal digits, as JSON that checkdraw reads."

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        """Which game, how many, from which seed."""
        parser.add_argument("rules", metavar="GAME-RULES", help="such as guowuguan-gwg")
        parser.add_argument(
            "seed", metavar="SEED", help="64 small hexadecimal digits, such as openssl rand -hex 32 prints"
        )
        parser.add_argument("count", type=int, metavar="COUNT", help=f"1 to {MOST_DEALS}")
        parser.add_argument("--option", action="append", default=[], metavar="NAME", help="an option of the rules")
        parser.add_argument(
            "--limit", type=int, default=SOLVER_LIMIT, help=f"positions that the solver looks at ({SOLVER_LIMIT})"
        )
        parser.add_argument("--commitment", action="store_true", help="print only what is shown before the event")

    def run(self, options: Namespace) -> int:
        """Print the draw, or its commitment alone."""
        if not (1 <= options.count <= MOST_DEALS and 1 <= options.limit <= MOST_LIMIT):
            raise CommandError(f"COUNT is 1 to {MOST_DEALS}, the limit 1 to {MOST_LIMIT}")
        try:
            source = DealSource(rules_for(options.rules, options.option), options.limit)
            with answering(self.stdout):
                if options.commitment:
                    self.write_at_once(source.commitment(options.seed))
                else:
                    self.tell_of_compiling(source.solver)
                    self.write_at_once(json.dumps(publish(source, options.seed, options.count), indent=1))
        except RuleError as trouble:
            raise CommandError(str(trouble.message)) from trouble
        return 0
