"""`manage.py solve`."""

from __future__ import annotations

from common.engine_command import EngineCommand
from gipf_engine.commands import solve


class Command(EngineCommand):
    """As `python -m gipf_engine solve`."""

    engine_command = solve.Command
