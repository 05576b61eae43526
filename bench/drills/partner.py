"""Guests play the computer at once, beside pages and a network that asks for much analysis (2 min a database).

    python -m bench.drills.partner [--database …] [--guests 50] [--rounds 6] [--level 4] [--thinking 5] [--analyses 500]

Each guest begins a game by the page, and makes turns by chance after thinking (half to one and a half times as long as
is said); told are the times from a turn's answer until the program's turn is there (what the page follows is asked four
times a second), those of pages, and what an answer costs the workers in CPU time. Half of the rounds are played while
one network asks for as many analyses as it can. The bar, on two idle cores: 95 of 100 answers at the middle level come
within 1.5 s and 95 of 100 pages within 0.5 s, with that network as without. With --lenient slowness breaks nothing.
"""

from __future__ import annotations

import argparse
import random
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field

from bench.drills.asking import HttpReply, ask, form_key
from bench.drills.running import Verdict, main, put_off_due_jobs
from bench.drills.site import Site, cpu_seconds
from gipf_engine.rules import rules_for
from gipfel.supervisor import worker_commands

RULES = "gipf-basic"
ANSWER_BAR, PAGE_BAR = 1.5, 0.5
PAUSE = 0.25
LONGEST = PATIENCE = 180.0


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--guests", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=6, help="turns that each guest makes")
    parser.add_argument("--level", type=int, default=4)
    parser.add_argument("--thinking", type=float, default=5.0, help="seconds before a turn, on average")
    parser.add_argument("--analyses", type=int, default=500, help="what one network asks for in the second half")
    parser.add_argument("--lenient", action="store_true", help="slow answers are told and break nothing (busy machine)")


@dataclass
class Times:
    """Seconds until answers of the program and pages were there, and what was answered otherwise."""

    answers: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        told = [f"{name} {_share(each, 0.5):.2f}/{_share(each, 0.95):.2f} s" for name, each in vars(self).items() if
                isinstance(each, list)]  # fmt: skip
        return f"{', '.join(told)} (median/95 %), {len(self.answers)} answers, refused: {dict(self.refused)}"


def _share(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


class GuestAtBoard:
    """A guest and the game."""

    def __init__(self, site: Site, number: int, options: argparse.Namespace) -> None:
        self.url, self.chance = site.url, random.Random(f"{options.seed} {number}")
        self.thinking: float = options.thinking
        self.cookies: dict[str, str] = {}
        self.times = Times()
        begun = self.send("/play/computer", {"rules": RULES, "level": str(options.level), "colour": "white"})
        self.path = begun.headers["location"]

    def show(self, path: str) -> HttpReply:
        began = time.perf_counter()
        page = ask(self.url, "GET", path, cookies=self.cookies, seconds=LONGEST)
        self.times.pages.append(time.perf_counter() - began)
        self.cookies |= page.cookies
        return page

    def send(self, path: str, form: dict[str, str]) -> HttpReply:
        page = self.show("/play")
        filled = {"csrfmiddlewaretoken": form_key(page), **form}
        answer = ask(self.url, "POST", path, form=filled, cookies=self.cookies, seconds=LONGEST)
        self.cookies |= answer.cookies
        if answer.status != 302:
            self.times.refused[f"{path.split('/')[1]} {answer.status}"] += 1
        return answer

    def game(self) -> dict[str, object]:
        found: dict[str, object] = ask(self.url, "GET", f"/api/v1/play/games/{self.path.split('/')[-1]}").json()
        return found

    def play(self) -> bool:
        """Make a turn by chance and wait for the answer; False where the game is over."""
        game = self.game()
        position = rules_for(RULES).position(str(game["position"]))
        if game["to_move"] != "white":
            return False
        move = self.chance.choice(list(position.legal_moves()))
        time.sleep(self.chance.uniform(0.5, 1.5) * self.thinking)
        self.send(self.path, {"turns": position.notation(move), "version": str(game["version"])})
        began = time.perf_counter()
        version = int(str(game["version"])) + 1
        while time.perf_counter() - began < LONGEST:
            seen = ask(self.url, "GET", f"{self.path}/seen?seat=0", cookies=self.cookies).json()["seen"]
            now = int(seen.partition("=")[2])
            if now > version and self.game()["to_move"] != "black":
                break  # else time was given back, after the server was away
            version = max(version, now)
            time.sleep(PAUSE)
        self.times.answers.append(time.perf_counter() - began)
        return True

    def play_rounds(self, rounds: int) -> None:
        for _round in range(rounds):
            if not self.play():
                return


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    """Half of the rounds in peace, the others beside a network that asks for analyses."""
    _start(site, options)
    guests = [GuestAtBoard(site, number, options) for number in range(options.guests)]
    guests[0].play()  # the worker has loaded its search
    for name, analyses in (("alone", 0), ("beside analyses", options.analyses)):
        for guest in guests:
            guest.times = Times()
        used = _cpu(site)
        asking = threading.Thread(target=_ask_analyses, args=(site, options, analyses, verdict))
        asking.start()
        _side_by_side(guests, max(1, options.rounds // 2))
        asking.join()
        both = _sum(guests)
        costs = ", ".join(
            f"{process} {1000 * (now - used[process]) / max(1, len(both.answers)):.0f} ms"
            for process, now in _cpu(site).items()
        )
        verdict.report(f"{options.guests} guests {name}: {both}; CPU an answer: {costs}")
        bars = _share(both.answers, 0.95) <= ANSWER_BAR and _share(both.pages, 0.95) <= PAGE_BAR
        verdict.require(bars or options.lenient, f"{name}: slower than {ANSWER_BAR} s and {PAGE_BAR} s")
        verdict.require(not both.refused, f"{name}: refused {dict(both.refused)}")


def _start(site: Site, options: argparse.Namespace) -> None:
    from common.journal import services as journal
    from players.models import Account

    journal.open_scope(journal.SERVER)
    Account.objects.get_or_create(username="set-up")
    put_off_due_jobs()
    site.start("web", site.web_command())
    site.wait_until_served(PATIENCE)
    for name, command in _workers(site).items():
        site.start(name, command)


def _workers(site: Site) -> dict[str, list[str]]:
    from testing.service.processes import service_command

    if site.embedded:
        return worker_commands()
    return {name: service_command(name) for name in ("worker", "turns", "analysis", "beat")}


def _cpu(site: Site) -> dict[str, float]:
    """What each process group has used, in seconds."""
    return {process.log.stem: cpu_seconds(process.popen.pid) for process in site.processes}


def _side_by_side(guests: list[GuestAtBoard], rounds: int) -> None:
    threads = [threading.Thread(target=guest.play_rounds, args=(rounds,)) for guest in guests]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _sum(guests: list[GuestAtBoard]) -> Times:
    both = Times()
    for guest in guests:
        both.answers += guest.times.answers
        both.pages += guest.times.pages
        both.refused += guest.times.refused
    return both


def _ask_analyses(site: Site, options: argparse.Namespace, count: int, verdict: Verdict) -> None:
    """One more guest plays a little and resigns, and has the positions of that game looked at, as often as it can."""
    if not count:
        return
    reader = GuestAtBoard(site, -1, options)
    reader.play_rounds(3)
    reader.send(f"{reader.path}/resign", {})
    game, answered = reader.path.split("/")[-1], Counter[int]()
    for number in range(count):
        path = f"/games/{game}/analysis/1/{number % 3}"
        form = {"csrfmiddlewaretoken": reader.cookies["csrftoken"]}
        answered[ask(site.url, "POST", path, form=form, cookies=reader.cookies, seconds=LONGEST).status] += 1
    verdict.report(f"{count} analyses asked for by one network: {dict(answered)}")


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options))
