"""`manage.py rategames`."""

from __future__ import annotations

from common.engine_command import EngineCommand
from gipf_engine.commands import rategames


class Command(EngineCommand):
    """As `python -m gipf_engine rategames`."""

    engine_command = rategames.Command
