"""What moved, for those who follow no page: each waits for some keys, and asks for itself when one of them moves."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

from gipfel.server.live.hub import Hub

BEAT_SECONDS = 1.0
"""Between two comparisons with the database, which find what no message told."""
_log = logging.getLogger(__name__)


class Watch:
    """Waits for keys. It is set at once where there are new ones: what moved before it began to wait was not heard."""

    def __init__(self, moves: Moves) -> None:
        self._moves, self._moved = moves, asyncio.Event()
        self.keys: frozenset[str] = frozenset()

    @property
    def is_set(self) -> bool:
        """Whether something has moved since `clear`."""
        return self._moved.is_set()

    def set(self) -> None:
        """Something has moved."""
        self._moved.set()

    def clear(self) -> None:
        """From now on."""
        self._moved.clear()

    def follow(self, keys: Iterable[str]) -> None:
        """Wait for these keys, and no others."""
        self._moves.change(self, frozenset(keys))

    async def wait(self, seconds: float, gone: asyncio.Future[None]) -> bool:
        """Whether something moved, or the client is `gone`, within so many seconds."""
        waiting = asyncio.ensure_future(self._moved.wait())
        either: set[asyncio.Future[Any]] = {waiting, gone}
        done, _pending = await asyncio.wait(either, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        return bool(done)


class Moves:
    """All watches of a process. It hears what the hub hears, and compares versions as long as anyone waits."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._watches: defaultdict[str, set[Watch]] = defaultdict(set)
        self._known: dict[str, int] = {}
        self._comparing: asyncio.Task[None] | None = None
        hub.hearers.append(self.hear)

    @asynccontextmanager
    async def watch(self, keys: Iterable[str]) -> AsyncIterator[Watch]:
        """A watch for as long as the block lasts."""
        self.hub.start()
        if self._comparing is None:
            self._comparing = asyncio.create_task(self._compare_versions())
        watch = Watch(self)
        watch.follow(keys)
        try:
            yield watch
        finally:
            watch.follow(())

    def change(self, watch: Watch, keys: frozenset[str]) -> None:
        """Let a watch wait for other keys than before."""
        for key in watch.keys - keys:
            self._watches[key].discard(watch)
            if not self._watches[key]:
                del self._watches[key]
                self._known.pop(key, None)
        for key in keys - watch.keys:
            self._watches[key].add(watch)
            watch.set()
        watch.keys = keys

    def hear(self, message: str | None) -> None:
        """As `Hub.hear`: something moved; None where it is not known what."""
        if message is None:
            for key in self._watches:
                self._wake(key)
            return
        key, _, version = message.partition(" ")[0].partition("=")
        if version and key in self._watches:
            self._known[key] = max(int(version), self._known.get(key, 0))
        self._wake(key)

    def _wake(self, key: str) -> None:
        for watch in self._watches.get(key, ()):
            watch.set()

    async def _compare_versions(self) -> None:
        """Find what no message told: one query a beat, however many wait."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            await self._compare_once()

    async def _compare_once(self) -> None:
        keys = sorted(self._watches)
        if not keys:
            return
        try:
            now = await self.hub.boards.read(keys)
        except Exception as error:
            _log.info("Versions cannot be compared: %s", error)
            return
        for key, version in now.items():
            if key in self._watches and version > self._known.setdefault(key, version):
                self._known[key] = version
                self._wake(key)
