"""`manage.py compile`."""

from __future__ import annotations

from common.engine_command import EngineCommand
from gipf_engine.commands.compile import Command as EngineCompile


class Command(EngineCommand):
    """As `python -m gipf_engine compile`."""

    engine_command = EngineCompile
