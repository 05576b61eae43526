"""How many sequences of legal turns there are."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator

from gipf_engine.analysis.kernels import has_kernel, kernel_for
from gipf_engine.commands.base import BaseCommand, CommandError
from gipf_engine.commands.progress import Progress
from gipf_engine.commands.streams import answering
from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.base import Move, Position, Rules
from gipf_engine.rules.errors import RuleError, UnknownRules
from gipf_engine.rules.perft import Weigh, divide

EACH = "turns"
"""The way to count that every game has."""
DEEPEST = 99
"""Turns. No tree so deep was ever counted, and each turn is a call inside a call."""


class Command(BaseCommand):
    """Count the tree of legal turns."""

    help = "Count the sequences of DEPTH legal turns from the start, a set-up or a position."

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        """What to count, from where, and how."""
        parser.add_argument("rules", metavar="GAME-RULES", help="such as gipf-basic; asking for unknown ones lists all")
        parser.add_argument("depth", type=_depth, metavar="DEPTH", help=f"turns, 0 to {DEEPEST}")
        start = parser.add_mutually_exclusive_group()
        start.add_argument("--setup", help="what chance laid out, as in a record")
        start.add_argument("--position", help="begin at this position text")
        parser.add_argument(
            "--count",
            metavar="WAY",
            help=f"what is counted: {EACH}, each once, or what else the game has (asking for an unknown way lists all);"
            " unless you say, as trees of this game usually are",
        )
        parser.add_argument(
            "--canonical", dest="count", action="store_const", const=EACH, help=f"the same as --count {EACH}"
        )
        parser.add_argument("--kernel", action="store_true", help="count by compiled code, much faster")
        parser.add_argument("--divide", action="store_true", help="print the share of each first turn")

    def run(self, options: Namespace) -> int:
        """Print the number, after the shares of the first turns where they are asked for."""
        try:
            rules = rules_for(options.rules)
            weigh = _way_to_count(rules, options.count)
            if options.kernel and not has_kernel(rules):
                raise CommandError(f"no kernel plays {rules.key}")
            text = options.position
            position = rules.position(text) if text is not None else rules.start(options.setup or "")
        except UnknownRules as trouble:
            raise CommandError(f"{trouble.message}; there are {', '.join(sorted(all_rules()))}") from trouble
        except RuleError as trouble:
            raise CommandError(str(trouble.message)) from trouble
        with answering(self.stdout):
            self.write_at_once(str(self._count_sequences(position, options, weigh) if options.depth else 1))
        return 0

    def _count_sequences(self, position: Position, options: Namespace, weigh: Weigh | None) -> int:
        total = 0
        shares = (_divide_by_kernel if options.kernel else _divide)(position, options, weigh)
        with Progress(self.stderr, "sequences") as progress:
            for move, share in shares:
                total += share
                if options.divide:
                    progress.clear_line(self.stdout)
                    self.write_at_once(f"{position.notation(move)} {share}")
                progress.count(share)
        return total


def _divide(position: Position, options: Namespace, weigh: Weigh | None) -> Iterator[tuple[Move, int]]:
    return divide(position, options.depth, weigh)


def _divide_by_kernel(position: Position, options: Namespace, weigh: Weigh | None) -> Iterator[tuple[Move, int]]:
    """Count by compiled code, what lies below each first turn. CommandError where it cannot."""
    kernel = kernel_for(position.rules)
    name = position.rules.usual_count if options.count is None else options.count
    for move in position.legal_moves():
        weight = weigh(position, move) if weigh else 1
        if weight:
            below = options.depth - 1
            yield (
                move,
                weight * (kernel.count(position.play(move), below, "" if name == EACH else name) if below else 1),
            )


def _way_to_count(rules: Rules, name: str | None) -> Weigh | None:
    """How a turn counts. CommandError for a way that the game does not have."""
    chosen = rules.usual_count if name is None else name
    if chosen in ("", EACH):
        return None
    if chosen not in rules.counts:
        raise CommandError(f"{rules.key} counts {', '.join((EACH, *rules.counts))}, not {chosen[:40]}.")
    return rules.counts[chosen].weigh


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise ArgumentTypeError(f"{text!r} is no number of turns from 0 to {DEEPEST}")
    return int(text)
