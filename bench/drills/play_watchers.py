"""Watchers of games that are played: each follows the page of one game, and notes when it has a turn."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from bench.drills.play_driver import Match, Seat
from testing.patience import Patience

WATCHERS_AN_ADDRESS = 20
LAST_TURNS_SECONDS = 2.0
"""Of an idle machine, in which the last turns come to all boards."""


@dataclass
class Watcher(Seat):
    """A reader who is not signed in, and looks at one game."""

    had: dict[int, float] = field(default_factory=dict)
    """When a version of the game was on this page (`perf_counter`)."""
    came: float = 0.0
    without_parts: int = 0
    """Messages that brought nothing: the page has to be fetched."""

    def hear(self, message: dict[str, Any]) -> None:
        """Note which version came, as "game:12=34"; the name of a connection that can be taken up again brings none."""
        if "seen" not in message:
            return
        versions = dict(each.split("=") for each in message["seen"].split())
        self.had[max(map(int, versions.values()))] = perf_counter()
        self.without_parts += "parts" not in message

    async def watch(self, port: int, game: int) -> None:
        """Open the page of the game."""
        await self.follow(port, {"page": f"game:{game}", "seen": ""})
        self.came, self.bytes_heard = perf_counter(), 0

    def waits(self, begun: dict[int, float]) -> Iterator[float | None]:
        """For each turn sent after this one came, the milliseconds until the page had it; None where it never did."""
        for version, began in begun.items():
            if began > self.came > 0:
                had = [at for other, at in self.had.items() if other >= version]
                yield 1000 * (min(had) - began) if had else None


def _address(number: int) -> str:
    """Watchers come from many networks: how many of one may follow is tried elsewhere."""
    return f"127.0.1.{1 + number // WATCHERS_AN_ADDRESS}"


class Audience:
    """The watchers of all games: half sit there when turns begin, the others come while turns are made."""

    def __init__(self, matches: list[Match], count: int) -> None:
        self.watchers = [
            (Watcher("", address=_address(number)), matches[number % len(matches)]) for number in range(count)
        ]
        self._arriving: asyncio.Task[None] | None = None

    async def come(self, ports: list[int], seconds: float) -> None:
        """Wait for the first half; the second half comes one after the other within so many seconds."""
        half = (len(self.watchers) + 1) // 2
        await self._watch(ports, range(half), 0.0)
        pause = seconds / max(1, len(self.watchers) - half)
        self._arriving = asyncio.create_task(self._watch(ports, range(half, len(self.watchers)), pause))

    async def _watch(self, ports: list[int], numbers: range, pause: float) -> None:
        for number in numbers:
            watcher, match = self.watchers[number]
            await watcher.watch(ports[number % len(ports)], match.game)
            await asyncio.sleep(pause)

    def waits(self) -> list[float | None]:
        """Of every turn and every watcher of its game."""
        return [wait for watcher, match in self.watchers for wait in watcher.waits(match.begun)]

    async def leave(self) -> None:
        """Wait for the last turns, then go; raises what went wrong with those who arrived late."""
        patience = Patience(LAST_TURNS_SECONDS)
        while patience.lasts() and None in self.waits():
            await asyncio.sleep(0.2)
        if self._arriving is not None:
            self._arriving.cancel()
            with suppress(asyncio.CancelledError):
                await self._arriving
        for watcher, _match in self.watchers:
            watcher.leave()
