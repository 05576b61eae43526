"""A line between a browser and a server that can be dropped: a relay of TCP on a port of its own."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

from testing.servers import free_port


class Relay:
    """Relays every connection to `port` on this machine. While it is down, connections break and none is made."""

    def __init__(self, port: int) -> None:
        self.to, self.port = port, free_port()
        self.up = True
        self._ends: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", self.port))
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def drop(self) -> None:
        self.up = False
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)  # those that relay it close it
        self._ends.clear()

    def restore(self) -> None:
        self.up = True

    def close(self) -> None:
        self.drop()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)  # wakes who waits for the next
        self._accepting.join()
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                if not self.up:
                    near.close()
                    continue
                try:
                    far = socket.create_connection(("127.0.0.1", self.to))
                except OSError:  # nobody listens there now
                    near.close()
                    continue
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=_relay, args=(one, other), daemon=True).start()


def _relay(one: socket.socket, other: socket.socket) -> None:
    """Until either end breaks; the thread that reads an end closes it."""
    with suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
    with suppress(OSError):
        other.shutdown(socket.SHUT_RDWR)
    one.close()
