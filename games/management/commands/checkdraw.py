"""`manage.py checkdraw`."""

from __future__ import annotations

from common.engine_command import EngineCommand
from gipf_engine.commands import checkdraw


class Command(EngineCommand):
    """As `python -m gipf_engine checkdraw`."""

    engine_command = checkdraw.Command
