"""The bus of one machine: every web process that has followers listens on a Unix socket in one folder."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from contextlib import closing, suppress
from pathlib import Path

from django.conf import settings

from common.live.bus import Hear

LONGEST_PATH = 100
"""Bytes in the address of a Unix socket that every system allows."""
_LONGEST_MESSAGE = 16_384
_log = logging.getLogger(__name__)


class SocketBus:
    """Datagrams to all sockets of a folder. Whatever does not arrive is found by comparing versions."""

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
