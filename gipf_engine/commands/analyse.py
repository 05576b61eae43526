"""Who stands better in positions, and by which turns: one line of JSON each."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from pathlib import Path

from gipf_engine.analysis.answer import as_values
from gipf_engine.analysis.kernels import has_kernel
from gipf_engine.commands.base import BaseCommand, CommandError
from gipf_engine.commands.progress import Progress
from gipf_engine.commands.streams import answering, as_json
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Position
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.record import read_records
from gipf_engine.rules.verdict import check

USUAL_NODES, MOST_NODES, MOST_LINES = 200_000, 2_000_000_000, 500


class Command(BaseCommand):
    """Analyse every position of a file."""

    help = (
        "Analyse positions, one line of JSON each: the score for the player to move in hundredths of a piece, the "
        "depth, the positions looked at and the best lines. FILE holds records, of which every position is analysed, "
        "or lines of a rule set and a position. Exit code 1 if something in it cannot be analysed."
    )

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        """The file, and how far."""
        parser.add_argument("file", metavar="FILE")
        parser.add_argument(
            "--nodes",
            type=_number_to(MOST_NODES),
            default=USUAL_NODES,
            metavar="N",
            help=f"positions that are looked at for each ({USUAL_NODES})",
        )
        parser.add_argument("--lines", type=_number_to(MOST_LINES), default=1, metavar="K", help="best lines (1)")

    def run(self, options: Namespace) -> int:
        """Print what was found, position by position."""
        try:
            text = Path(options.file).read_text(encoding="utf-8")
        except (OSError, ValueError) as trouble:
            raise CommandError(f"{options.file} cannot be read: {trouble}") from trouble
        from gipf_engine.analysis.search import analyse  # loads the compiler

        with answering(self.stdout), Progress(self.stderr, "positions") as progress:
            for position in _positions(text):
                found = analyse(position, options.nodes, options.lines)
                progress.clear_line(self.stdout)
                self.write_at_once(as_json(as_values(position, found)))
                progress.count()
        return 0


def _positions(text: str) -> Iterator[Position]:
    """Every position of a file. CommandError where one cannot be analysed."""
    try:
        yield from _of_records(text) if text.lstrip().startswith("[") else _of_lines(text)
    except RuleError as trouble:
        raise CommandError(str(trouble.message)) from trouble


def _of_records(text: str) -> Iterator[Position]:
    for record in read_records(text):
        verdict = check(record)
        if verdict.error is not None:
            raise CommandError(str(verdict.error.message))
        yield from map(_known, verdict.positions)


def _of_lines(text: str) -> Iterator[Position]:
    for line in filter(None, map(str.strip, text.splitlines())):
        key, _space, position = line.partition(" ")
        yield _known(rules_for(key).position(position))


def _known(position: Position) -> Position:
    if not has_kernel(position.rules):
        raise CommandError(f"{position.rules.key} cannot be analysed, or not with these options")
    return position


def _number_to(most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and 1 <= int(text[:12]) <= most):
            raise ArgumentTypeError(f"{text!r} is no number from 1 to {most}")
        return int(text)

    return read
