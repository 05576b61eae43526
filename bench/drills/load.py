"""People at work, all at once: players report results by page and by API, and organisers run whole events.

Whatever is not answered is tried again, as a person would; whatever is answered with yes goes into the ledger. It is
known at every moment which writes have been sent and are not answered.
"""

from __future__ import annotations

import random
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPException
from statistics import median
from typing import Any

from bench.drills import acknowledged as ack
from bench.drills.acknowledged import Acknowledged, Ledger
from bench.drills.asking import HttpReply, ask

PAUSE_AFTER_NO_ANSWER, PAUSE_AFTER_A_FAULT = 0.02, 0.2
"""Seconds: a connection that is refused is tried again sooner than a site that says it cannot."""
LONGEST_PAUSE = 60.0
FAULT = 500
"""Status from which on an answer says neither yes nor no."""
MOST_CORRECTED = 200
LAST_WRITES = 50
"""Of so many it is known how long they took."""
RESULTS = ("1-0", "0-1", "1/2-1/2")


class InFlight:
    """Writes that have left and are not answered, each by a number of its own; `never` has those that never were."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._next, self._open = 0, dict[int, float]()
        self._took = deque[float](maxlen=LAST_WRITES)
        self.never = set[int]()

    def begin(self) -> int:
        with self._lock:
            self._next += 1
            self._open[self._next] = time.monotonic()
            return self._next

    def end(self, number: int, *, answered: bool) -> None:
        """It has an answer that says what became of it, or will never have one."""
        with self._lock:
            began = self._open.pop(number)
            if answered:
                self._took.append(time.monotonic() - began)
            else:
                self.never.add(number)

    def now(self) -> frozenset[int]:
        with self._lock:
            return frozenset(self._open)

    def usual_seconds(self) -> float:
        """How long a write of late was unanswered (median); 0 where none was answered yet."""
        with self._lock:
            return median(self._took) if self._took else 0.0


@dataclass(frozen=True)
class PlayerSeat:
    """A seat as a player needs it: the game, the side, and what opens page and API."""

    game: int
    side: str
    account: int
    cookies: Mapping[str, str]
    token: Mapping[str, str]


@dataclass(frozen=True)
class DeskKey:
    """What an organiser needs."""

    account: int
    token: Mapping[str, str]


class Load:
    """Threads that ask the site at `url` until `stop()`. `seats` may be replaced while they run."""

    def __init__(self, url: str, ledger: Ledger, seats: Sequence[PlayerSeat], desks: Sequence[DeskKey]) -> None:
        self.url, self.ledger, self.seats, self.desks = url, ledger, seats, desks
        self.in_flight, self.answers = InFlight(), Counter[str]()
        self.strange: list[str] = []
        self._stopping, self._turn = threading.Event(), threading.Condition()
        self._going, self._at_work = True, 0
        self._threads: list[threading.Thread] = []

    def start(self, players: int, seed: int, slug: str, files: Sequence[str]) -> None:
        """`players` hands that report, and one that takes `files` into the club `slug` and runs each event to its end.

        Another one corrects results of events that are closed, so that workers always have something to do.
        """
        desk = Desk(self, slug, files)
        works: list[Callable[[random.Random], None]] = [self._report] * players + [desk.step, desk.correct]
        for number, work in enumerate(works):
            chance = random.Random(f"{seed}-{number}")
            self._threads.append(threading.Thread(target=self._repeat, args=(work, chance), daemon=True))
        for thread in self._threads:
            thread.start()

    def pause(self) -> None:
        """Nothing is asked until `resume`; returns when no one is at anything. TimeoutError after LONGEST_PAUSE."""
        with self._turn:
            self._going = False
            if not self._turn.wait_for(lambda: not self._at_work, LONGEST_PAUSE):
                raise TimeoutError(f"somebody was at work for {LONGEST_PAUSE:.0f} s")

    def resume(self) -> None:
        with self._turn:
            self._going = True
            self._turn.notify_all()

    def stop(self) -> None:
        """End all threads; one that still waits for an answer after LONGEST_PAUSE is left to itself."""
        self._stopping.set()
        self.resume()
        deadline = time.monotonic() + LONGEST_PAUSE
        for thread in self._threads:
            thread.join(timeout=max(0.0, deadline - time.monotonic()))

    def _repeat(self, work: Callable[[random.Random], None], chance: random.Random) -> None:
        while not self._stopping.is_set():
            with self._taking_a_turn():
                self._try(work, chance)

    @contextmanager
    def _taking_a_turn(self) -> Iterator[None]:
        with self._turn:
            self._turn.wait_for(lambda: self._going)
            self._at_work += 1
        try:
            yield
        finally:
            with self._turn:
                self._at_work -= 1
                self._turn.notify_all()

    def _try(self, work: Callable[[random.Random], None], chance: random.Random) -> None:
        try:
            work(chance)
        except (OSError, HTTPException):
            self.answers["none"] += 1
            time.sleep(PAUSE_AFTER_NO_ANSWER)
        except Exception as error:
            self.strange.append(f"{type(error).__name__}: {error}")
            time.sleep(PAUSE_AFTER_NO_ANSWER)

    def write(self, method: str, path: str, **more: Any) -> HttpReply:
        """One write, which stands in `in_flight` from when it has left until it is answered or never will be.

        A fault (502 of a proxy whose web process was killed) does not answer it: no one knows whether it is stored.
        """
        flying: list[int] = []
        answer = None
        try:
            answer = ask(self.url, method, path, sent=lambda: flying.append(self.in_flight.begin()), **more)
        finally:
            for number in flying:
                self.in_flight.end(number, answered=answer is not None and answer.status < FAULT)
        self._count(answer)
        return answer

    def read(self, path: str, **more: Any) -> Any:
        """The JSON of an address of the API; None where it was refused."""
        answer = ask(self.url, "GET", "/api/v1" + path, **more)
        self._count(answer)
        return answer.json() if answer.status == 200 else None

    def _count(self, answer: HttpReply) -> None:
        self.answers[str(answer.status)] += 1
        if answer.status >= FAULT:
            time.sleep(PAUSE_AFTER_A_FAULT)

    def _report(self, chance: random.Random) -> None:
        seat, result = chance.choice(self.seats), chance.choice(RESULTS)
        if chance.random() < 0.4:
            self._report_by_page(seat, result)
        else:
            self.decide(seat.game, seat, {"result": result})

    def _report_by_page(self, seat: PlayerSeat, result: str) -> None:
        """The form is sent as the page has it; its key is one that this browser brought, as the site wants it."""
        key = "k" * 32
        form = {"csrfmiddlewaretoken": key, "result": result, "as": seat.side}
        game = f"/games/{seat.game}"
        answer = self.write("POST", f"{game}/result", form=form, cookies={**seat.cookies, "csrftoken": key})
        if answer.status == 302 and answer.headers["location"] == f"{game}/reported":
            self.ledger.add(Acknowledged(ack.REPORT, game=seat.game, account=seat.account, result=result))

    def decide(self, game: int, who: PlayerSeat | DeskKey, body: dict[str, str]) -> None:
        """Say a result by the API."""
        answer = self.write("POST", f"/api/v1/games/{game}/results", body=body, headers=who.token)
        if answer.status == 201:
            number, text = answer.json()["number"], body.get("reason", "")
            yes = Acknowledged(ack.CLAIM, game, number, who.account, body["result"], text)
            self.ledger.add(yes)


class Desk:
    """An organiser who runs one small event after the other: file in, rounds, results, closed. One step at a time."""

    def __init__(self, load: Load, slug: str, files: Sequence[str]) -> None:
        self.load, self.slug, self.files = load, slug, files
        self.event, self.steps = 0, 0
        self.closed: list[int] = []  # games of events that are over

    def step(self, chance: random.Random) -> None:
        """Look what is next in the event, and do it. What came of a write that was not answered is seen there."""
        key = chance.choice(self.load.desks)
        self.steps += 1
        if not self.event:
            self._bring(key)
            return
        rounds = self.load.read(f"/events/{self.event}/rounds", headers=key.token)
        if rounds is None:
            return
        last = rounds["results"][-1]
        if last["open"]:
            self._decide(key, last["number"], chance)
        elif last["number"] < 3:
            self._next_round(key, last["number"] + 1)
        else:
            self._close(key)

    def _bring(self, key: DeskKey) -> None:
        name = f"Imported {key.account} {self.steps}"
        body = {"club": self.slug, "file": self.files[self.steps % len(self.files)], "name": name}
        answer = self.load.write("POST", "/api/v1/events/import", body=body, headers=key.token)
        if answer.status == 201:
            self.event = answer.json()["event"]["id"]
            self.load.ledger.add(Acknowledged(ack.IMPORT, event=self.event))

    def _decide(self, key: DeskKey, number: int, chance: random.Random) -> None:
        page = self.load.read(f"/events/{self.event}/rounds/{number}", headers=key.token)
        games = [game["id"] for board in (page or {"boards": []})["boards"] for game in board["games"]
                 if game["result"] == "pending"]  # fmt: skip
        for game in games:
            text = f"decided {self.event} {self.steps} {game}"
            self.load.decide(game, key, {"result": chance.choice(RESULTS[:2]), "role": "arbiter", "reason": text})

    def _next_round(self, key: DeskKey, number: int) -> None:
        path = f"/api/v1/events/{self.event}/rounds"
        answer = self.load.write("POST", path, body={"number": number}, headers=key.token)
        if answer.status == 201:
            self.load.ledger.add(Acknowledged(ack.ROUND, event=self.event, number=number))

    def _close(self, key: DeskKey) -> None:
        path = f"/api/v1/events/{self.event}/close"
        answer = self.load.write("POST", path, body={}, headers=key.token)
        if answer.status == 200:
            self.load.ledger.add(Acknowledged(ack.CLOSE, event=self.event))
        state = self.load.read(f"/events/{self.event}", headers=key.token)
        games = self.load.read(f"/events/{self.event}/games", headers=key.token)
        if state is not None and games is not None and state["state"] == "closed":
            self.closed = [*self.closed, *(game["id"] for game in games["results"])][-MOST_CORRECTED:]
            self.event = 0

    def correct(self, chance: random.Random) -> None:
        """An arbiter corrects a game that rating lists have counted; its lists are to be made anew."""
        time.sleep(chance.uniform(0, 0.3))
        if self.closed:
            self.steps += 1
            game, text = chance.choice(self.closed), f"corrected {self.steps}"
            body = {"result": chance.choice(RESULTS[:2]), "role": "arbiter", "reason": text}
            self.load.decide(game, chance.choice(self.load.desks), body)
