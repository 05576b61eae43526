"""The bus between processes: who tells, who listens. Which one it is, the settings say (`LIVE_BUS`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Protocol

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from common.live.following import state_text

Hear = Callable[[str | None], None]
"""Called with what was published, or with None where messages may have been missed."""


class Bus(Protocol):
    """Carries messages to every web process of the server. It may lose some.

    A message names a scope that moved: "event:12=57" where its version is known, else its key alone. Behind a blank
    may stand news of it, for whoever has seen the version before.
    """

    def publish(self, message: str) -> None:
        """Tell all. Must not take long, nor raise anything."""

    async def listen(self, hear: Hear) -> None:
        """Call `hear` for each message, in the loop that this runs in, until it is cancelled."""


@cache
def bus() -> Bus:
    """The bus of this process."""
    found: Bus = import_string(settings.LIVE_BUS)()
    return found


def announce(key: str, version: int | None = None, news: str = "") -> None:
    """Tell all processes that a scope moved, to a version if it is known, once the transaction is committed.

    `news` of that version are for everybody to see.
    """
    message = key if version is None else state_text({key: version})
    if news:
        message = f"{message} {news}"
    transaction.on_commit(partial(_publish, message), robust=True)


def _publish(message: str) -> None:
    bus().publish(message)
