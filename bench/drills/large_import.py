"""A club's past of 100,000 games in one file through the page: how long, with what memory, and do other pages come?

    python -m bench.drills.large_import [--database sqlite|postgresql|both] [--games 100000] [--players 2000]

The file is sent in parts as the page sends it, checked, confirmed and stored by a worker (2 min a database), while
other pages are asked for. From the last part to the last game it may take 60 s, no web process may hold more than 300
MB, and 95 of 100 other pages have to come within 500 ms. How long the rating list takes then is told apart.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import os
import random
import re
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, sleep
from typing import Any

from bench.drills.asking import ask, form_key
from bench.drills.running import Verdict, main, put_off_due_jobs
from bench.drills.site import Site, processes_of
from testing.service.processes import Process

HEAD = "date,event,round,first,second,result\n"
RULES = "gipf-standard"
A_DAY, AN_EVENT = 20, 100
"""Games of one day, and of one event."""
MOST_SECONDS, MOST_MEGABYTES, BAR_SECONDS = 60.0, 300, 0.5
PATIENCE, PAUSE = 600.0, 0.05
OTHERS = ("/", "/clubs/drill", "/sign-in", "/games", "/api/v1/clubs", "/clubs/drill/ratings")


def make_file(games: int, players: int, seed: int) -> bytes:
    """Games of players whose strength is spread by 300 points, over as many days as that takes."""
    chance = random.Random(seed)
    strength = {f"Player {number:05d}": chance.gauss(1500, 300) for number in range(players)}
    names, lines = sorted(strength), [HEAD]
    for number in range(games):
        day = date(1990, 1, 6) + timedelta(days=number // A_DAY)
        first, second = chance.sample(names, 2)
        won = int(chance.random() < 1 / (1 + 10 ** ((strength[second] - strength[first]) / 400)))
        lines.append(f"{day},Open {number // AN_EVENT + 1},{number % AN_EVENT // 20 + 1},{first},{second},{won}\n")
    return "".join(lines).encode()


class OtherPages:
    """Pages that others read meanwhile, and what the web processes hold; measured in threads until the end."""

    def __init__(self, site: Site, web: Process, verdict: Verdict) -> None:
        self.site, self.web, self.verdict = site, web, verdict
        self.took, self.held, self.slowest = list[float](), 0, (0.0, "")
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._ask, self._weigh)]

    def __enter__(self) -> OtherPages:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join(60)

    def _ask(self) -> None:
        for path in itertools.cycle(OTHERS):
            if self._ended.wait(PAUSE):
                return
            began = perf_counter()
            answer = ask(self.site.url, "GET", path, seconds=60)
            self.took.append(perf_counter() - began)
            self.slowest = max(self.slowest, (self.took[-1], path))
            self.verdict.require(answer.status == 200, f"{path} was answered with {answer.status}")

    def _weigh(self) -> None:
        while not self._ended.wait(PAUSE):
            self.held = max(self.held, *map(_resident, processes_of(self.web.popen.pid)))


class Importer:
    """An organiser's browser: the session, and the key of its forms."""

    def __init__(self, site: Site, cookies: dict[str, str]) -> None:
        self.site, self.page = site, "/clubs/drill/histories"
        shown = ask(site.url, "GET", self.page, cookies=cookies)
        self.cookies, self.key = cookies | shown.cookies, form_key(shown)

    def send_parts(self, data: bytes) -> int:
        """As `static/js/upload.js` does; the id of the file."""
        announced = {"name": "games.csv", "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        upload = self._api("POST", "/api/v1/uploads", body=announced)
        size = upload["part_size"]
        for number in upload["missing"]:
            part = data[(number - 1) * size : number * size]
            self._api("PUT", f"/api/v1/uploads/{upload['id']}/parts/{number}", content=part)
        return int(self._api("POST", f"/api/v1/uploads/{upload['id']}/finish")["id"])

    def _api(self, method: str, path: str, **sent: Any) -> dict[str, Any]:
        headers = {"X-CSRFToken": self.key}
        answer = ask(self.site.url, method, path, cookies=self.cookies, headers=headers, **sent)
        if answer.status not in (200, 201):
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.body[:300]!r}")
        found: dict[str, Any] = json.loads(answer.body)
        return found

    def post(self, address: str, **fields: str) -> str:
        """Send a form; where the answer leads."""
        form = {"csrfmiddlewaretoken": self.key, **fields}
        answer = ask(self.site.url, "POST", address, form=form, cookies=self.cookies)
        if answer.status != 302:
            raise RuntimeError(f"{address}: {answer.status} {answer.body[:300]!r}")
        return answer.headers["location"]


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    from bench.drills.club import make_club
    from games.models import Game, History

    made = make_club(3)
    put_off_due_jobs()
    web = site.start_web()
    site.start_worker()
    if not site.embedded:
        site.start_beat()
    data = make_file(options.games, options.players, options.seed)
    with OtherPages(site, web, verdict) as alone:
        sleep(10)
    _tell_pages(alone, "before", verdict)

    def state() -> str:
        return History.objects.values_list("state", flat=True).get()

    browser = Importer(site, made.desk.cookies)
    with OtherPages(site, web, verdict) as others:
        sent = _took(lambda: browser.send_parts(data))
        began = perf_counter()
        upload = str(browser.send_parts(data))  # it is there: announced and finished once more, nothing is sent
        address = browser.post(browser.page, upload=upload, rules=RULES, rated="on")
        checked = _wait(lambda: state() == History.State.CHECKED, "the check")
        browser.post(address)
        stored = _wait(lambda: state() == History.State.IN, "the last game")
        whole = perf_counter() - began
    rated = _wait(lambda: not _is_rating(), "the ratings")
    games = Game.objects.filter(parent_scope__hidden=False, past__isnull=False).count()
    verdict.report(
        f"{games} games, {len(data) / 2**20:.1f} MB: sent in {sent:.1f} s; then {whole:.1f} s in all: checked in "
        f"{checked:.1f}, stored in {stored:.1f}; rated after {rated:.1f} more; load {os.getloadavg()[0]:.1f}"
    )
    _tell_pages(others, "meanwhile", verdict)
    verdict.require(games == options.games, f"{games} games of {options.games} are there")
    verdict.require(whole <= MOST_SECONDS, f"it took {whole:.0f} s")
    verdict.require(others.held <= MOST_MEGABYTES, f"a web process held {others.held} MB")
    verdict.require(quantiles(others.took, n=20)[-1] <= BAR_SECONDS, "other pages were slow")


def _is_rating() -> bool:
    from common.jobs.models import Job
    from ratings.pools.services.pools import RATE

    return Job.objects.filter(kind=RATE).exists()


def _resident(process: int) -> int:
    """Megabytes of a process; 0 for one that has ended."""
    with suppress(OSError):
        said = re.search(r"^VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text(), re.MULTILINE)
        return int(said[1]) // 1024 if said else 0
    return 0


def _took(act: Callable[[], object]) -> float:
    began = perf_counter()
    act()
    return perf_counter() - began


def _wait(is_done: Callable[[], bool], what: str) -> float:
    """The seconds until it is done; RuntimeError where it never is."""
    began = perf_counter()
    while not is_done():
        if perf_counter() - began > PATIENCE:
            raise RuntimeError(f"{what} did not come within {PATIENCE:.0f} s")
        sleep(PAUSE)
    return perf_counter() - began


def _tell_pages(pages: OtherPages, when: str, verdict: Verdict) -> None:
    verdict.report(
        f"{when}: {len(pages.took)} other pages, middle {median(pages.took) * 1000:.0f} ms, p95 "
        f"{quantiles(pages.took, n=20)[-1] * 1000:.0f} ms, slowest {pages.slowest[0] * 1000:.0f} ms "
        f"({pages.slowest[1]}); largest web process {pages.held} MB"
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=100_000, help="lines of the file (100,000)")
    parser.add_argument("--players", type=int, default=2_000, help="who play them (2,000)")


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options))
