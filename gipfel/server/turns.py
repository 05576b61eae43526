"""In which order the requests of a process begin: one after the other, as long as each is short.

Python lets one thread of a process run at a time, and a thread that asks the database lets the others run meanwhile.
So requests that begin together take turns at every statement, and none of them is done sooner: a process with eight
threads took a third more CPU for a report than one with a single thread. Here a request begins when the one before has
ended. Where that takes long (it computes a table, or waits for a lock), or says that it waits for the disk, the next
begins beside it.

A player who reports a result asks three times: for the form, with the form, and for the page after it. Served in the
order of requests, everybody would be done at the end. So a visitor stands where he came, with what he asks next, in
whichever process of the node.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import count

from gipfel.server.visits import Visits

TURN_SECONDS = 0.05
"""How long a request keeps the next from beginning; ten times what a report takes."""


class _Turn:
    """A request that has begun."""


class Turns:
    """At most `threads` requests are at work, and at most one of them for less than `seconds`.

    Everything is called in the event loop, but for what `turn` gives.
    """

    def __init__(self, threads: int, seconds: float = TURN_SECONDS, visits: Visits | None = None) -> None:
        self._threads, self._seconds, self._visits = threads, seconds, visits or Visits()
        self._at_work = 0
        self._latest: _Turn | None = None  # while no other may begin because of it
        self._timer: asyncio.TimerHandle | None = None
        self._number = count()
        self._waiting: list[tuple[float, int, asyncio.Future[_Turn]]] = []  # a heap

    @property
    def is_free(self) -> bool:
        """Whether a request may begin at once."""
        return self._latest is None and self._at_work < self._threads

    @asynccontextmanager
    async def turn(self, visitor: bytes) -> AsyncIterator[Callable[[], None]]:
        """Wait for this request's turn, which lasts for the block. `visitor` is who asks, b"" where no one knows.

        What it gives lets the next request begin before the block has ended: any thread may call it.
        """
        turn = await self._wait(visitor)
        try:
            yield partial(self._pass_on_from_thread, asyncio.get_running_loop(), turn)
        finally:
            self._end_turn(turn)

    async def _wait(self, visitor: bytes) -> _Turn:
        loop = asyncio.get_running_loop()
        came_at = self._visits.note(visitor, loop.time())
        if self.is_free:
            return self._begin()
        waiting: asyncio.Future[_Turn] = loop.create_future()
        heapq.heappush(self._waiting, (came_at, next(self._number), waiting))
        try:
            return await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled():  # its turn came at the same moment
                self._end_turn(waiting.result())
            raise

    def _end_turn(self, turn: _Turn) -> None:
        """The request is answered, or is not wanted any more."""
        self._at_work -= 1
        self._pass_on(turn)

    def _begin(self) -> _Turn:
        self._at_work += 1
        self._latest = turn = _Turn()
        self._timer = asyncio.get_running_loop().call_later(self._seconds, self._pass_on, turn)
        return turn

    def _pass_on_from_thread(self, loop: asyncio.AbstractEventLoop, turn: _Turn) -> None:
        with suppress(RuntimeError):  # the process ends: its loop is closed
            loop.call_soon_threadsafe(self._pass_on, turn)

    def _pass_on(self, turn: _Turn) -> None:
        """No one waits for `turn` any more: it has ended, takes long or waits itself."""
        if self._latest is turn and self._timer is not None:
            self._timer.cancel()
            self._latest = None
        while self._waiting and self.is_free:
            _came_at, _number, waiting = heapq.heappop(self._waiting)
            if not waiting.done():
                waiting.set_result(self._begin())
