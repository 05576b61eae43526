"""`python -m gipf_engine`, and the console script `gipfel-engine`: find a command, read its arguments, run it."""

from __future__ import annotations

import importlib
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gipf_engine.commands import COMMANDS

if TYPE_CHECKING:
    from gipf_engine.commands.base import BaseCommand

EXTRAS = {"numba": "solver", "numpy": "solver", "cryptography": "signatures"}
"""The packages that some of it needs, and the extra with which each comes; all else runs without them."""
LACKING = 1
MISUSED = 2
"""Exit code where the arguments are none that there are, as of `argparse`."""


def command_class(name: str) -> type[BaseCommand]:
    """The command called `name`, one of `COMMANDS`. No other is imported."""
    found: type[BaseCommand] = importlib.import_module(f"gipf_engine.commands.{name}").Command
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; its exit code. SystemExit where its arguments are wrong, and after help."""
    asked = list(sys.argv[1:] if arguments is None else arguments)
    if not asked:
        _list_parser().print_help(sys.stderr)
        sys.exit(MISUSED)
    chosen = _list_parser().parse_args(asked[:1]).command
    return run(command_class(chosen), f"{_program()} {chosen}", asked[1:])


def run(command: type[BaseCommand], program: str, arguments: Sequence[str]) -> int:
    """Run a command with `arguments`, on standard output and error. `program` is what its help calls it."""
    from gipf_engine.commands.base import CommandError

    parser = ArgumentParser(program, description=command.help)
    command.add_arguments(parser)
    options = parser.parse_args(arguments)
    started = command(sys.stdout, sys.stderr)
    try:
        return started.run(options)
    except CommandError as error:
        started.complain(f"{program}: {error}")
        return error.code
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        started.complain(f"{program}: this needs the package {package}: pip install 'gipfel-engine[{EXTRAS[package]}]'")
        return LACKING


def _list_parser() -> ArgumentParser:
    """What reads the first argument, and lists the commands."""
    width = max(map(len, COMMANDS))
    listed = "\n".join(f"  {name:<{width}}  {line}" for name, line in COMMANDS.items())
    parser = ArgumentParser(
        _program(),
        description="Pair, rank and check tournaments, and judge games, in files.",
        epilog=f"commands:\n{listed}\n\nCOMMAND --help says more about one.",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", metavar="COMMAND", choices=COMMANDS, help="one of those below, then its arguments")
    return parser


def _program() -> str:
    """How the reader called us."""
    name = sys.argv[0].replace("\\", "/").rpartition("/")[2]  # pathlib takes longer to import than all of this
    return "python -m gipf_engine" if name == "__main__.py" else name
