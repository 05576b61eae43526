"""`manage.py pair`."""

from __future__ import annotations

from common.engine_command import EngineCommand
from gipf_engine.commands import pair


class Command(EngineCommand):
    """As `python -m gipf_engine pair`."""

    engine_command = pair.Command
