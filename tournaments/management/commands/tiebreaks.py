"""`manage.py tiebreaks`."""

from __future__ import annotations

from common.engine_command import EngineCommand
from gipf_engine.commands import tiebreaks


class Command(EngineCommand):
    """As `python -m gipf_engine tiebreaks`."""

    engine_command = tiebreaks.Command
