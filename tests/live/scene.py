"""A hub beside an application that the test moves."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from common.live.bus import Hear
from gipfel.server.live.hub import Hub
from gipfel.server.live.news import Compose
from gipfel.server.live.pages import AnonymousReader
from gipfel.server.live.places import Bounds
from gipfel.server.live.shared import SharedPages
from gipfel.server.live.topics import Follower

PATIENCE = 30


class Application:
    """A WSGI application: a page for each number, at versions that the test moves."""

    def __init__(self) -> None:
        self.versions = {"event:1": 1, "event:2": 1}
        self.rows: dict[str, str] = {"a": "1", "b": "1"}
        self.status = "200 OK"
        self.is_bare = False
        self.asked: Counter[str] = Counter()
        self.order = ("version", "rows")
        self.meanwhile: Callable[[], None] | None = None
        """Once: what happens between the statements by which a page is read."""
        self.free = threading.Event()
        self.free.set()

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        scope = environ["PATH_INFO"].strip("/").replace("/", ":")
        version, rows = 0, ""
        for which in self.order:
            if which == "version":
                version = self.versions.get(scope, 0)
            else:
                rows = "".join(f'<li id="{name}" data-part>{text}</li>' for name, text in self.rows.items())
            meanwhile, self.meanwhile = self.meanwhile, None
            if meanwhile:
                meanwhile()
        listed = "" if self.is_bare else f'<ul id="all" data-part>{rows}</ul>'
        page = f'<main data-seen="{scope}={version}">{listed}</main>'
        self.asked[f"{environ['PATH_INFO']} {environ['HTTP_COOKIE']}"] += 1
        self.free.wait(PATIENCE)
        start(self.status, [])
        return [page.encode()]


class SilentBus:
    """Carries nothing: every message is lost."""

    def publish(self, message: str) -> None:
        pass

    async def listen(self, hear: Hear) -> None:
        pass


def compose(address: str, language: str, news: str) -> dict[str, Any] | None:
    """News for the followers of the first page; what cannot be read raises an error."""
    return {"told": json.loads(news), "language": language} if address == "/event/1" else None


def scope_of_board(name: str) -> str:
    """Boards of this application are called "/board/5", by the number of their game."""
    return "game:" + name.rpartition("/")[2] if name.startswith("/board/") else ""


class Scene:
    """A hub beside an application, within a running loop. Several hubs of one system have an application together."""

    def __init__(
        self,
        compose: Compose = compose,
        application: Application | None = None,
        shared: SharedPages | None = None,
        **bounds: Any,
    ) -> None:
        self.application = application or Application()
        reader = AnonymousReader(self.application, "http://127.0.0.1:8000", "language")
        self.queries = 0
        self.answers = threading.Event()
        """Until it is set, versions that were read are not told."""
        self.answers.set()
        all_bounds = Bounds(**{"beat": 3600, "rest": 0, "patience": 0, "linger": 0} | bounds)
        self.hub = Hub(
            reader, self._versions, SilentBus(), all_bounds, compose=compose, scope_of=scope_of_board, shared=shared
        )

    def _versions(self, keys: Iterable[str]) -> Mapping[str, int]:
        self.queries += 1
        found = {key: self.application.versions[key] for key in keys if key in self.application.versions}
        self.answers.wait(PATIENCE)
        return found

    def follower(
        self, page: str = "/event/1", seen: str = "", language: str = "en", own: bool = False, client: str = "a"
    ) -> Follower:
        follower = Follower(client)
        self.hub.follow(follower, page, language, seen, version_alone=own)
        return follower

    def move(self, row: str, text: str, *, told: bool = True, key: str = "event:1") -> None:
        self.application.rows[row] = text
        self.application.versions[key] += 1
        if told:
            self.hub.hear(key)


async def told(follower: Follower) -> dict[str, Any]:
    """The next message."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for message in follower.messages():
                found: dict[str, Any] = json.loads(message)
                return found
            await follower.news.wait()
            follower.news.clear()
