"""A hall is one client: 60 phones and 40 guests of one address do in minutes what a busy day asks (3 min a database).

    python -m bench.drills.hall [--database sqlite|postgresql|both] [--phones 60] [--guests 40] [--rounds 5]

No clock is moved and no limit is scaled: all of it falls into one window of the hourly limits, which is harder than
a day. Each phone opens a socket, asks to join once, reads pairings and table and reports by the link of its seat in
every round. Each guest opens a socket, begins a game, searches the collection, practises deals and asks for a hint in
each. Required: no answer is 429 or 5xx, no socket is refused. What a worker computes is put off: hints are asked for,
not waited for.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPException
from time import perf_counter

from bench.drills.asking import HttpReply, ask, form_key
from bench.drills.live import HELLO, frame
from bench.drills.running import Verdict, main, put_off_due_jobs
from bench.drills.site import Site

DEALS, PAGES, SEARCHES = 12, 4, 2
AT_ONCE = 10
TOO_MANY, BROKEN = 429, 500


class Visitor:
    """A browser of the hall: what it holds, and what it was answered, by what it did."""

    def __init__(self, url: str, seen: Counter[tuple[str, int]]) -> None:
        self.url, self.seen, self.cookies = url, seen, dict[str, str]()

    def get(self, what: str, path: str) -> HttpReply:
        answer = ask(self.url, "GET", path, cookies=self.cookies, seconds=60)
        return self._note(what, answer)

    def send(self, what: str, page: str, path: str, **form: str) -> HttpReply:
        """Open the page that has the form, and send it."""
        shown = self.get(what, page)
        if shown.status >= 400:
            return shown
        sent = form | {"csrfmiddlewaretoken": form_key(shown)}
        return self._note(what, ask(self.url, "POST", path, form=sent, cookies=self.cookies, seconds=60))

    def _note(self, what: str, answer: HttpReply) -> HttpReply:
        self.seen[what, answer.status] += 1
        self.cookies |= answer.cookies
        return answer


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    tokens, events = _prepare(options)
    put_off_due_jobs()
    site.start_web()
    seen: Counter[tuple[str, int]] = Counter()
    began = perf_counter()
    sockets = [_follow(site.port, events[-1], verdict) for _person in range(options.phones + options.guests)]
    people: list[Callable[[], None]] = []
    for number in range(options.phones):
        people.append(partial(_phone, Visitor(site.url, seen), number, tokens, events))
    for number in range(options.guests):
        people.append(partial(_guest, Visitor(site.url, seen), number, events))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for faults in pool.map(_safely, people):
            verdict.require(not faults, faults)
    for each in sockets:
        each.close()
    for (what, status), times in sorted(seen.items()):
        verdict.report(f"{what}: {status}, {times} times")
        verdict.require(status != TOO_MANY and status < BROKEN, f"{what} was answered {status}, {times} times")
    verdict.report(
        f"{options.phones} phones, {options.guests} guests, {len(sockets)} sockets, {seen.total()} requests "
        f"in {perf_counter() - began:.0f} s; load {os.getloadavg()[0]:.1f}"
    )


def _safely(act: Callable[[], None]) -> str:
    try:
        act()
    except (OSError, HTTPException, ValueError) as error:
        return f"no answer: {type(error).__name__}: {error}"
    return ""


def _prepare(options: argparse.Namespace) -> tuple[list[list[str]], list[int]]:
    """A public event for each round of the day: the links of its seats, and its number."""
    from players.joining.services import take_requests
    from testing.factories import ClubFactory, organiser_of
    from testing.tournaments.factories import running
    from tournaments.models import Round
    from tournaments.results.queries.seat_links import slips_of

    club = ClubFactory(name="Hall", slug="hall", time_zone="UTC")
    organiser = organiser_of(club)
    take_requests(actor=organiser, club_id=club.pk, takes=True)
    tokens, events = [], []
    for number in range(options.rounds):
        names = [f"Player {number}.{seat}" for seat in range(options.phones)]
        event = running(
            club, organiser, names, rounds=1, format="swiss-dutch", rounds_planned=5, name=f"Round {number + 1}"
        )
        slips = slips_of(Round.objects.get(event=event, number=1))
        tokens.append([slip.token for both in slips for slip in both])
        events.append(event.pk)
    return tokens, events


def _phone(phone: Visitor, number: int, tokens: list[list[str]], events: list[int]) -> None:
    phone.send("asking to join", "/clubs/hall/join", "/clubs/hall/join", name=f"Newcomer {number}")
    for event, links in zip(events, tokens, strict=True):
        phone.get("pairings", f"/events/{event}/pairings/1")
        link = f"/report/{links[number]}"
        phone.send("report by link", link, link, result="1-0", words="")
        for _time in range(PAGES):
            phone.get("table", f"/events/{event}")


def _guest(guest: Visitor, number: int, events: list[int]) -> None:
    wanted = {"name": f"Guest {number}", "rules": "gipf-basic", "control": "300+3", "colour": "white"}
    guest.send("game of a guest", "/play/new", "/play/new", **wanted)
    for _time in range(SEARCHES):
        guest.get("search", f"/games?player=Player+{number}")
    for deal in range(DEALS):
        chosen = str(1 + number * DEALS + deal)
        guest.send("practice", "/practice", "/practice", rules="guowuguan-gwg", number=chosen)
        guest.send("hint", "/practice/table", "/practice/table/hint", version="0")
        guest.get("table", f"/events/{events[-1]}")


def _follow(port: int, event: int, verdict: Verdict) -> socket.socket:
    """A socket that follows an event's page for the whole day."""
    made = socket.create_connection(("127.0.0.1", port), timeout=60)
    made.sendall(HELLO.encode())
    head = made.recv(4096)
    verdict.require(b" 101 " in head, f"a socket was refused: {head[:40]!r}")
    follow = [{"page": f"event:{event}", "seen": ""}]
    made.sendall(frame(json.dumps({"language": "en", "follow": follow}).encode()))
    told = made.recv(1 << 16)
    verdict.require(b'"seen"' in told, f"a follower was sent away: {told[:80]!r}")
    return made


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--phones", type=int, default=60)
    parser.add_argument("--guests", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=5)


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options))
