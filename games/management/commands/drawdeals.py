"""`manage.py drawdeals`."""

from __future__ import annotations

from common.engine_command import EngineCommand
from gipf_engine.commands import drawdeals


class Command(EngineCommand):
    """As `python -m gipf_engine drawdeals`."""

    engine_command = drawdeals.Command
