"""News that a message brings of pages: composed for all of them at once in a thread in which no page is made, and given
back in the loop in the order in which they were heard.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from gipfel.server.live.topics import Topic

News = dict[str, Any] | None
Compose = Callable[[str, str, str], News]
"""What the followers of a page (its address, its language) are told of the news in a message; None for nothing.

Of a page that has parts it is `parts` that take the place of those at the version before, and whatever stands beside.
"""
_log = logging.getLogger(__name__)


class NewsWay:
    """`take` is called in the loop with a topic, the scope that moved, its version and what was composed."""

    def __init__(self, compose: Compose | None, take: Callable[[Topic, str, int, News], None]) -> None:
        self._compose, self._take = compose, take
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="followed-news")  # no page is waited for

    def hear(self, topics: Iterable[Topic], key: str, version: int, message: str) -> list[Topic]:
        """A scope moved, with news in `message`. Returns those of `topics` that are told of them, once composed."""
        told = [topic for topic in topics if self._compose is not None and topic.page is not None]
        if not told:
            return []
        for topic in told:
            topic.composing[key] = max(version, topic.composing.get(key, 0))
        loop = asyncio.get_running_loop()
        composing = loop.run_in_executor(self._thread, self._compose_all, told, message)

        def take(composed: asyncio.Future[list[News]]) -> None:
            if composed.cancelled():
                return
            for topic, news in zip(told, composed.result(), strict=True):
                if topic.composing.get(key) == version:
                    del topic.composing[key]
                self._take(topic, key, version, news)

        composing.add_done_callback(take)
        return told

    def _compose_all(self, topics: list[Topic], message: str) -> list[News]:
        return [self._compose_for(topic, message) for topic in topics]

    def _compose_for(self, topic: Topic, message: str) -> News:
        assert self._compose is not None
        try:
            return self._compose(topic.address, topic.language, message)
        except Exception:
            _log.exception("News of %s could not be composed", topic.address)
            return None

    def close(self) -> None:
        """Nothing is composed any more."""
        self._thread.shutdown(wait=False)
