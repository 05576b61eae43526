"""`manage.py rategames`."""

from __future__ import annotations

from common.engine_command import EngineCommand
from engine.commands import rategames


class Command(EngineCommand):
    """As `python -m engine rategames`."""

    engine_command = rategames.Command
