"""The order in which requests of a process begin."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from gipfel.server.turns import Turns
from tests.server.apart import run_apart

NEVER = 1000.0
"""Seconds that no test lasts."""


class Requests:
    """Requests by name: who has begun, in which order. Each is at work until it is told to end."""

    def __init__(self, turns: Turns) -> None:
        self.turns, self.begun = turns, list[str]()
        self.pass_on: dict[str, Callable[[], None]] = {}
        self._ends: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, *names: str, visitor: bytes = b"") -> None:
        """Each comes after the one before it."""
        for name in names:
            self._ends[name] = asyncio.Event()
            self._tasks[name] = asyncio.create_task(self._work(name, visitor))
            await asyncio.sleep(0)

    async def _work(self, name: str, visitor: bytes) -> None:
        async with self.turns.turn(visitor) as self.pass_on[name]:
            self.begun.append(name)
            await self._ends[name].wait()

    async def end(self, *names: str) -> None:
        for name in names:
            self._ends[name].set()
            await self._tasks[name]
        await self.settle()

    async def leave(self, name: str) -> None:
        self._tasks[name].cancel()
        await asyncio.wait([self._tasks[name]])
        await self.settle()

    @staticmethod
    async def settle() -> None:
        for _step in range(5):
            await asyncio.sleep(0)


def _run(scene: Callable[[Requests], Awaitable[None]], *, threads: int = 8, seconds: float = NEVER) -> None:
    async def play() -> None:
        await scene(Requests(Turns(threads, seconds)))

    run_apart(play())


def test_a_request_begins_when_the_one_before_has_ended() -> None:
    async def scene(requests: Requests) -> None:
        await requests.ask("a", "b", "c")
        assert requests.begun == ["a"]
        await requests.end("a")
        assert requests.begun == ["a", "b"]
        await requests.end("b", "c")
        assert requests.begun == ["a", "b", "c"]

    _run(scene)


def test_beside_one_that_takes_long_others_begin_until_all_threads_are_busy() -> None:
    async def scene(requests: Requests) -> None:
        await requests.ask("long", "longer", "third", "fourth")
        while len(requests.begun) < 3:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.01)  # whatever would begin too early has time to
        assert requests.begun == ["long", "longer", "third"]
        await requests.end("longer")
        assert requests.begun[3:] == ["fourth"]
        await requests.end("long", "third", "fourth")

    _run(scene, threads=3, seconds=0.001)


def test_a_long_one_that_ends_lets_nobody_begin_beside_the_latest() -> None:
    """Only who has begun last keeps others waiting; the end of another one changes nothing."""

    async def scene(requests: Requests) -> None:
        await requests.ask("long", "second")
        while len(requests.begun) < 2:
            await asyncio.sleep(0.001)
        requests.turns._seconds = NEVER
        await requests.ask("third", "fourth")
        while len(requests.begun) < 3:
            await asyncio.sleep(0.001)
        await requests.end("long")
        assert requests.begun == ["long", "second", "third"]
        await requests.end("second", "third", "fourth")

    _run(scene, seconds=0.001)


def test_while_one_waits_for_the_disk_the_next_begins() -> None:
    async def scene(requests: Requests) -> None:
        await requests.ask("report", "form", "another")
        await asyncio.get_running_loop().run_in_executor(None, requests.pass_on["report"])
        await requests.settle()
        assert requests.begun == ["report", "form"]
        await requests.end("report")
        assert requests.begun == ["report", "form"]  # that it has ended lets nobody begin once more
        await requests.end("form", "another")

    _run(scene)


def test_whoever_came_first_is_first_with_all_he_asks() -> None:
    async def scene(requests: Requests) -> None:
        await requests.ask("form of ann", visitor=b"ann")
        await requests.ask("form of bob", visitor=b"bob")
        await requests.ask("page of somebody")
        await requests.end("form of ann")
        await requests.ask("report of ann", visitor=b"ann")
        await requests.end("form of bob", "report of ann", "page of somebody")
        assert requests.begun == ["form of ann", "form of bob", "report of ann", "page of somebody"]

    _run(scene)


def test_who_leaves_while_he_waits_is_passed_over() -> None:
    async def scene(requests: Requests) -> None:
        await requests.ask("a", "b", "c")
        await requests.leave("b")
        await requests.end("a", "c")
        assert requests.begun == ["a", "c"]

    _run(scene)


def test_who_leaves_as_his_turn_comes_gives_it_on() -> None:
    async def scene(requests: Requests) -> None:
        await requests.ask("a", "b", "c")
        requests._ends["a"].set()
        await asyncio.sleep(0)  # its turn is passed on, and b has not taken it yet
        await requests.leave("b")
        assert requests.begun == ["a", "c"]
        await requests.end("c")

    _run(scene)
