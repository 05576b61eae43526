"""Games that are played through whatever happens: turns by the board's own address, and pages that follow them.

A turn that is not answered, or is answered with 5xx, is sent again as the page does it, marked as sent before: it is
stored once. Each player's page follows the game by a WebSocket and opens another one as soon as that is closed.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from urllib.parse import urlsplit

from bench.drills.asking import HttpReply, ask
from bench.drills.live import HELLO, frame

KEY = "k" * 32
PAUSE_BEFORE_AGAIN = 0.25
LONGEST_TURN = 90.0
LONGEST_SILENCE = 20.0
"""Seconds after which a page says that it is still there."""


@dataclass
class Board:
    """A game: its number, the sessions of White and Black, the version that both know, and the turns that stand."""

    game: int
    sessions: tuple[str, str]
    version: int = 1
    made: list[str] = field(default_factory=list)


class Boards:
    """Threads that play `boards` by `line` until `stop()`: a turn of each game every `every` seconds."""

    def __init__(self, url: str, boards: Sequence[Board], line: Sequence[str], every: float) -> None:
        self.url, self.boards, self.line, self.every = url, boards, line, every
        self.answers = Counter[str]()
        self.waits: list[tuple[float, float]] = []
        """Of each turn: when it was first sent (`time.monotonic`), and the seconds until it was acknowledged."""
        self.known: list[tuple[int, int, str]] = []
        """Game, ply and turn of each acknowledged turn, in the order in which they were acknowledged."""
        self.strange: list[str] = []
        self._stopping, self._leaving = threading.Event(), threading.Event()
        self._threads = [threading.Thread(target=self._play, args=(each,), daemon=True) for each in boards]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self, *, finish: bool = True) -> None:
        """What is under way is brought to its end first, unless it is not to `finish`."""
        self._stopping.set()
        if not finish:
            self._leaving.set()
        for thread in self._threads:
            thread.join(LONGEST_TURN)

    def are_over(self) -> bool:
        """Whether every line is played to its end."""
        return all(len(each.made) == len(self.line) for each in self.boards)

    def made(self) -> int:
        """How many turns were acknowledged."""
        return sum(len(each.made) for each in self.boards)

    def _play(self, board: Board) -> None:
        while len(board.made) < len(self.line) and not self._stopping.wait(self.every):
            try:
                self._make(board, self.line[len(board.made)])
            except Exception as error:
                self.strange.append(f"game {board.game}: {type(error).__name__}: {error}")
                return

    def _make(self, board: Board, turn: str) -> None:
        began = time.monotonic()
        form = {"csrfmiddlewaretoken": KEY, "version": str(board.version), "turns": turn}
        while (answer := self._ask(board, "POST", "", form)) is None:
            if self._leaving.is_set():
                return
            if time.monotonic() - began > LONGEST_TURN:
                raise RuntimeError(f"turn {turn} was not acknowledged for {LONGEST_TURN:.0f} s")
            form["_again"] = ""
            time.sleep(PAUSE_BEFORE_AGAIN)
        while "x-already-done" in answer.headers:
            if (state := self._ask(board, "GET", "/state", None)) is not None:
                answer = state
        if answer.status != 200:
            raise RuntimeError(f"{answer.status} {answer.body[:300]!r}")
        board.version = answer.json()["version"]
        board.made.append(turn)
        self.known.append((board.game, len(board.made), turn))
        self.waits.append((began, time.monotonic() - began))

    def _ask(self, board: Board, method: str, what: str, form: dict[str, str] | None) -> HttpReply | None:
        """The answer; None where none came, or the site said that it cannot just now."""
        cookies = {"sessionid": board.sessions[len(board.made) % 2], "csrftoken": KEY}
        path = f"/play/{board.game}{what}"
        try:
            answer = ask(self.url, method, path, form=form, cookies=cookies, headers={"X-Board": "2"})
        except (OSError, HTTPException):
            self.answers["none"] += 1
            return None
        self.answers[str(answer.status)] += 1
        return answer if answer.status < 500 else None


class Followers:
    """A page for each player of `boards`, which follows the game through the proxy."""

    def __init__(self, url: str, boards: Sequence[Board]) -> None:
        self._address = urlsplit(url)
        self.refused = 0
        self.opened = [0] * (2 * len(boards))
        """How often each page has opened a WebSocket."""
        self._stopping = threading.Event()
        pages = [f"play-seen:{board.game}:{side}" for board in boards for side in (0, 1)]
        self._threads = [
            threading.Thread(target=self._keep_following, args=(number, page), daemon=True)
            for number, page in enumerate(pages)
        ]

    def start(self) -> None:
        """Return once each follows."""
        for thread in self._threads:
            thread.start()
        deadline = time.monotonic() + LONGEST_TURN
        while not all(self.opened):
            if time.monotonic() > deadline:
                raise RuntimeError("not every page could follow")
            time.sleep(0.05)

    def stop(self) -> None:
        self._stopping.set()
        for thread in self._threads:
            thread.join(LONGEST_SILENCE + 5)

    def _keep_following(self, number: int, page: str) -> None:
        while not self._stopping.is_set():
            try:
                self._follow(number, page)
            except OSError:
                self.refused += not self._stopping.is_set()
                time.sleep(PAUSE_BEFORE_AGAIN)

    def _follow(self, number: int, page: str) -> None:
        """Until the connection ends; OSError where none could be opened."""
        where = (self._address.hostname or "", self._address.port or 80)
        with socket.create_connection(where, timeout=30) as connection:
            connection.sendall(HELLO.encode())
            head = b""
            while b"\r\n\r\n" not in head:
                piece = connection.recv(4096)
                if not piece:
                    raise OSError("no answer")
                head += piece
            if not head.startswith(b"HTTP/1.1 101 "):
                raise OSError(head.partition(b"\r\n")[0].decode())
            follow = {"language": "en", "follow": [{"page": page, "seen": "", "own": True}]}
            connection.sendall(frame(json.dumps(follow).encode()))
            self.opened[number] += 1
            self._hear(connection)

    def _hear(self, connection: socket.socket) -> None:
        connection.settimeout(1.0)
        said = time.monotonic()
        with suppress(ConnectionError):
            while not self._stopping.is_set():
                try:
                    if not _goes_on(connection.recv(1 << 16)):
                        return
                except TimeoutError:
                    pass
                if time.monotonic() - said > LONGEST_SILENCE:
                    connection.sendall(frame(b""))
                    said = time.monotonic()


def _goes_on(piece: bytes) -> bool:
    """Whether the server did not close, by the end of the connection or by a frame that says so."""
    return bool(piece) and piece[0] != 0x88
