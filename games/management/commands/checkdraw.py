"""`manage.py checkdraw`."""

from __future__ import annotations

from common.engine_command import EngineCommand
from engine.commands import checkdraw


class Command(EngineCommand):
    """As `python -m engine checkdraw`."""

    engine_command = checkdraw.Command
