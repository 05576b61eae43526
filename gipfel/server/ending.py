"""A node that ends leaves its proxy first: for `DRAIN_SECONDS` it says so at `/healthz` and answers all the same.

A proxy that asks, and finds no one listening before it knew, has to send a form again elsewhere. Not every one can:
Caddy before 2.11.2 answers 502 then, since the failed attempt has closed the form.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import threading
import time
from contextlib import suppress

from uvicorn import Server
from uvicorn.supervisors import Multiprocess

from gipfel.server import limits, protocol

_announced = threading.Event()
SIGNAL = signal.SIGUSR1
"""What a node of several processes sends each of them, so that all say that it ends."""


def announce() -> None:
    """From now on this process says that its node ends."""
    _announced.set()


def is_announced() -> bool:
    """Whether the node of this process ends, so that a proxy is to ask others."""
    return _announced.is_set()


def expect_announcement() -> None:
    """Let the node announce its end to this process, one of several. For the main thread."""
    signal.signal(SIGNAL, lambda _signal, _frame: announce())


class LeavingServer(Server):
    """A node of one process."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        announce()
        deadline = time.monotonic() + protocol.DRAIN_SECONDS
        while time.monotonic() < deadline and not self.force_exit:
            await asyncio.sleep(0.1)
        await super().shutdown(sockets)


class LeavingProcesses(Multiprocess):
    """A node of several. One that is replaced (SIGHUP) goes at once: the others listen on its socket."""

    def restart_all(self) -> None:
        """Replace all, each once the next serves; a start may take longer than a sign of life on a busy machine."""
        usual = self.config.timeout_worker_healthcheck
        self.config.timeout_worker_healthcheck = limits.START_SECONDS
        try:
            super().restart_all()
        finally:
            self.config.timeout_worker_healthcheck = usual

    def terminate_all(self) -> None:
        if protocol.DRAIN_SECONDS:
            for number in (process.pid for process in self.processes if process.pid is not None):
                with suppress(ProcessLookupError):
                    os.kill(number, SIGNAL)
            time.sleep(protocol.DRAIN_SECONDS)
        super().terminate_all()
