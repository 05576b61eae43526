"""Whether a deal of a solitaire can be won, and in how few rounds."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from gipf_engine.commands.base import BaseCommand, CommandError
from gipf_engine.commands.streams import answering, as_json
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import SOLVER_LIMIT
from gipf_engine.rules.deals import MOST_LIMIT
from gipf_engine.rules.errors import RuleError

NOT_WON = 1
"""Exit code."""


class Command(BaseCommand):
    """Solve one deal or position."""

    help = (
        "Say whether a deal can be won (null: the limit was reached), in how few rounds it was, and by which turns, as "
        "a line of JSON. Exit code 1 if it was not won."
    )

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        """Which game, from where, how far."""
        parser.add_argument("rules", metavar="GAME-RULES", help="such as guowuguan-gwg")
        start = parser.add_mutually_exclusive_group(required=True)
        start.add_argument("--setup", help="what chance laid out, as in a record")
        start.add_argument("--seed", help="lay out by the seed of a set-up")
        start.add_argument("--position", help="begin at this position text")
        parser.add_argument("--option", action="append", default=[], metavar="NAME", help="an option of the rules")
        parser.add_argument(
            "--limit", type=int, default=SOLVER_LIMIT, help=f"positions that are looked at ({SOLVER_LIMIT})"
        )

    def run(self, options: Namespace) -> int:
        """Print what was found."""
        if not 1 <= options.limit <= MOST_LIMIT:
            raise CommandError(f"the limit is 1 to {MOST_LIMIT}")
        try:
            rules = rules_for(options.rules, options.option)
            solver = rules.solver()
            if solver is None or rules.chance is None:
                raise CommandError(f"{rules.key} has no solver")
            if options.position:
                position = rules.position(options.position)
            else:
                position = rules.start(options.setup or rules.chance.draw(options.seed))
        except RuleError as trouble:
            raise CommandError(str(trouble.message)) from trouble
        self.tell_of_compiling(solver)
        found = solver.solve(position, options.limit)
        turns = []
        for move in found.line:
            turns.append(position.notation(move))
            position = position.play(move)
        with answering(self.stdout):
            answer = {"can_be_won": found.can_be_won, "par": found.par, "looked_at": found.looked_at, "turns": turns}
            self.write_at_once(as_json(answer))
        return 0 if found.can_be_won else NOT_WON
