"""`manage.py perft`."""

from __future__ import annotations

from common.engine_command import EngineCommand
from gipf_engine.commands import perft


class Command(EngineCommand):
    """As `python -m gipf_engine perft`."""

    engine_command = perft.Command
