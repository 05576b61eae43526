"""The bus between processes: who tells, who listens. Which one it is, the settings say (`LIVE_BUS`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Protocol

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

Hear = Callable[[str | None], None]
"""Called with the key of a scope that moved, or with None where messages may have been missed."""


class Bus(Protocol):
    """Carries keys of scopes to every web process of the server. It may lose some."""

    def publish(self, key: str) -> None:
        """Tell that this scope moved. Must not take long, nor raise anything."""

    async def listen(self, hear: Hear) -> None:
        """Call `hear` for whatever is told, in the loop that this runs in, until it is cancelled."""


@cache
def bus() -> Bus:
    """The bus of this process."""
    found: Bus = import_string(settings.LIVE_BUS)()
    return found


def announce(key: str) -> None:
    """Tell all processes that a scope moved, once the transaction that moved it is committed."""
    transaction.on_commit(partial(_publish, key), robust=True)


def _publish(key: str) -> None:
    bus().publish(key)
