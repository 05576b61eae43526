"""Slow clients: hundreds of connections that stall, of each kind in turn, and how long pages take meanwhile (2 min).

    python -m bench.drills.slow_clients [--database sqlite] [--each 500] [--seconds 8]

Held open, and opened again where the server ends them: half a request line, half a head, a body of which the rest does
not come, readers who do not take their answers, and all of them at once. Meanwhile pages are asked for, one after the
other in an order by the seed. Every page has to come, and 95 of 100 within --bar.
"""

from __future__ import annotations

import argparse
import random
import resource
import selectors
import socket
import sys
from contextlib import suppress
from http.client import HTTPException
from statistics import median, quantiles
from time import perf_counter, sleep

from bench.drills.asking import ask
from bench.drills.running import Verdict, main
from bench.drills.site import Site, megabytes
from testing import PROJECT

BODY = b"POST /sign-in HTTP/1.1\r\nHost: %b\r\nContent-Length: 1000000\r\n\r\n" + b"x" * 500_000
KINDS = {
    "half a request line": b"GET /club",
    "half a head": b"GET /clubs/drill HTTP/1.1\r\nHost: %b\r\nAccept: te",
    "a stalled body of 1 MB": BODY,
    "a reader that takes nothing": b"GET %f HTTP/1.1\r\nHost: %b\r\n\r\n" * 10,
}


def _largest_file() -> bytes:
    """The address of the largest static file: an answer that no buffer of the system holds ten times."""
    folder = PROJECT / "static-built"
    largest = max((file for file in folder.rglob("*") if file.is_file()), key=lambda file: file.stat().st_size)
    return f"/static/{largest.relative_to(folder)}".encode()


class Crowd:
    """`size` connections that have sent `said` and then neither send nor read, opened again when they are ended."""

    def __init__(self, site: Site, said: bytes, size: int) -> None:
        self.site, self.size = site, size
        self.said = said.replace(b"%b", f"127.0.0.1:{site.port}".encode()).replace(b"%f", _largest_file())
        self.reopened = 0
        self.selector = selectors.DefaultSelector()
        for _ in range(size):
            self._open()

    def keep(self) -> None:
        """Open again whatever the server has ended; how many that were adds up in `reopened`."""
        for key, _ in self.selector.select(0):
            connection = key.fileobj
            assert isinstance(connection, socket.socket)
            if _is_ended(connection):
                self.selector.unregister(connection)
                connection.close()
                self._open()
                self.reopened += 1

    def leave(self) -> None:
        for key in list(self.selector.get_map().values()):
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.close()
        self.selector.close()

    def _open(self) -> None:
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(5)
        connection.connect(("127.0.0.1", self.site.port))
        connection.setblocking(False)
        with suppress(BlockingIOError, ConnectionError):  # what does not go in now is not sent
            connection.send(self.said)
        self.selector.register(connection, selectors.EVENT_READ)


def _is_ended(connection: socket.socket) -> bool:
    """Whether the server has closed it. An answer that waits to be read is left where it is."""
    try:
        return not connection.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    except OSError:
        return True


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    """Let each crowd stall in turn, then all of them together."""
    from bench.drills.club import make_club

    _allow_files(5 * options.each + 200)
    make_club(20)
    web = site.start_web()
    chance = random.Random(options.seed)
    _measure(site, [], "nobody else", options, chance, verdict, web.popen.pid)
    for kind, said in KINDS.items():
        _with_crowds(site, {kind: said}, f"{options.each} × {kind}", options, chance, verdict, web.popen.pid)
    _with_crowds(site, KINDS, f"{options.each} of each kind", options, chance, verdict, web.popen.pid)


def _with_crowds(
    site: Site,
    kinds: dict[str, bytes],
    title: str,
    options: argparse.Namespace,
    chance: random.Random,
    verdict: Verdict,
    web: int,
) -> None:
    crowds = [Crowd(site, said, options.each) for said in kinds.values()]
    try:
        sleep(1)  # what they have sent is there
        began = perf_counter()
        ask(site.url, "GET", "/sign-in", seconds=120)  # what they have asked for is answered, as far as they take it
        verdict.report(f"{title}: {perf_counter() - began:.1f} s until their requests had had their turn")
        _measure(site, crowds, title, options, chance, verdict, web)
    finally:
        for crowd in crowds:
            crowd.leave()


def _measure(
    site: Site,
    crowds: list[Crowd],
    title: str,
    options: argparse.Namespace,
    chance: random.Random,
    verdict: Verdict,
    web: int,
) -> None:
    """Ask for pages for `options.seconds`, as clients who each ask for a few, and tell how long they took."""
    took: list[float] = []
    ends = perf_counter() + options.seconds
    while perf_counter() < ends:
        for crowd in crowds:
            crowd.keep()
        path = chance.choice(["/healthz", "/", "/clubs/drill", "/sign-in", "/api/v1/clubs"])
        began = perf_counter()
        try:
            status = ask(site.url, "GET", path, seconds=30, source=f"127.0.0.{chance.randrange(2, 250)}").status
        except (OSError, HTTPException) as error:
            status = 0
            verdict.report(f"{path}: {error!r}")
        took.append(perf_counter() - began)
        verdict.require(status == 200, f"{title}: {path} was answered with {status}")
    slow = quantiles(took, n=20)[-1] if len(took) > 1 else took[0]
    reopened = sum(crowd.reopened for crowd in crowds)
    verdict.report(
        f"{title}: {len(took)} pages, middle {median(took) * 1000:.0f} ms, p95 {slow * 1000:.0f} ms, "
        f"slowest {max(took) * 1000:.0f} ms; web {megabytes(web)} MB; {reopened} opened again"
    )
    verdict.require(slow <= options.bar, f"{title}: p95 is {slow:.2f} s")


def _allow_files(wanted: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(wanted, hard)), hard))


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--each", type=int, default=500, help="connections of each kind (500)")
    parser.add_argument("--seconds", type=float, default=8, help="how long pages are asked for (8)")
    parser.add_argument("--bar", type=float, default=0.5, help="seconds within which 95 of 100 pages come (0.5)")


if __name__ == "__main__":
    sys.exit(main(__doc__, work, _add_options))
