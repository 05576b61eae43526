"""Two players a game, each with a connection for requests and a WebSocket, as a browser has."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

from bench.drills.live import HELLO, PATIENCE, PING_SECONDS, frame

TOKEN = "a" * 32
_TEXT = 0x81
"""How a whole message of text begins in a WebSocket."""
_TURN = re.compile(r'<span class="ltr turn">([^<]*)</span>')


@dataclass
class Seat:
    """A player: his session, his two connections, and the newest state of which he was told."""

    session: str
    _port: int = 0
    told: asyncio.Event = field(default_factory=asyncio.Event)
    bytes_heard: int = 0
    news: dict[str, Any] | None = None
    """The board that came with what he was told last; None where it is to be fetched."""
    address: str = "127.0.0.1"
    """Where it connects from."""
    _requests: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    _following: asyncio.Task[None] | None = None
    _line: asyncio.StreamWriter | None = None
    """Of the WebSocket. One that no one holds is closed."""
    _next_ping: asyncio.TimerHandle | None = None

    async def sit_down(self, port: int, game: int, number: int) -> None:
        """Open the connection that tells what is new; that for requests is opened with the first of them."""
        await self.follow(port, {"page": f"play-seen:{game}:{number}", "seen": "", "own": True})

    async def follow(self, port: int, page: dict[str, Any]) -> None:
        """Open a WebSocket that follows a page, and wait until it was told the first time."""
        self._port = port
        here = (self.address, 0)
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20, local_addr=here)
        self._line = writer
        writer.write(HELLO.encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101 "), head
        writer.write(frame(json.dumps({"language": "en", "follow": [page]}).encode()))
        self._following = asyncio.create_task(self._follow(reader))
        self._next_ping = asyncio.get_running_loop().call_later(PING_SECONDS, self._ping)
        await asyncio.wait_for(self.told.wait(), PATIENCE)

    def _ping(self) -> None:
        """Say that the page is open, as browsers do: a connection that is silent for too long is closed."""
        assert self._line is not None
        self._line.write(frame(b""))
        self._next_ping = asyncio.get_running_loop().call_later(PING_SECONDS, self._ping)

    async def _follow(self, reader: asyncio.StreamReader) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):  # the server has ended
            while True:
                kind, length = await reader.readexactly(2)
                if length == 126:
                    length = int.from_bytes(await reader.readexactly(2), "big")
                elif length == 127:
                    length = int.from_bytes(await reader.readexactly(8), "big")
                text = await reader.readexactly(length)
                message = json.loads(text) if kind == _TEXT and text else {}
                if "page" in message:  # else the answer to an empty message, or a ping of the protocol
                    self.bytes_heard += length
                    self.hear(message)
                    self.told.set()

    def hear(self, message: dict[str, Any]) -> None:
        """Keep what came: the board, where the message has it."""
        self.news = message.get("news")

    async def ask(self, method: str, path: str, body: str = "") -> dict[str, Any]:
        """What the server answers; {} for nothing new.

        Asked for as it is: a proxy that unpacks an answer on the way sends it in chunks, without its length.
        """
        reader, writer = await self._open_requests()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Board: 2\r\nX-CSRFToken: {TOKEN}\r\n"
            f"Cookie: {self.session}; csrftoken={TOKEN}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Accept-Encoding: identity\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        )
        writer.write(head.encode())
        answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        lengths = [
            line.partition(":")[2] for line in answer.split("\r\n") if line.lower().startswith("content-length:")
        ]
        status = int(answer.split(" ", 2)[1])
        assert lengths or status == 204, f"{method} {path}: an answer without its length {answer!r}"
        text = await reader.readexactly(int(lengths[0])) if lengths else b""
        assert status in (200, 204), f"{method} {path}: {status} {text[:300]!r}"
        return json.loads(text) if text else {}

    async def _open_requests(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """The connection for requests, or another one where the server has closed it, as it does with idle ones."""
        if self._requests is None or self._requests[0].at_eof():
            self._requests = await asyncio.open_connection("127.0.0.1", self._port)
        return self._requests

    def leave(self) -> None:
        if self._following is not None:
            self._following.cancel()
        if self._next_ping is not None:
            self._next_ping.cancel()
        for writer in (self._line, self._requests and self._requests[1]):
            if writer is not None:
                writer.close()


@dataclass
class Match:
    """One game, as its two drivers saw it."""

    game: int
    seats: tuple[Seat, Seat]
    turns: list[str]
    version: int
    seen: list[str] = field(default_factory=list)
    begun: dict[int, float] = field(default_factory=dict)
    """When the turn was sent that made a version of the game (`perf_counter`)."""
    fetched: int = 0
    """How many of these boards were fetched; the others were pushed."""

    async def make_turn(self) -> float:
        """Make the next turn, and the milliseconds until the opponent's board has it."""
        ply = len(self.seen)
        player, opponent = self.seats[ply % 2], self.seats[1 - ply % 2]
        opponent.told.clear()
        began = perf_counter()
        form = f"csrfmiddlewaretoken={TOKEN}&version={self.version}"
        posted = player.ask("POST", f"/play/{self.game}", f"{form}&{urlencode({'turns': self.turns[ply]})}")
        async with asyncio.timeout(PATIENCE):
            answer, took = await asyncio.gather(posted, self._see(opponent, began))
        if opponent.news is not None and opponent.news["more"]:
            await opponent.ask("GET", f"/play/{self.game}/state")  # as the page does, with the board on it already
        self.version = answer["version"]
        self.begun[self.version] = began
        self.seen.append(self.turns[ply])
        return took

    async def _see(self, opponent: Seat, began: float) -> float:
        """The milliseconds from an instant until a player has the board with the turn: pushed, else fetched."""
        known = self.version
        while True:
            await opponent.told.wait()
            opponent.told.clear()
            state: dict[str, Any] | None = opponent.news
            if state is None or state["before"] != known:
                state = await opponent.ask("GET", f"/play/{self.game}/state?since={known}")
                self.fetched += bool(state)
            if state and self._is_turn(state):
                return 1000 * (perf_counter() - began)
            known = state.get("version", known)  # time was given back, for instance

    def _is_turn(self, state: dict[str, Any]) -> bool:
        """Whether it is the board after this very turn, by what it did or drawn, with the opponent to move."""
        tokens = [*self.seen, self.turns[len(self.seen)]]
        if "turn" in state:
            shows_turn = state["turn"]["token"] == tokens[-1]
        else:
            shows_turn = _TURN.findall(state["parts"]["play-side"]) == tokens
        return shows_turn and "locked" not in state["table"] and ("effects" in state or "<svg" in state["svg"])


async def sit_down(matches: list[Match], ports: list[int]) -> None:
    """Seat everybody, the two of a game at different nodes.

    Who begins sits at the one in every other game, and at the other one else: nor does a balancer look at colours.
    """
    for place, match in enumerate(matches):
        for number, seat in enumerate(match.seats):
            await seat.sit_down(ports[(place + number) % len(ports)], match.game, number)


async def play_evenly(matches: list[Match], every: float, seconds: float) -> list[float]:
    """A turn in each game every so many seconds, spread evenly; the milliseconds that each took."""

    async def play(number: int, match: Match) -> list[float]:
        began = perf_counter() + every * number / len(matches)
        took = []
        for turn in range(int(seconds / every)):
            await asyncio.sleep(max(0.0, began + turn * every - perf_counter()))
            took.append(await match.make_turn())
        return took

    return [each for one in await asyncio.gather(*map(play, range(len(matches)), matches)) for each in one]


async def play_burst(matches: list[Match], seconds: float) -> list[float]:
    """One turn in each of these games, spread over so many seconds."""
    return await play_evenly(matches, seconds, seconds)
