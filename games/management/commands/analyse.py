"""`manage.py analyse`."""

from __future__ import annotations

from common.engine_command import EngineCommand
from gipf_engine.commands import analyse


class Command(EngineCommand):
    """As `python -m gipf_engine analyse`."""

    engine_command = analyse.Command
