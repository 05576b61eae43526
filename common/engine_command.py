"""`manage.py NAME` for a command of the engine: arguments, answers and exit codes of `python -m gipf_engine NAME`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError

from gipf_engine.commands import base


class EngineCommand(BaseCommand):
    """Runs `engine_command`. Needs no database."""

    engine_command: ClassVar[type[base.BaseCommand]]
    requires_system_checks = ()

    def __init_subclass__(cls) -> None:
        cls.help = cls.engine_command.help

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Those of the engine's command."""
        self.engine_command.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Leave with its exit code where that is not 0."""
        command = self.engine_command(options.get("stdout") or sys.stdout, options.get("stderr") or sys.stderr)
        try:
            code = command.run(Namespace(**options))
        except base.CommandError as error:
            raise CommandError(str(error), returncode=error.code) from error
        if code:
            sys.exit(code)
