"""A program that passes turns on and does nothing else: what the driver of `bench.drills.play` and the machine cost.

It is started as `python -m bench.drills.play_echo PORT` and speaks as much of HTTP and WebSocket as the driver does.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections import defaultdict
from urllib.parse import parse_qs

_versions: dict[str, int] = defaultdict(lambda: 1)
_followers: dict[str, list[asyncio.StreamWriter]] = defaultdict(list)


async def _serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            if "Upgrade: websocket" in head:
                return await _follow(reader, writer)
            length = re.search(r"Content-Length: (\d+)", head)
            form = parse_qs((await reader.readexactly(int(length[1]) if length else 0)).decode())
            method, path, _version = head.split(" ", 2)
            game = path.split("/")[2].partition("?")[0]
            if method == "POST":
                _versions[game] += 1
                for follower in _followers[game]:
                    _tell(follower, game, form["turns"][0])
            body = json.dumps({"version": _versions[game]}).encode()
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body))
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


async def _follow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
    length = (await reader.readexactly(2))[1] & 0x7F
    if length == 126:
        length = int.from_bytes(await reader.readexactly(2), "big")
    wish = json.loads((await reader.readexactly(4 + length))[4:])
    game = wish["follow"][0]["page"].split(":")[1]
    _followers[game].append(writer)
    _tell(writer, game)
    await reader.read()


def _tell(writer: asyncio.StreamWriter, game: str, turn: str = "") -> None:
    """What the driver looks for in a board that is pushed."""
    now = _versions[game]
    board = {
        "before": now - 1,
        "version": now,
        "turn": {"token": turn},
        "more": False,
        "table": {},
        "effects": [],
    }
    text = json.dumps({"page": f"play-seen:{game}", "seen": f"game:{game}={now}", "news": board}).encode()
    writer.write(bytes([0x81, 126]) + len(text).to_bytes(2, "big") + text)


async def _run(port: int) -> None:
    async with await asyncio.start_server(_serve, "127.0.0.1", port) as server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_run(int(sys.argv[1])))
