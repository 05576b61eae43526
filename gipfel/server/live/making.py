"""The way of pages that are made: one after the other, in a thread of its own, with so much rest in between that those
who ask for pages themselves come first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Protocol

from gipfel.server.live.pages import Page
from gipfel.server.live.shared import SharedPages
from gipfel.server.live.shares import Shares
from gipfel.server.live.topics import Topic

Versions = Callable[[Iterable[str]], Mapping[str, int]]


class Reader(Protocol):
    """Who asks for pages: `gipfel.server.live.pages.AnonymousReader`."""

    def read(self, address: str, language: str) -> Page:
        """The page; raises NotThere, NotNow."""


class PageWay:
    """What is `due` to be made, and the making. `shares` has what each client took of it, `rest` is that of Bounds.

    `shared` knows what other processes have made, where there are others.
    """

    def __init__(
        self, reader: Reader, versions: Versions, shares: Shares, rest: float, shared: SharedPages | None = None
    ) -> None:
        self.reader, self.versions, self.shares, self.rest, self.shared = reader, versions, shares, rest, shared
        self.due: dict[Topic, None] = {}  # in the order in which they became so
        self._wake = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="followed-pages")
        self._heard: dict[str, int] | None = None
        """What moved since the page that is being read began to be; 0 where it is not known to which version."""

    def make_due(self, topic: Topic) -> None:
        """Its page is to be made."""
        self.due[topic] = None
        self._wake.set()

    def hear(self, key: str, version: int) -> None:
        """A scope moved, perhaps while a page is read that is made of it."""
        if self._heard is not None:
            self._heard[key] = version

    async def run(self, move_bare: Callable[[], Awaitable[None]], make: Callable[[Topic], Awaitable[None]]) -> None:
        """Make what is due, for ever.

        First the page of the client who has taken least time: a client who has many made waits behind all others.
        """
        loop = asyncio.get_running_loop()
        while True:
            await self._wake.wait()
            while self.due:
                began = loop.time()
                await move_bare()
                topic = min(self.due, key=lambda due: self.shares.taken(due.clients), default=None)
                if topic is not None:
                    del self.due[topic]
                    clients = list(topic.clients)
                    await make(topic)
                    self.shares.charge(clients, loop.time() - began, loop.time())
                await asyncio.sleep((loop.time() - began) * self.rest)
            self._wake.clear()

    async def read(self, topic: Topic) -> tuple[Page, bool]:
        """The page as it is now, and whether nothing moved while it was read. Raises what the reader does.

        It is read by several statements: what is committed between them is in some parts of the page and not in others,
        whatever version it says. Of a page whose scopes were not known before, what was heard meanwhile tells.
        """
        is_known = topic.page is not None
        heard: dict[str, int] = {}
        self._heard = heard
        try:
            page, is_settled = await asyncio.get_running_loop().run_in_executor(self._thread, self._read_topic, topic)
        finally:
            self._heard = None
        moved = {key: version for key, version in heard.items() if key in page.versions and not is_known}
        return page, is_settled and not any(not to or to >= page.versions[key] for key, to in moved.items())

    def _read_topic(self, topic: Topic) -> tuple[Page, bool]:
        known = topic.page.versions if topic.page is not None else topic.seen_first
        before = self.versions(known) if known else {}
        make = partial(self._make, topic, before)
        return self.shared.read(topic.address, topic.language, before, make) if self.shared and before else make()

    def _make(self, topic: Topic, before: Mapping[str, int]) -> tuple[Page, bool]:
        page = self.reader.read(topic.address, topic.language)
        after = self.versions(page.versions)
        moved = (
            before.get(key, version) != version or after.get(key, 0) != version
            for key, version in page.versions.items()
        )
        return page, not any(moved)

    def close(self) -> None:
        """No page is made any more."""
        self._thread.shutdown(wait=False)
