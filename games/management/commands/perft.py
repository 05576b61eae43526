"""`manage.py perft`."""

from __future__ import annotations

from common.engine_command import EngineCommand
from engine.commands import perft


class Command(EngineCommand):
    """As `python -m engine perft`."""

    engine_command = perft.Command
