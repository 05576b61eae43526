"""`manage.py generatetournament`."""

from __future__ import annotations

from common.engine_command import EngineCommand
from gipf_engine.commands import generatetournament


class Command(EngineCommand):
    """As `python -m gipf_engine generatetournament`."""

    engine_command = generatetournament.Command
