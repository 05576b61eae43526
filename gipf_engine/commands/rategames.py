"""Ratings of everybody in a history of games, by any rating system."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from gipf_engine.commands.base import BaseCommand, CommandError
from gipf_engine.commands.fit_report import write_fit
from gipf_engine.commands.streams import answering
from gipf_engine.ratings import all_systems
from gipf_engine.ratings.base import BadParameters, System
from gipf_engine.ratings.evidence import judge
from gipf_engine.ratings.first_move import estimate_first_move
from gipf_engine.ratings.history_file import (
    FaultyHistory,
    HistoryGame,
    forecasts_of,
    numbered_periods,
    rate_history,
    read_history,
    read_parameters,
)

FINE, BAD_INPUT = 0, 3
STANDARD_INPUT = "-"
MOST_FAULTS = 100
"""Lines of a file that are complained about, at most."""


class Command(BaseCommand):
    """Tab-separated rows: player, rating, games, and where the system has one the interval of 95 %."""

    help = (
        "Rate a history of games: CSV with the columns date,event,round,first,second,result (1, 0.5 or 0 for the first"
        " player). Rows are tab-separated: player, rating, games, and where the system has one the lower and upper end"
        " of the interval of 95 %, the strongest first. Exit code 3: wrong lines are named and no list is printed."
    )

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        """The file, the system and its parameters."""
        parser.add_argument("file", metavar="FILE", help="a CSV file; - is standard input")
        parser.add_argument("--system", default="elo", choices=sorted(all_systems()), help="default: elo")
        parser.add_argument(
            "--evidence",
            action="store_true",
            help="print how well the system predicts each game from what was known before its event",
        )
        parser.add_argument(
            "--fit",
            action="store_true",
            help="print which parameters fit the games best, with intervals, and how much better they predict",
        )
        parser.add_argument(
            "--param",
            nargs="+",
            action="extend",
            default=[],
            metavar="NAME=VALUE",
            help="parameters of the system, such as k=30 or tau=0.75",
        )

    def run(self, options: Namespace) -> int:
        """Print the list, or the evidence; the exit code."""
        system = _system(options)
        try:
            games = read_history(_read_bytes(options.file))
        except FaultyHistory as error:
            for fault in error.faults[:MOST_FAULTS]:
                self.complain(f"{options.file}:{fault.line}: {fault.why}")
            if len(error.faults) > MOST_FAULTS:
                self.complain(f"{options.file}: and {len(error.faults) - MOST_FAULTS} more lines")
            return BAD_INPUT
        with answering(self.stdout):
            if options.evidence:
                self._write_evidence(system, games)
                return FINE
            if options.fit:
                write_fit(self, system, numbered_periods(games))
                return FINE
            for row in rate_history(system, games):
                self.write("\t".join([row.name, str(row.rating), str(row.games), *map(str, row.interval or ())]))
        return FINE

    def _write_evidence(self, system: System, games: list[HistoryGame]) -> None:
        if not games:
            return
        seen = forecasts_of(system, games)
        blind = system.without_first_move()
        found = judge(seen)
        first = estimate_first_move(seen if blind is system else forecasts_of(blind, games))
        self.write(f"games\t{found.games}")
        self.write(f"log loss\t{found.log_loss:.4f}")
        self.write(f"Brier score\t{found.brier:.4f}")
        self.write(f"accuracy\t{found.accuracy:.4f}")
        self.write(f"calibration error\t{found.calibration_error:.4f}")
        if first.is_known:
            self.write(f"first move\t{first.advantage:+.1f}\t± {first.standard_error:.1f}")
        for each in found.calibration:
            cells = (f"{each.lower:.1f}–{each.upper:.1f}", each.games, f"{each.expected:.4f}", f"{each.score:.4f}")
            self.write("\t".join(map(str, cells)))


def _system(options: Namespace) -> System:
    chosen = all_systems()[options.system]
    given = [text.partition("=") for text in options.param]
    for name, equals, _value in given:
        if not equals:
            raise CommandError(f"--param {name}: write NAME=VALUE", BAD_INPUT)
    try:
        return chosen(read_parameters(chosen, {name: value for name, _equals, value in given}))
    except BadParameters as error:
        raise CommandError(str(error), BAD_INPUT) from error


def _read_bytes(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror or error}", BAD_INPUT) from error
    except ValueError as error:  # a name that no file can have
        raise CommandError(f"{name}: {error}", BAD_INPUT) from error
