"""Hostile followers: sockets that ask for odd pages, for as many as they can, and come back as soon as they are let go.

It is started by `bench.drills.hostile_followers`, beside the games, as

    python -m bench.drills.hostile_sockets SECONDS SOCKETS NETWORKS LAST_EVENT PORT [PORT …]

and prints what it did. With several networks each socket comes from one of 127.0.0.10, 127.0.0.11, ….
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections import Counter
from time import perf_counter

from bench.drills.live import HELLO, frame

LANGUAGES = ("en", "fa", "ja")
AT_ONCE = 140
FIRST_HOST = 10
counted: Counter[str] = Counter()


def wishes(chance: random.Random, last_event: int) -> list[str]:
    """Names of pages: known kinds of all events, boards of any game, and, now and then, addresses and nonsense."""
    event, number = chance.randint(1, last_event), chance.randint(1, 10**6)
    kinds = ("event", "event-crosstable", "event-games", "event-screen", "event-state")
    known = [f"{kind}:{event}" for kind in kinds] + [f"event-round:{event}:{chance.randint(1, 9)}", "play"]
    return [*known, f"game:{number}", f"play-seen:{number}:{number % 2}", f"play-chat-seen:{number}:x{number}"]


async def attack(port: int, network: int, seconds: float, last_event: int, number: int) -> None:
    """One socket after the other until the time is over."""
    chance, end = random.Random(number), perf_counter() + seconds
    while perf_counter() < end:
        try:
            async with asyncio.timeout(max(0.1, end - perf_counter())):
                await _follow(port, network, chance, last_event)
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            counted["ended"] += 1
        await asyncio.sleep(0.02)


async def _follow(port: int, network: int, chance: random.Random, last_event: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(f"127.0.0.{network}", 0))
    try:
        writer.write(HELLO.encode())
        head = await reader.readuntil(b"\r\n\r\n")
        counted["refused" if b" 429 " in head else "opened"] += 1
        if b" 101 " not in head:
            return
        sending = asyncio.create_task(_ask(writer, chance, last_event))
        try:
            while data := await reader.read(1 << 16):
                counted["bytes heard"] += len(data)
        finally:
            sending.cancel()
    finally:
        writer.close()


async def _ask(writer: asyncio.StreamWriter, chance: random.Random, last_event: int) -> None:
    """As many pages as may be said, and then an address with a query, for which the connection is ended."""
    said: list[str] = []
    while len(said) < AT_ONCE:
        some = wishes(chance, last_event)
        said += some
        _say(writer, chance, some)
        await asyncio.sleep(0)
    await writer.drain()
    for _time in range(50):
        writer.write(frame(b""))
        await asyncio.sleep(0.05)
    _say(writer, chance, [f"/events/{chance.randint(1, last_event)}?x={chance.random()}"])


def _say(writer: asyncio.StreamWriter, chance: random.Random, pages: list[str]) -> None:
    follow = [{"page": page, "seen": ""} for page in pages]
    writer.write(frame(json.dumps({"language": chance.choice(LANGUAGES), "follow": follow}).encode()))
    counted["asked for"] += len(pages)


async def _run(seconds: float, sockets: int, networks: int, last_event: int, ports: list[int]) -> None:
    attacks = (
        attack(ports[number % len(ports)], FIRST_HOST + number % networks, seconds, last_event, number)
        for number in range(sockets)
    )
    await asyncio.gather(*attacks)


if __name__ == "__main__":
    _seconds, _sockets, _networks, _last, *_ports = map(int, sys.argv[1:])
    asyncio.run(_run(_seconds, _sockets, _networks, _last, _ports))
    print(dict(counted))
