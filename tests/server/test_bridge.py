"""Requests that a process is asked for while it is at others."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from gipfel.server.bridge import Bridge
from play.core import arrivals
from tests.server.apart import run_apart


class Application:
    """A WSGI application that answers no page before `go` is set."""

    def __init__(self) -> None:
        self.go, self.asked, self.arrived = threading.Event(), list[str](), list[float]()

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        self.asked.append(environ["PATH_INFO"])
        self.arrived.append(environ.get(arrivals.ARRIVED, 0.0))
        if environ["PATH_INFO"] != "/healthz":
            self.go.wait(30)
        start("200 OK", [])
        return [b"done"]


class Client:
    """One request."""

    def __init__(self, path: str, method: str = "GET") -> None:
        self.path, self.method, self.left, self.said = path, method, asyncio.Event(), list[Any]()
        self.sends = asyncio.Event()
        self.sends.set()
        self._sent = False

    async def receive(self) -> dict[str, Any]:
        if not self._sent:
            self._sent = True
            await self.sends.wait()
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.said.append(message)

    async def ask(self, bridge: Bridge) -> None:
        scope = {"method": self.method, "path": self.path, "raw_path": self.path.encode(), "headers": []}
        scope |= {"type": "http", "http_version": "1.1", "scheme": "http", "query_string": b""}
        await bridge(scope, self.receive, self.send)


def test_nothing_is_done_for_who_leaves_before_his_turn_comes() -> None:
    application = Application()

    async def play() -> None:
        bridge = Bridge(application, 8)
        clients = [Client("/first"), Client("/leaves"), Client("/stays")]
        tasks = []
        for client in clients:
            tasks.append(asyncio.create_task(client.ask(bridge)))
            await asyncio.sleep(0)
        clients[1].left.set()
        await asyncio.sleep(0.01)
        application.go.set()
        await asyncio.gather(*tasks)
        assert application.asked == ["/first", "/stays"]
        assert [bool(client.said) for client in clients] == [True, False, True]
        assert bridge.unanswered == 0

    run_apart(play())


def test_health_waits_for_nobody() -> None:
    application = Application()

    async def play() -> None:
        bridge = Bridge(application, 1)
        waiting = asyncio.create_task(Client("/first").ask(bridge))
        await asyncio.sleep(0)
        health = Client("/healthz")
        await health.ask(bridge)
        assert health.said[0]["status"] == 200
        application.go.set()
        await waiting

    run_apart(play())


def test_a_turn_is_dated_by_when_it_was_here_whole_though_every_thread_is_busy() -> None:
    application = Application()

    async def play() -> None:
        bridge = Bridge(application, 1)
        busy, turn = Client("/first"), Client("/play/12", "POST")
        turn.sends.clear()
        tasks = [asyncio.create_task(client.ask(bridge)) for client in (busy, turn)]
        await asyncio.sleep(0.01)
        assert arrivals.longest_wait_ms(12) == 0, "what is still being sent can still be chosen"
        whole = time.monotonic()
        turn.sends.set()
        await asyncio.sleep(0.01)
        assert application.asked == ["/first"]
        assert arrivals.longest_wait_ms(12) > 0 == arrivals.longest_wait_ms(13)
        later = time.monotonic()
        application.go.set()
        await asyncio.gather(*tasks)
        assert whole <= application.arrived[1] < later
        assert arrivals.longest_wait_ms() == 0

    run_apart(play())
