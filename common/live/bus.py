"""The bus between processes: who tells, who listens. Which one it is, the settings say (`LIVE_BUS`).

And what a page says so that it can be followed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, Protocol

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

Hear = Callable[[str | None], None]
"""Called with what was published, or with None where messages may have been missed."""


class Bus(Protocol):
    """Carries messages to every web process of the server. It may lose some.

    A message names a scope that moved: "event:12=57" where its version is known, else its key alone. Behind a blank
    may stand news of it, for anyone who has seen the version before.
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


STREAM = "gipfel.stream"
"""A key of `request.META`: the address of the stream, where the web server has one."""
READ_FOR_FOLLOWERS = "gipfel.read_for_followers"
"""A key of `request.META`: true where a page is read once for all who follow it, by the server itself."""


def state_text(versions: Mapping[str, int]) -> str:
    """The state of scopes as pages and streams write it: {"event:12": 57} is "event:12=57"."""
    return " ".join(f"{scope}={version}" for scope, version in sorted(versions.items()))


def is_for_followers(meta: Mapping[str, Any]) -> bool:
    """Whether the one who asks is no client but the server itself: bounds by address are not for it."""
    return meta.get(READ_FOR_FOLLOWERS) is True
