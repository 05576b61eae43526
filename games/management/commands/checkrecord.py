"""`manage.py checkrecord`."""

from __future__ import annotations

from common.engine_command import EngineCommand
from gipf_engine.commands import checkrecord


class Command(EngineCommand):
    """As `python -m gipf_engine checkrecord`."""

    engine_command = checkrecord.Command
