"""The way of boards of running games: all that is followed of one is the version of its scope.

Versions of all boards that are due are read by one query, in a thread in which no page is made. A turn whose message
says version and news needs not even that (gipfel.server.live.hub).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor

from gipfel.server.live.topics import Topic

AT_ONCE = 500
"""Boards that one query asks for."""
REST_SECONDS = 0.02
PATIENCE_SECONDS = 2.0
"""Until the versions are asked for again that could not be read."""
_log = logging.getLogger(__name__)


class BoardWay:
    """`versions` asks the database; `take` is called in the loop with a topic and its version, None for no game."""

    def __init__(
        self, versions: Callable[[Iterable[str]], Mapping[str, int]], take: Callable[[Topic, int | None], None]
    ) -> None:
        self._versions, self._take = versions, take
        self.due: dict[Topic, None] = {}
        self._wake = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="followed-boards")

    def make_due(self, topic: Topic) -> None:
        """Its version is to be read."""
        self.due[topic] = None
        self._wake.set()

    async def read(self, keys: Iterable[str]) -> Mapping[str, int]:
        """The versions of scopes now."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._versions, list(keys))

    async def run(self) -> None:
        """Read what is due, for ever."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self.due:
                await self._read_some()
                await asyncio.sleep(REST_SECONDS)

    async def _read_some(self) -> None:
        some = [topic for topic, _number in zip(self.due, range(AT_ONCE), strict=False)]
        for topic in some:
            del self.due[topic]
        try:
            now = await self.read(sorted({topic.scope for topic in some}))
        except Exception as error:
            _log.info("Versions of boards cannot be read: %s", error)
            asyncio.get_running_loop().call_later(PATIENCE_SECONDS, self._make_due_again, some)
            return
        for topic in some:
            self._take(topic, now.get(topic.scope))

    def _make_due_again(self, some: list[Topic]) -> None:
        for topic in some:
            if topic.followers:
                self.make_due(topic)

    def close(self) -> None:
        """Nothing is read any more."""
        self._thread.shutdown(wait=False)
