"""`manage.py compile`."""

from __future__ import annotations

import gipf_engine.commands.compile
from common.engine_command import EngineCommand


class Command(EngineCommand):
    """As `python -m gipf_engine compile`."""

    engine_command = gipf_engine.commands.compile.Command
