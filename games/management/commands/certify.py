"""`manage.py certify`."""

from __future__ import annotations

from common.engine_command import EngineCommand
from gipf_engine.commands import certify


class Command(EngineCommand):
    """As `python -m gipf_engine certify`."""

    engine_command = certify.Command
