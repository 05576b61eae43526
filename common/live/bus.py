"""The bus between processes: who tells, who listens. Which one it is, the settings say (`LIVE_BUS`).

One machine needs nothing but sockets; the bus of many is `common.live.redis`. And what a page says so that it can be
followed.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, Protocol

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

Hear = Callable[[str | None], None]
"""Called with what was published, or with None where messages may have been missed."""
LONGEST_PATH = 100
"""Bytes in the address of a Unix socket that every system allows."""
_LONGEST_MESSAGE = 16_384
_log = logging.getLogger(__name__)


class Bus(Protocol):
    """Carries messages to every web process of the server. It may lose some.

    A message names a scope that moved: "event:12=57" where its version is known, else its key alone. Behind a blank
    may stand news of it, for anyone who has seen the version before.
    """

    def publish(self, message: str) -> None:
        """Tell all. Must not take long, nor raise anything."""

    async def listen(self, hear: Hear) -> None:
        """Call `hear` for each message, in the loop that this runs in, until it is cancelled."""


class SocketBus:
    """The bus of one machine: each web process with followers listens on a Unix socket of its own in one folder.

    Whatever does not arrive is found by comparing versions.
    """

    def __init__(self) -> None:
        self.folder = Path(settings.LIVE_SOCKETS)

    def publish(self, message: str) -> None:
        """Send to every process that listens; a socket that no one listens on any more is removed."""
        try:
            listeners = list(self.folder.iterdir())
        except OSError:
            return  # no one has listened yet
        if not listeners:
            return
        with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as sender:
            sender.setblocking(False)
            for listener in listeners:
                _send(sender, message.encode(), listener)

    async def listen(self, hear: Hear) -> None:
        """Listen on a socket of this process's own, as long as this runs."""
        path = self.folder / f"{os.getpid()}.socket"
        if len(os.fsencode(path)) > LONGEST_PATH:
            _log.warning("%s is too long for a socket: followed pages are up to a second late.", path)
            return
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.unlink(missing_ok=True)  # of an earlier process with the same number
        with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as listening:
            listening.setblocking(False)
            listening.bind(str(path))
            try:
                hear(None)  # what was told before no one heard
                while True:
                    hear((await asyncio.get_running_loop().sock_recv(listening, _LONGEST_MESSAGE)).decode())
            finally:
                path.unlink(missing_ok=True)


def _send(sender: socket.socket, message: bytes, listener: Path) -> None:
    try:
        sender.sendto(message, str(listener))
    except ConnectionRefusedError:
        with suppress(OSError):
            listener.unlink()
    except OSError as error:
        _log.debug("%s was not told: %s", listener, error)  # it is full, or just went


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
