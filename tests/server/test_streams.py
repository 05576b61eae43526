"""Which requests are streams, how many may be open, and when those who wait for a key are told."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from gipfel.server import limits
from gipfel.server.live.hub import Hub
from gipfel.server.live.moves import Moves, Watch
from gipfel.server.streams import Part, Streams, is_stream
from tests.live.loop import run

PATIENCE = 20


class SilentBus:
    """Nothing is told."""

    def publish(self, message: str) -> None: ...

    async def listen(self, hear: Any) -> None:
        await asyncio.Event().wait()


def hub_of(versions: Mapping[str, int]) -> Hub:
    def known(keys: Iterable[str]) -> dict[str, int]:
        return {key: versions[key] for key in keys if key in versions}

    return Hub(None, known, SilentBus())  # type: ignore[arg-type]  # no page is made


async def is_told(watch: Watch) -> bool:
    """Whether something moves soon."""
    return await watch.wait(PATIENCE, asyncio.get_running_loop().create_future())


@pytest.mark.parametrize(
    ("method", "path", "whether"),
    [
        ("GET", "/api/v1/play/stream", True),
        ("GET", "/api/v1/play/games/12/stream", True),
        ("GET", "/api/v1/events/3/rounds/2/stream", True),
        ("GET", "/api/v1/events/3/stream", True),
        ("HEAD", "/api/v1/play/stream", False),
        ("GET", "/api/v1/play/games/x/stream", False),
        ("GET", "/api/v1/play/games/12", False),
        ("GET", "/play/stream", False),
    ],
)
def test_what_is_a_stream(method: str, path: str, whether: bool) -> None:
    assert is_stream({"type": "http", "method": method, "path": path}) is whether


def test_who_waits_is_told_of_its_own_keys_alone() -> None:
    async def told() -> list[bool]:
        hub = hub_of({})
        moves = Moves(hub)
        async with moves.watch(["game:1"]) as one, moves.watch(["person:2"]) as other:
            found = [one.is_set, other.is_set]  # what moved before they waited was not heard
            for watch in (one, other):
                watch.clear()
            hub.hear("person:2")
            found += [one.is_set, other.is_set]
            other.clear()
            hub.hear("game:1=5 news")
            found += [one.is_set, other.is_set]
            one.clear()
            hub.hear(None)
            found += [one.is_set, other.is_set]
        await hub.close()
        return found

    assert run(told) == [True, True, False, True, True, False, True, True]


def test_what_no_message_told_is_found_by_comparing_versions() -> None:
    async def told() -> bool:
        versions = {"game:1": 4}
        hub = hub_of(versions)
        async with Moves(hub).watch(["game:1"]) as watch:
            await asyncio.sleep(1.5)  # the version of now is known
            watch.clear()
            versions["game:1"] = 5
            found = await is_told(watch)
        await hub.close()
        return found

    assert run(told)


def test_who_waits_no_more_is_forgotten() -> None:
    async def left() -> int:
        hub = hub_of({})
        moves = Moves(hub)
        async with moves.watch(["game:1"]) as watch:
            watch.follow(["game:2"])
            assert set(moves._watches) == {"game:2"}
        await hub.close()
        return len(moves._watches)

    assert run(left) == 0


def test_a_part_without_lines_keeps_the_state_of_the_one_before() -> None:
    told = [(b"stream-keys", b"game:1 chat:1"), (b"stream-pace", b"0.5")]
    first = Part.of(200, told, b'{"type":"game","seen":"3.0"}\n{"type":"chat","seen":"3.7"}\n')
    assert (first.seen, first.keys, first.pace, first.ends) == ("3.7", ("game:1", "chat:1"), 0.5, False)
    assert Part.of(200, [*told, (b"stream-ends", b"1")], b"\n").after(first).seen == "3.7"


@pytest.mark.parametrize(("client", "room"), [("a", False), ("b", True)])
def test_a_client_has_so_many_streams(client: str, room: bool) -> None:
    streams = Streams(lambda *_: [], Moves(hub_of({})), lambda _scope: "")
    streams.open["client a"] = limits.STREAMS_OF_CLIENT
    streams.open["key k"] = limits.STREAMS_OF_KEY
    assert streams._has_room("", client) is room
    assert not streams._has_room("k", client)


def test_all_streams_together_are_bounded() -> None:
    streams = Streams(lambda *_: [], Moves(hub_of({})), lambda _scope: "")
    streams.open["without key"] = streams.open["client a"] = limits.MOST_API_STREAMS
    assert not streams._has_room("", "b")
