"""200 phones report within one second in an event of 440, by page and by API, some of them twice (1 min a database).

    python -m bench.drills.bursts [--database …] [--players 440] [--phones 200] [--seconds 1] [--profile]

A phone opens the form of its game, sends it at once, and follows to the page that says so; by the API it sends its
result. Told are the times until the answer was read whole, the answers, results a second, what each process used of a
core for each phone, and the machine's load when it began. Then as many phones press twice at one moment, and a
third time. Every yes must be in the database. The bar, on two idle cores: 95 of 100 phones are done within 2 s, and
none sees an error. The phones run on the same machine and take their share of it. What a worker computes in the first
minutes of a new server (deals for practice, which take a whole core) is put off.

--profile asks inside this process instead, one report after the other: milliseconds of CPU and queries for each of the
requests (SQLite's own work is part of them, PostgreSQL's is not), and what the time goes into.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import TYPE_CHECKING

from bench.drills import acknowledged as ack
from bench.drills.acknowledged import Acknowledged, Ledger, disobedient, lost
from bench.drills.asking import AS_A_BROWSER, HttpReply, ask, form_key
from bench.drills.invariants import look
from bench.drills.running import Verdict, main, put_off_due_jobs
from bench.drills.site import Site, wait_until_quiet

if TYPE_CHECKING:
    from bench.drills.club import Seat
    from testing.service.processes import Process

BAR_SECONDS = 2.0
RESULTS = ("1-0", "0-1")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, default=440)
    parser.add_argument("--phones", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long it takes until all have begun")
    parser.add_argument("--profile", action="store_true", help="where the time of one report goes; no burst")
    parser.add_argument("--lenient", action="store_true", help="a slow burst is told and breaks nothing (busy machine)")


@dataclass
class Burst:
    """What the phones of one burst saw. Seconds: `form` to the form, `sent` from there to the end, `whole` for both."""

    form: list[float] = field(default_factory=list)
    sent: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    first: float = 0.0
    last: float = 0.0
    cpu: dict[str, float] = field(default_factory=dict)
    """Seconds of a core that were used, by whom."""
    load: float = field(default_factory=lambda: os.getloadavg()[0])

    @property
    def rate(self) -> float:
        """Results a second, from the first phone that began to the last that was done."""
        return len(self.whole) / (self.last - self.first)


class Phones:
    """All phones of a drill, at one site."""

    def __init__(self, site: Site, ledger: Ledger) -> None:
        self.site, self.url, self.ledger = site, site.url, ledger

    def burst(self, seats: Sequence[Seat], report: Report, seconds: float, chance: random.Random) -> Burst:
        """Let each seat `report` once, beginning at moments spread by chance over `seconds`."""
        burst, begin = Burst(), time.perf_counter() + 0.3
        moments = sorted(begin + chance.uniform(0, seconds) for _seat in seats)
        works = [(seat, moment, chance.choice(RESULTS)) for seat, moment in zip(seats, moments, strict=True)]

        def one(seat: Seat, moment: float, result: str) -> None:
            time.sleep(max(0.0, moment - time.perf_counter()))
            try:
                report(burst, seat, result)
            except (OSError, HTTPException, ValueError) as error:
                burst.answers[f"none ({type(error).__name__})"] += 1

        before = self._cpu_used()
        _side_by_side([lambda work=work: one(*work) for work in works])
        burst.first, burst.last = moments[0], time.perf_counter()
        burst.cpu = {who: seconds - before[who] for who, seconds in self._cpu_used().items()}
        return burst

    def _cpu_used(self) -> dict[str, float]:
        return self.site.cpu_used() | {"phones": time.process_time()}

    def by_page(self, burst: Burst, seat: Seat, result: str) -> None:
        """As a phone does it: the form, the report, and the page that thanks."""
        path, began = f"/games/{seat.game}/result", time.perf_counter()
        page = self._show(path, seat.phone.cookies)
        shown = time.perf_counter()
        self._count(burst, page)
        cookies = {**seat.phone.cookies, **page.cookies}
        answer = self.send(seat, result, cookies, form_key(page))
        if answer.status == 302:
            self._count(burst, self._show(answer.headers["location"], {**cookies, **answer.cookies}))
        done = time.perf_counter()
        self._count(burst, answer)
        burst.form.append(shown - began)
        burst.sent.append(done - shown)
        burst.whole.append(done - began)

    def _show(self, path: str, cookies: dict[str, str]) -> HttpReply:
        return ask(self.url, "GET", path, cookies=cookies, headers=AS_A_BROWSER, seconds=60)

    def send(self, seat: Seat, result: str, cookies: dict[str, str], key: str) -> HttpReply:
        """The form alone; a yes is written down."""
        game = f"/games/{seat.game}"
        form = {"csrfmiddlewaretoken": key, "result": result, "as": seat.side}
        answer = ask(self.url, "POST", f"{game}/result", form=form, cookies=cookies, seconds=60)
        if answer.status == 302 and answer.headers["location"] == f"{game}/reported":
            yes = Acknowledged(ack.REPORT, game=seat.game, account=seat.phone.account, result=result)
            self.ledger.add(yes)
        return answer

    def by_api(self, burst: Burst, seat: Seat, result: str) -> None:
        """One request."""
        began, path = time.perf_counter(), f"/api/v1/games/{seat.game}/results"
        answer = ask(self.url, "POST", path, body={"result": result}, headers=seat.phone.token, seconds=60)
        done = time.perf_counter()
        self._count(burst, answer)
        burst.sent.append(done - began)
        burst.whole.append(done - began)
        if answer.status == 201:
            yes = Acknowledged(ack.CLAIM, seat.game, answer.json()["number"], seat.phone.account, result)
            self.ledger.add(yes)

    def twice_and_again(self, burst: Burst, seat: Seat, result: str) -> None:
        """A person presses twice at one moment, and once more when both were answered."""
        key = "k" * 32
        cookies = {**seat.phone.cookies, "csrftoken": key}

        def press() -> None:
            began = time.perf_counter()
            self._count(burst, self.send(seat, result, cookies, key))
            burst.whole.append(time.perf_counter() - began)

        _side_by_side([press, press])
        press()

    @staticmethod
    def _count(burst: Burst, answer: HttpReply) -> None:
        burst.answers[str(answer.status)] += 1


Report = Callable[[Burst, "Seat", str], None]


def _side_by_side(works: Sequence[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=work, daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    from bench.drills.club import make_club, start_event
    from tournaments.rounds.services import rounds

    chance = random.Random(options.seed)
    club = make_club(options.players)
    event = start_event(club, options.players)
    rounds.start_round(event.pk, club.organiser)
    seats = club.seats(event.pk, 1)
    chance.shuffle(seats)
    if options.profile:
        from bench.drills.report_profile import tell

        tell(seats, verdict)
        return
    put_off_due_jobs()
    site.start_worker()
    web = site.start_web()
    phones = Phones(site, Ledger(site.home / "acknowledged.jsonl"))
    _warm(site, web)
    for name, report in (("pages", phones.by_page), ("API", phones.by_api), ("pressed twice", phones.twice_and_again)):
        burst = phones.burst([seats.pop() for _phone in range(options.phones)], report, options.seconds, chance)
        _tell(name, burst, options, verdict)
        if len(seats) < options.phones:  # both seats of every game have reported: they do it again
            seats = chance.sample(club.seats(event.pk, 1), len(club.phones))
    with look(site) as now:
        kept = phones.ledger.all
        faults = [*now.damaged(thorough=True), *now.broken(), *lost(now, kept), *disobedient(now, kept)]
    for what in faults:
        verdict.require(False, what)
    verdict.report(f"{site.database}: {len(kept)} reports were acknowledged; lost or broken: {len(faults)}")


def _warm(site: Site, web: Process) -> None:
    """Templates and catalogs are read once a process, by the slowest when others answer already."""
    wait_until_quiet(web.popen.pid)
    for _try in range(8):
        site.answers("/", seconds=20)


def _tell(name: str, burst: Burst, options: argparse.Namespace, verdict: Verdict) -> None:
    spans = (("form", burst.form), ("report", burst.sent), ("whole", burst.whole))
    told = "; ".join(
        f"{what} p50 {_share(times, 0.5):.2f} p95 {_share(times, 0.95):.2f} max {max(times):.2f} s"
        for what, times in spans
        if times
    )
    answers = ", ".join(f"{status}: {count}" for status, count in sorted(burst.answers.items()))
    each = ", ".join(f"{who} {1000 * seconds / options.phones:.1f}" for who, seconds in burst.cpu.items())
    verdict.report(
        f"{options.database}, {options.phones} phones, {name}: {told}; {burst.rate:.0f} a second; "
        f"ms CPU a phone: {each}; load {burst.load:.1f}; {answers}"
    )
    faults = [status for status in burst.answers if not status.startswith(("2", "3"))]
    verdict.require(not faults, f"{name}: phones saw {faults}")
    if not options.lenient:
        slowest = _share(burst.whole, 0.95)
        verdict.require(slowest <= BAR_SECONDS, f"{name}: p95 is {slowest:.2f} s, the bar {BAR_SECONDS} s")


def _share(times: list[float], share: float) -> float:
    """The time within which this share of `times` lies."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options))
