"""Spectators: 1,000 connections that follow one page, and how soon each is told of a move (2 min).

    python -m bench.drills.live [--database sqlite] [--watchers 1000] [--moves 20] [--idle 20]

The embedded form has two web processes; the service form two nodes on PostgreSQL and Redis, with half of the watchers
each. Watchers are real connections over 127.0.0.1 that say something every 25 s, as browsers do. A move is an act by a
service in this process; the time runs from before the act to the last byte of its message at a watcher. Required: 95 of
100 messages within --bar ms, none missing, and --cpu percent of a core at most while nothing happens.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import selectors
import socket
import sys
import threading
from dataclasses import dataclass, field
from statistics import median, quantiles
from time import perf_counter, sleep
from typing import TYPE_CHECKING

from bench.drills.pooled import PooledSite
from bench.drills.running import Verdict, main, put_off_due_jobs
from bench.drills.site import Site, cpu_seconds
from testing.servers import free_port, wait_for
from testing.service.processes import Process, service_command

if TYPE_CHECKING:  # Django is set up only when the drill has begun
    from bench.drills.live_board import Board

HELLO = (
    "GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PING_SECONDS = 25.0
PATIENCE = 30.0


def frame(text: bytes) -> bytes:
    """A text as a client sends it, masked by zeros."""
    length = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    return b"\x81" + length + bytes(4) + text


@dataclass
class Watcher:
    """One connection: when it was told of which state."""

    connection: socket.socket
    pending: bytes = b""
    told: dict[str, float] = field(default_factory=dict)
    size: int = 0

    def receive(self, now: float) -> None:
        self.pending += self.connection.recv(1 << 20)
        while (message := self._message()) is not None:
            if message:
                self.told[str(json.loads(message)["seen"])] = now
                self.size = len(message)

    def _message(self) -> bytes | None:
        """The next whole message; a server masks nothing."""
        if len(self.pending) < 2:
            return None
        length, start = self.pending[1], 2
        if length >= 126:
            start = 4 if length == 126 else 10
            length = int.from_bytes(self.pending[2:start], "big")
        if len(self.pending) < start + length:
            return None
        message, self.pending = self.pending[start : start + length], self.pending[start + length :]
        return message


class Crowd:
    """Watchers of one page on some ports, read by a thread."""

    def __init__(self, ports: list[int], page: str, size: int) -> None:
        self.selector = selectors.DefaultSelector()
        follow = frame(json.dumps({"language": "en", "follow": [{"page": page, "seen": ""}]}).encode())
        self.watchers = [self._open(ports[number % len(ports)], follow) for number in range(size)]
        self.leaves = False
        self.thread = threading.Thread(target=self._read)
        self.thread.start()

    def wait_for(self, seen: str) -> list[float]:
        """When each watcher was told of this state; those that were not within PATIENCE are missing."""
        deadline = perf_counter() + PATIENCE
        while perf_counter() < deadline and not all(seen in each.told for each in self.watchers):
            sleep(0.01)
        return [each.told[seen] for each in self.watchers if seen in each.told]

    def leave(self) -> None:
        self.leaves = True
        self.thread.join()
        for each in self.watchers:
            each.connection.close()

    def _open(self, port: int, follow: bytes) -> Watcher:
        connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        connection.sendall(HELLO.encode())
        head = b""
        while b"\r\n\r\n" not in head:
            head += connection.recv(4096)
        assert head.startswith(b"HTTP/1.1 101 "), head
        connection.sendall(follow)
        watcher = Watcher(connection)
        self.selector.register(connection, selectors.EVENT_READ, watcher)
        return watcher

    def _read(self) -> None:
        began, pinged = perf_counter(), 0
        while not self.leaves:
            for key, _ in self.selector.select(0.05):
                key.data.receive(perf_counter())
            due = int((perf_counter() - began) / PING_SECONDS * len(self.watchers))
            for number in range(pinged, due):
                self.watchers[number % len(self.watchers)].connection.sendall(frame(b""))
            pinged = due


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    from bench.drills.live_board import Board

    allow_files(options.watchers + 200)
    board = Board()
    webs, ports = start_nodes(site)
    crowd = Crowd(ports, board.page, options.watchers)
    try:
        verdict.require(len(crowd.wait_for(board.seen)) == options.watchers, "not everybody was told at the beginning")
        _watch_nothing(webs, options, verdict)
        _watch_moves(board, crowd, webs, options, verdict)
    finally:
        crowd.leave()


def start_nodes(site: Site) -> tuple[list[Process], list[int]]:
    """The web processes, and their ports. A site behind a proxy has that of the proxy alone, and its workers beside."""
    if isinstance(site, PooledSite):
        put_off_due_jobs()
        site.start_worker()
        return [site.start_web()], [site.proxy_port]
    webs, ports = [site.start_web()], [site.port]
    if not site.embedded:
        ports.append(free_port())
        webs.append(site.start("web-2", service_command("web", PORT=str(ports[1]), WEB_CONCURRENCY="1")))
        wait_for(ports[1], "the second node")
    return webs, ports


def cpu_of(webs: list[Process]) -> float:
    """Seconds of processor time that these processes have had."""
    return sum(cpu_seconds(web.popen.pid) for web in webs)


def _watch_nothing(webs: list[Process], options: argparse.Namespace, verdict: Verdict) -> None:
    sleep(2)
    before, began = cpu_of(webs), perf_counter()
    sleep(options.idle)
    share = 100 * (cpu_of(webs) - before) / (perf_counter() - began)
    verdict.report(f"{options.watchers} watchers, nothing happens: {share:.1f} % of a core")
    verdict.require(share <= options.cpu, f"{share:.1f} % of a core while nothing happens")


def _watch_moves(
    board: Board, crowd: Crowd, webs: list[Process], options: argparse.Namespace, verdict: Verdict
) -> None:
    took: list[float] = []
    before = cpu_of(webs)
    for _ in range(options.moves):
        began = perf_counter()
        seen = board.move()
        arrived = crowd.wait_for(seen)
        took += [1000 * (each - began) for each in arrived]
        verdict.require(len(arrived) == len(crowd.watchers), f"{len(crowd.watchers) - len(arrived)} missed {seen}")
        sleep(max(0.0, began + options.every - perf_counter()))
    cpu = 1000 * (cpu_of(webs) - before) / options.moves
    slow = quantiles(took, n=100)
    within = 100 * sum(each <= options.bar for each in took) / len(took)
    verdict.report(
        f"{options.moves} moves, messages of {crowd.watchers[0].size} bytes: told after {median(took):.0f} ms, "
        f"95th percentile {slow[94]:.0f}, 99th {slow[98]:.0f}, slowest {max(took):.0f}; within {options.bar} ms "
        f"{within:.1f} %; CPU of the web processes {cpu:.0f} ms a move"
    )
    verdict.require(slow[94] <= options.bar, f"95th percentile {slow[94]:.0f} ms")


def allow_files(wanted: int) -> None:
    """So many open files, or as many as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(wanted, hard)), hard))


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--every", type=float, default=1.0, help="seconds from a move to the next")
    parser.add_argument("--idle", type=float, default=20, help="seconds in which nothing happens")
    parser.add_argument("--bar", type=float, default=500, help="ms for 95 of 100 messages")
    parser.add_argument("--cpu", type=float, default=10, help="percent of a core while nothing happens")
    os.environ["LIVE_STREAMS_PER_ADDRESS"] = "3000"
    os.environ["WEB_CONCURRENCY"] = "1"


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options))
