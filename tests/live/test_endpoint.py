"""What a connection that follows pages may say, and how many of them there may be."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from common.live.line import read_line
from gipfel.server import limits, websocket
from gipfel.server.live.endpoint import LiveEndpoint
from gipfel.server.websocket import LINE
from tests.live.loop import run
from tests.live.scene import PATIENCE, Scene

FOLLOW = {"language": "en", "follow": [{"page": "/event/1", "seen": ""}]}


class Connection:
    """A connection as an ASGI server hands it over: what is said to it, and what it has answered."""

    def __init__(
        self,
        endpoint: LiveEndpoint,
        address: str = "192.0.2.1",
        measure: websocket.PingTimes | None = None,
        **headers: str,
    ) -> None:
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.said.put_nowait({"type": "websocket.connect"})
        named = [(name.encode(), value.encode()) for name, value in ({"host": "gipfel.example"} | headers).items()]
        scope: dict[str, Any] = {"type": "websocket", "path": "/live", "headers": named, "client": (address, 1)}
        if measure is not None:
            scope[LINE] = measure
        self.task = asyncio.ensure_future(endpoint(scope, self.said.get, self.heard.put))

    def say(self, what: object) -> None:
        text = what if isinstance(what, str) else json.dumps(what)
        self.said.put_nowait({"type": "websocket.receive", "text": text})

    async def hear(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            return await self.heard.get()

    async def leave(self) -> None:
        self.said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        async with asyncio.timeout(PATIENCE):
            await self.task


def _is_known(name: str) -> bool:
    """Pages of the scene are named as kinds are: by nothing that has a query or leads elsewhere."""
    return bool(re.fullmatch(r"/(event|board)/[0-9]+", name))


class EndpointOfScene(LiveEndpoint):
    """An endpoint with what is behind its hub, which a test moves."""

    scene: Scene


@asynccontextmanager
async def opened(most: int = 10) -> AsyncIterator[EndpointOfScene]:
    scene = Scene()
    endpoint = EndpointOfScene(scene.hub, {"en", "fa"}, lambda scope: str(scope["client"][0]), most, _is_known)
    endpoint.scene = scene
    yield endpoint
    await scene.hub.close()


def on_endpoint(test: Callable[[EndpointOfScene], Awaitable[None]], most: int = 10) -> None:
    async def whole() -> None:
        async with opened(most) as endpoint:
            await test(endpoint)

    run(whole)


def test_who_follows_is_told_and_who_says_nothing_new_is_answered() -> None:
    async def test(endpoint: LiveEndpoint) -> None:
        line = Connection(endpoint)
        assert (await line.hear())["type"] == "websocket.accept"
        line.say("")
        assert await line.hear() == {"type": "websocket.send", "text": ""}
        line.say(FOLLOW)
        assert json.loads((await line.hear())["text"])["seen"] == "event:1=1"
        await line.leave()
        assert not endpoint.by_client
        assert not endpoint.hub.topics

    on_endpoint(test)


@pytest.mark.parametrize(
    "nonsense",
    [
        "{",
        "[]",
        "null",
        "[" * 10_000,
        {"language": "xx", "follow": []},
        {"language": "en"},
        {"language": "en", "follow": [{"page": "http://elsewhere.example/", "seen": ""}]},
        {"language": "en", "follow": [{"page": "//elsewhere.example/a", "seen": "<"}]},
        {"language": "en", "follow": [{"page": "/event/1?page=all", "seen": ""}]},
        {"language": "en", "follow": [{"page": "/event/1\r\nHost: x", "seen": ""}]},
        {"language": "en", "follow": [{"page": "/event/1", "seen": "event:1=<b>"}]},
        {"language": "en", "follow": [{"page": f"/event/{number}", "seen": ""} for number in range(200)]},
    ],
)
def test_nonsense_ends_the_connection(nonsense: object) -> None:
    async def test(endpoint: LiveEndpoint) -> None:
        line = Connection(endpoint)
        await line.hear()
        line.say(nonsense)
        assert (await line.hear())["code"] == 1008
        await line.task
        assert not endpoint.by_client

    on_endpoint(test)


def test_one_address_has_so_many_connections_and_others_have_theirs() -> None:
    async def test(endpoint: LiveEndpoint) -> None:
        first = [Connection(endpoint) for _ in range(3)]
        assert [(await each.hear()).get("status", 101) for each in first] == [101, 101, 429]
        other = Connection(endpoint, "192.0.2.2")
        assert (await other.hear())["type"] == "websocket.accept"
        await first[0].leave()
        assert (await Connection(endpoint).hear())["type"] == "websocket.accept"

    on_endpoint(test, most=2)


def test_all_together_leave_room_for_those_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_STREAMS", 2)

    async def test(endpoint: LiveEndpoint) -> None:
        lines = [Connection(endpoint, f"192.0.2.{number}") for number in range(3)]
        assert [(await each.hear()).get("status", 101) for each in lines] == [101, 101, 429]

    on_endpoint(test)
    assert limits.MOST_CONNECTIONS > limits.MOST_STREAMS


def test_who_says_nothing_any_more_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SILENT_STREAM_SECONDS", 0.01)

    async def test(endpoint: LiveEndpoint) -> None:
        line = Connection(endpoint)
        await line.hear()
        async with asyncio.timeout(PATIENCE):
            await line.task
        assert not endpoint.by_client

    on_endpoint(test)


@pytest.mark.parametrize(
    ("origin", "kind"),
    [("https://gipfel.example", "websocket.accept"), ("https://evil.example", "websocket.close")],
)
def test_pages_of_other_sites_do_not_open_connections(origin: str, kind: str) -> None:
    async def test(endpoint: LiveEndpoint) -> None:
        assert (await Connection(endpoint, origin=origin).hear())["type"] == kind

    on_endpoint(test)


def test_what_the_line_of_a_board_takes_is_measured_and_signed_and_no_other_page_asks_for_it() -> None:
    async def test(endpoint: EndpointOfScene) -> None:
        pings: list[None] = []
        measure = websocket.PingTimes(lambda: pings.append(None))
        measure.note(0.25)
        measure.note(0.03)
        line = Connection(endpoint, measure=measure)
        await line.hear()
        line.say(FOLLOW)
        await line.hear()
        line.say("")
        assert await line.hear() == {"type": "websocket.send", "text": ""}
        assert not pings
        line.say({"language": "en", "follow": [{"page": "/board/5", "seen": ""}]})
        assert json.loads((await line.hear())["text"])["gone"] == 404
        endpoint.scene.application.versions["game:5"] = 1
        line.say({"language": "en", "follow": [{"page": "/board/5", "seen": "", "own": True}]})
        assert json.loads((await line.hear())["text"])["seen"] == "game:5=1"
        line.say("")
        signed = json.loads((await line.hear())["text"])["line"]
        assert read_line(signed, "192.0.2.1") == 30
        assert len(pings) == 1
        await line.leave()

    on_endpoint(test)


def test_a_follower_is_told_that_something_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LATE_SECONDS", -1.0)

    async def test(endpoint: EndpointOfScene) -> None:
        application = endpoint.scene.application
        application.free.clear()
        line = Connection(endpoint)
        await line.hear()
        line.say(FOLLOW)
        line.say("")
        assert await line.hear() == {"type": "websocket.send", "text": ""}  # it is being made
        line.say({"language": "en", "follow": [{"page": "/event/2", "seen": ""}]})
        line.say("")
        assert await line.hear() == {"type": "websocket.send", "text": '{"late":true}'}
        application.free.set()
        await line.leave()

    on_endpoint(test)


def test_a_client_opens_connections_at_a_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "NEW_STREAMS_A_SECOND", 0.0)

    async def test(endpoint: LiveEndpoint) -> None:
        for _time in range(2):
            line = Connection(endpoint)
            assert (await line.hear())["type"] == "websocket.accept"
            await line.leave()
        assert (await Connection(endpoint).hear()).get("status") == 429
        assert (await Connection(endpoint, "192.0.2.2").hear())["type"] == "websocket.accept"

    on_endpoint(test, most=1)
