"""`manage.py checkarchive`."""

from __future__ import annotations

from common.engine_command import EngineCommand
from engine.commands import checkarchive


class Command(EngineCommand):
    """As `python -m engine checkarchive`."""

    engine_command = checkarchive.Command
