"""`manage.py perft GAME-RULES DEPTH`: how many sequences of legal turns there are."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import CommandError

from games.management.progress import Progress
from games.management.streams import StreamingCommand, answering
from games.rules import all_rules, rules_for
from games.rules.api import Position, RuleError
from games.rules.perft import divided

DEEPEST = 99
"""Turns. No tree so deep was ever counted, and each turn is a call inside a call."""


class Command(StreamingCommand):
    """Count the tree of legal turns. Needs no database."""

    help = "Count the sequences of DEPTH legal turns from the start, a set-up or a position."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to count, from where, and how."""
        parser.add_argument("rules", metavar="GAME-RULES", help=", ".join(sorted(all_rules())))
        parser.add_argument("depth", type=_depth, metavar="DEPTH", help=f"turns, 0 to {DEEPEST}")
        start = parser.add_mutually_exclusive_group()
        start.add_argument("--setup", help="what chance laid out, as in a record")
        start.add_argument("--position", help="begin at this position text")
        parser.add_argument(
            "--canonical", action="store_true", help="count a turn once, not once for every dot a piece may come from"
        )
        parser.add_argument("--no-claims", action="store_true", help="leave out turns that begin with a claim")
        parser.add_argument("--divide", action="store_true", help="print the share of each first turn")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the number, after the shares of the first turns where they are asked for."""
        try:
            rules = rules_for(options["rules"])
            text = options["position"]
            position = rules.position(text) if text is not None else rules.start(options["setup"] or "")
        except RuleError as trouble:
            raise CommandError(str(trouble.phrase)) from trouble
        with answering(self):
            self.write_line(str(self._count(position, options) if options["depth"] else 1))

    def _count(self, position: Position, options: dict[str, Any]) -> int:
        total = 0
        shares = divided(position, options["depth"], canonical=options["canonical"], claims=not options["no_claims"])
        with Progress(self.stderr, "sequences") as progress:
            for move, share in shares:
                total += share
                if options["divide"]:
                    progress.make_room(self.stdout)
                    self.write_line(f"{position.notation(move)} {share}")
                progress.count(share)
        return total


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise ArgumentTypeError(f"{text!r} is no number of turns from 0 to {DEEPEST}")
    return int(text)
