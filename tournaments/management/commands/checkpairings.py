"""`manage.py checkpairings`."""

from __future__ import annotations

from common.engine_command import EngineCommand
from gipf_engine.commands import checkpairings


class Command(EngineCommand):
    """As `python -m gipf_engine checkpairings`."""

    engine_command = checkpairings.Command
