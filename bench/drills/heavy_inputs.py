"""The worst inputs of heavy work, each sent by many clients at once: do other pages come, and what memory does it take?

    python -m bench.drills.heavy_inputs [--database sqlite|postgresql|both] [--clients 16] [--seconds 30]

In turn (6 min a database): PDF files of every sheet of an event of 8,999 names, and of one as long as is drawn;
workbooks of 15 KB that unpack to millions of styles, each another one; the evidence of a list of 49,000 games, while a
worker judges it. Each client comes from a network of its own and asks again as soon as it is answered. Meanwhile other
pages are asked for: 95 of 100 have to come within 500 ms, and all processes of the site together stay below 1.5 GB.
"""

from __future__ import annotations

import argparse
import io
import itertools
import os
import sys
import threading
import zipfile
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from http.client import HTTPException
from statistics import median, quantiles
from time import perf_counter, sleep

from bench.drills.asking import HttpReply, ask
from bench.drills.running import Verdict, main
from bench.drills.site import Site, megabytes

NAMES, DRAWN, GAMES, PEOPLE, MONTHS = 8_999, 1_500, 49_000, 400, 60
STYLES = 2_500_000
FIRST_HOST = 10
BAR_SECONDS, MOST_MEGABYTES = 0.5, 1_500
SHEETS = ("names", "players", "standings", "crosstable", "pairings", "score-cards", "board-cards")
OTHERS = ("/", "/clubs/drill", "/sign-in", "/games", "/api/v1/clubs")
PAUSE = 0.05
Attack = Callable[[str], HttpReply]
"""Asks once, from an address of this machine."""


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    from bench.drills.heavy_inputs_club import make_inputs

    made = make_inputs(NAMES, DRAWN, GAMES, PEOPLE, MONTHS)
    site.start_web()
    site.start_worker()
    attacks = {
        "nobody else": None,
        f"PDF files of {NAMES} names": _pages(site, f"/events/{made.long}/print/%s.pdf", SHEETS),
        f"PDF files of {DRAWN} names": _pages(site, f"/events/{made.drawn}/print/%s.pdf", SHEETS),
        "workbooks": _workbooks(site, made.drawn, made.token),
        "evidence of lists": _pages(site, "/ratings/%s/evidence", made.pools),
    }
    for title, attack in attacks.items():
        _measure(site, title, attack, options, verdict)


def _pages(site: Site, path: str, parts: Iterable[object]) -> Attack:
    """Ask for pages whose addresses differ in a part, one after the other."""
    turn = itertools.cycle(parts)
    return lambda host: ask(site.url, "GET", path % next(turn), seconds=120, source=host)


def _workbooks(site: Site, event: int, token: str) -> Attack:
    """Send a workbook with millions of styles, each time with another number in it, so that none is known already."""
    numbers, bomb, head = itertools.count(), make_bomb(), {"Authorization": f"Token {token}"}

    def send(host: str) -> HttpReply:
        body = {"base64": b64encode(numbered(bomb, next(numbers))).decode(), "check": True}
        path = f"/api/v1/events/{event}/entries/list"
        return ask(site.url, "POST", path, body=body, headers=head, seconds=120, source=host)

    return send


def make_bomb() -> bytes:
    """A workbook of some kilobytes that unpacks to less than is allowed, and to millions of objects once it is read."""
    from openpyxl import Workbook

    plain, output = io.BytesIO(), io.BytesIO()
    Workbook().save(plain)
    with zipfile.ZipFile(plain) as parts, zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in parts.namelist():
            data = parts.read(name).replace(b"</cellXfs>", b"<xf/>" * STYLES + b"</cellXfs>")
            archive.writestr(name, data)
    return output.getvalue()


def numbered(workbook: bytes, number: int) -> bytes:
    """The same workbook with a part more."""
    output = io.BytesIO(workbook)
    with zipfile.ZipFile(output, "a") as archive:
        archive.writestr("number", str(number))
    return output.getvalue()


def _measure(site: Site, title: str, attack: Attack | None, options: argparse.Namespace, verdict: Verdict) -> None:
    """Let all clients attack for a while; how long other pages take, and the most memory that was held."""
    ended, answers, held = threading.Event(), Counter[int](), [0]
    threads = [threading.Thread(target=_watch_memory, args=(site, ended, held))]
    if attack is not None:
        hosts = [f"127.0.0.{FIRST_HOST + number}" for number in range(options.clients)]
        threads += [threading.Thread(target=_repeat, args=(attack, host, ended, answers)) for host in hosts]
    for thread in threads:
        thread.start()
    took = _ask_other_pages(site, options.seconds, title, verdict)
    ended.set()
    for thread in threads:
        thread.join()
    slow = quantiles(took, n=20)[-1]
    told = ", ".join(f"{status}: {times}" for status, times in sorted(answers.items()))
    verdict.report(
        f"{title}: {len(took)} other pages, middle {median(took) * 1000:.0f} ms, p95 {slow * 1000:.0f} ms, slowest "
        f"{max(took) * 1000:.0f} ms; {held[0]} MB; load {os.getloadavg()[0]:.1f}; answers {told or 'none'}"
    )
    verdict.require(slow <= BAR_SECONDS, f"{title}: p95 of other pages is {slow:.2f} s")
    verdict.require(held[0] <= MOST_MEGABYTES, f"{title}: all processes together held {held[0]} MB")
    verdict.require(0 not in answers, f"{title}: {answers[0]} requests had no answer")


def _ask_other_pages(site: Site, seconds: float, title: str, verdict: Verdict) -> list[float]:
    took, until, pages = [], perf_counter() + seconds, itertools.cycle(OTHERS)
    while perf_counter() < until:
        path, began = next(pages), perf_counter()
        status = _status(partial(ask, site.url, "GET", path, seconds=60))
        took.append(perf_counter() - began)
        verdict.require(status == 200, f"{title}: {path} was answered with {status}")
        sleep(PAUSE)
    return took


def _repeat(attack: Attack, host: str, ended: threading.Event, answers: Counter[int]) -> None:
    while not ended.is_set():
        answers[_status(partial(attack, host))] += 1
        sleep(PAUSE)


def _status(send: Callable[[], HttpReply]) -> int:
    """What the answer says of itself; 0 where none came."""
    try:
        return send().status
    except (OSError, HTTPException):
        return 0


def _watch_memory(site: Site, ended: threading.Event, held: list[int]) -> None:
    while not ended.wait(PAUSE):
        held[0] = max(held[0], sum(megabytes(process.popen.pid) for process in site.processes))


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--clients", type=int, default=16, help="who ask at once (16)")
    parser.add_argument("--seconds", type=float, default=30, help="how long each input is sent (30)")


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options))
