"""The bus of one machine."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest
from django.conf import LazySettings

from common.live.bus import SocketBus
from tests.live.loop import run

PATIENCE = 30


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory, settings: LazySettings) -> Path:
    settings.LIVE_SOCKETS = folder = tmp_path_factory.mktemp("s") / "live"
    return folder


async def heard_by_listener(folder: Path, keys: list[str]) -> list[str | None]:
    """What a listener hears of `keys`."""
    heard: list[str | None] = []
    listening = asyncio.create_task(SocketBus().listen(heard.append))
    async with asyncio.timeout(PATIENCE):
        while not heard:
            await asyncio.sleep(0.01)
        for key in keys:
            SocketBus().publish(key)
        while len(heard) <= len(keys):
            await asyncio.sleep(0.01)
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    return heard


def test_what_is_published_is_heard_and_what_came_before_may_have_been_missed(folder: Path) -> None:
    assert run(lambda: heard_by_listener(folder, ["event:1", "club:2"])) == [None, "event:1", "club:2"]


def test_a_listener_that_ended_leaves_nothing_behind(folder: Path) -> None:
    run(lambda: heard_by_listener(folder, ["event:1"]))
    assert list(folder.iterdir()) == []


def test_a_socket_of_a_process_that_was_killed_is_removed(folder: Path) -> None:
    folder.mkdir()
    dead = folder / "1.socket"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(dead))
    SocketBus().publish("event:1")
    assert not dead.exists()


def test_where_nobody_ever_listened_nothing_is_told(folder: Path) -> None:
    SocketBus().publish("event:1")
    assert not folder.exists()


def test_a_listener_that_takes_nothing_holds_nobody_up(folder: Path) -> None:
    folder.mkdir()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(folder / "1.socket"))
        for _ in range(5000):
            SocketBus().publish("event:1")


def test_a_folder_whose_name_is_too_long_is_no_error(tmp_path: Path, settings: LazySettings) -> None:
    settings.LIVE_SOCKETS = tmp_path / ("x" * 120)
    run(lambda: SocketBus().listen(lambda key: None))
    assert not settings.LIVE_SOCKETS.exists()
