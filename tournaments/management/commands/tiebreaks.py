"""`manage.py tiebreaks`."""

from __future__ import annotations

from common.engine_command import EngineCommand
from engine.commands import tiebreaks


class Command(EngineCommand):
    """As `python -m engine tiebreaks`."""

    engine_command = tiebreaks.Command
