"""What a command of the engine is, to `python -m gipf_engine` and to whatever else runs it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, ClassVar, TextIO

from gipf_engine.commands.streams import open_stream

if TYPE_CHECKING:
    from gipf_engine.rules.base import Solver


class CommandError(Exception):
    """A command that did nothing: the text says why, `code` is the exit code."""

    def __init__(self, text: str, code: int = 1) -> None:
        super().__init__(text)
        self.code = code


class BaseCommand(ABC):
    """One run of a command: its answer goes to `stdout`, what is wrong with its input to `stderr`."""

    help: ClassVar[str]
    """What it does, and what its exit codes mean."""

    def __init__(self, stdout: TextIO | None, stderr: TextIO | None) -> None:
        """None is a stream that was closed before we began."""
        self.stdout = open_stream(stdout)
        self.stderr = open_stream(stderr)

    @classmethod
    @abstractmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        """Say which arguments it takes."""

    @abstractmethod
    def run(self, options: Namespace) -> int:
        """Do it; the exit code. Raises `CommandError`."""

    def write(self, line: str) -> None:
        """A line of the answer."""
        self.stdout.write(f"{line}\n")

    def write_at_once(self, line: str) -> None:
        """A line of the answer that a person may wait for at the other end of a pipe."""
        self.write(line)
        self.stdout.flush()

    def tell_of_compiling(self, solver: Solver) -> None:
        """Say that a solver is compiled first, where it is: that takes a while without a word."""
        if solver.is_compiled_first:
            self.complain("compiling the solver: this takes up to a minute, once")
            self.stderr.flush()

    def complain(self, line: str) -> None:
        """A line about the input."""
        self.stderr.write(f"{line}\n")
