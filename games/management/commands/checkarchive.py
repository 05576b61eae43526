"""`manage.py checkarchive`."""

from __future__ import annotations

from common.engine_command import EngineCommand
from gipf_engine.commands import checkarchive


class Command(EngineCommand):
    """As `python -m gipf_engine checkarchive`."""

    engine_command = checkarchive.Command
