"""SIGKILL while writes are unanswered: no acknowledged result is lost, nothing is there by half (17 min a database).

    python -m bench.drills.kills [--database sqlite|postgresql|both] [--kills 1000] [--seed N] [--home FOLDER]

Players report results by page and by API while an organiser runs events from a file to the closed table. Killed are web
processes, workers, sessions of PostgreSQL, PostgreSQL itself, Redis (which is empty then), and everything at once.
After each kill: what was acknowledged is there with its value, and what `bench.drills.invariants` asks holds. Every
25 kills, and when a worker was killed at its job: every job done, ratings as recomputed from nothing. In the end: all
standings computed, every page of the database sound. Every wait has a limit: what takes longer is an error, and ends
the run with its summary.

With --home the run can be ended and started again: it goes on with the same data where it stopped. PostgreSQL syncs
here (fsync=on), but a killed process does not test syncing: what the system has taken is written all the same. A
machine that loses power is another test. Killed processes are forked again from a parent that has imported them.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from psycopg import OperationalError

from bench.drills.acknowledged import Acknowledged, Ledger, disobedient, lost
from bench.drills.crew import Crew
from bench.drills.invariants import Look, connected, look
from bench.drills.load import DeskKey, Load, PlayerSeat
from bench.drills.running import Verdict, at_most, main
from bench.drills.site import Site

PLAYERS, DESKS, HANDS = 40, 12, 4
"""Members of the club, who organise it (each may write so often a minute), and how many report at once."""
KILLS_AN_EVENT, KILLS_A_LINE, KILLS_A_THOROUGH_LOOK = 50, 25, 100
LONGEST_WAIT, LONGEST_KILL, LONGEST_END = 60.0, 400.0, 900.0
LONGEST_LOOK_FOR_JOBS = 6.0
"""Seconds in which an arbiter closes or corrects something, and a worker that has just been started takes the job."""


_FREE_JOBS = "SELECT id, version FROM jobs_job WHERE leased_until IS NULL AND kind = 'rate'"


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--longest-pause", type=float, default=0.6, help="seconds under load before a kill, at most")


@dataclass
class Progress:
    """How far the run is, over all of its starts."""

    kills: int = 0
    unanswered: int = 0
    at_a_job: int = 0
    seconds: float = 0.0
    victims: dict[str, int] = field(default_factory=dict)

    @staticmethod
    def of(file: Path) -> Progress:
        return Progress(**json.loads(file.read_text())) if file.exists() else Progress()

    def keep(self, file: Path) -> None:
        beside = file.with_suffix(".new")
        beside.write_text(json.dumps(asdict(self)))
        beside.replace(file)


class Drill:
    """One run on one database."""

    def __init__(self, site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
        self.site, self.options, self.verdict = site, options, verdict
        self.ledger = Ledger(site.home / "acknowledged.jsonl")
        self.progress_file = site.home / "progress.json"
        self.progress = Progress.of(self.progress_file)
        self.chance = random.Random(f"{options.seed}-{self.progress.kills}")
        self.checked = 0
        self.victims: list[str] = []

    def run(self) -> None:
        from bench.drills import kills_club

        self.site.environment |= {"JOBS_LEASE_SECONDS": "1", "JOBS_SWEEP_SECONDS": "1"}
        self.club = kills_club.standing(PLAYERS, DESKS)
        self.crew = Crew(self.site)
        self.load = Load(self.site.url, self.ledger, self._new_seats(), self._desks())
        try:
            with at_most(LONGEST_END, "the start"):
                self._check(thorough=True)  # nothing is wrong before the first kill
                self.crew.start()
                self.crew.wait_until_served()
                seed = self.options.seed + self.progress.kills
                self.load.start(HANDS, seed, self.club.club.slug, kills_club.event_files(self.club))
            while self.progress.kills < self.options.kills:
                with at_most(LONGEST_KILL, f"kill {self.progress.kills + 1}"):
                    self._one()
            with at_most(LONGEST_END, "the end"):
                self._end()
        finally:
            self.load.stop()
            self.crew.stop()
            self._tell()

    # --- one kill --------------------------------------------------------------------------------

    def _one(self) -> None:
        began = time.monotonic()
        self._wait_for_a_yes()
        time.sleep(self.chance.uniform(0, self.options.longest_pause))
        victim = self._next_victim()
        at_its_job = victim == "worker" and self.chance.random() < 0.5 and self._wait_for_a_job()
        if not at_its_job:
            self._wait_for_a_write()
        self._kill(victim)
        self.crew.wait_until_served()
        if at_its_job:
            self.progress.at_a_job += 1
            self._compare_ratings()  # before anyone asks for the same list again
        self.crew.look_after()
        self.progress.seconds += time.monotonic() - began
        self.progress.keep(self.progress_file)
        if self.progress.kills % KILLS_A_LINE == 0:
            self._compare_ratings()
            self._tell()
        if self.progress.kills % KILLS_AN_EVENT == 0:
            self.load.seats = self._new_seats()

    def _next_victim(self) -> str:
        """In an order by chance, each kind as often as it should be."""
        if not self.victims:
            self.victims = [name for name, times in self.crew.victims.items() for _ in range(times)]
            self.chance.shuffle(self.victims)
        return self.victims.pop()

    def _kill(self, victim: str) -> None:
        flying = self.load.in_flight
        before = flying.now()
        restart = self.crew.kill(victim, self.chance)
        # Sent before the kill, and after it still open or never answered: unanswered at the moment of the kill.
        self.progress.unanswered += bool(before & (flying.now() | flying.never))
        self.progress.kills += 1
        self.progress.victims[victim] = self.progress.victims.get(victim, 0) + 1
        thorough = self.progress.kills % KILLS_A_THOROUGH_LOOK == 0
        if self.site.embedded and self.chance.random() < 0.5:
            self._check(thorough=thorough)  # the first to open the database recovers it: here it is we
            restart()
        else:
            restart()
            self._check(thorough=thorough)

    def _wait_for_a_job(self) -> bool:
        """Let jobs gather, ask nothing more, and wait until a new worker has begun with one of them; whether it has.

        It is not believed that a job which is taken has a lease: that its row is no longer as it was is enough.
        """
        self.crew.kill("worker", self.chance)
        with connected(self.site) as now:
            self._gather_jobs(now)
            self.load.pause()
            due = set(now.rows(_FREE_JOBS))
            self.crew.start()
            if not due or not _eventually(lambda: not due <= set(now.rows(_FREE_JOBS)), LONGEST_LOOK_FOR_JOBS, 0.001):
                self.load.resume()
                return False
        time.sleep(self.chance.uniform(0, 0.02))
        return True

    def _wait_for_a_write(self) -> None:
        """Until one is unanswered, and for a part of the time in which one usually is answered."""
        flying = self.load.in_flight
        _eventually(lambda: bool(flying.now()), LONGEST_WAIT, 0.001)
        time.sleep(self.chance.uniform(0, flying.usual_seconds()))

    def _gather_jobs(self, now: Look) -> None:
        _eventually(lambda: bool(now.rows(_FREE_JOBS)), LONGEST_LOOK_FOR_JOBS, 0.02)
        time.sleep(self.chance.uniform(0, 0.3))

    def _wait_for_a_yes(self) -> None:
        """Until the site acknowledges again: it is under load at the next kill, and it has come back from the last."""
        known, deadline = len(self.ledger), time.monotonic() + LONGEST_WAIT
        while len(self.ledger) == known:
            if time.monotonic() > deadline:
                self.verdict.require(False, f"nothing was acknowledged for {LONGEST_WAIT:.0f} s: {self.load.answers}")
                return
            time.sleep(0.002)

    def _check(self, *, thorough: bool = False) -> None:
        """What is acknowledged by now is there, and nothing is there by half."""
        known = len(self.ledger)
        kept = self.ledger.all[0 if thorough else self.checked : known]
        for what in _asked_until_answered(lambda: self._found(kept, thorough)):
            self.verdict.require(False, f"after kill {self.progress.kills}: {what}")
        self.checked = known

    def _found(self, kept: list[Acknowledged], thorough: bool) -> list[str]:
        with look(self.site) as now:
            return [*now.damaged(thorough=thorough), *now.broken(), *lost(now, kept), *disobedient(now, kept)]

    # --- around it -------------------------------------------------------------------------------

    def _new_seats(self) -> list[PlayerSeat]:
        """The seats of a new event; the old one's games would have more and more claims."""
        from bench.drills import kills_club

        seats = kills_club.seats_of_a_new_event(self.club)
        return [
            PlayerSeat(seat.game, seat.side, seat.phone.account, seat.phone.cookies, seat.phone.token) for seat in seats
        ]

    def _desks(self) -> list[DeskKey]:
        return [DeskKey(phone.account, phone.token) for phone in self.club.desks]

    def _compare_ratings(self) -> None:
        """Let the worker do what is left: every list is then what its games say, no matter who was killed meanwhile."""
        from bench.drills import kills_club

        self.load.pause()
        done = _eventually(kills_club.no_job_is_left, 120, 0.2)
        where = f"after kill {self.progress.kills}: "
        self.verdict.require(done, where + "jobs are left after two minutes")
        same = kills_club.ratings_are_as_recomputed()
        self.verdict.require(same, where + "ratings are not as recomputed from nothing")
        self.load.resume()

    def _end(self) -> None:
        """All must be as if no one had been killed."""
        from bench.drills import kills_club

        self._check(thorough=True)
        self._compare_ratings()
        for event, why in kills_club.events_without_standings():
            self.verdict.require(False, f"the standings of event {event} cannot be computed: {why}")
        enough = 2 * self.progress.unanswered >= self.progress.kills
        self.verdict.require(enough, "fewer than half of the kills met an unanswered write")
        strange = Counter(self.load.strange).most_common(3)
        self.verdict.require(not strange, f"the drill itself went wrong: {strange}")

    def _tell(self) -> None:
        """A line of progress; the last one is the summary."""
        far, pace = self.progress, self.progress.seconds / max(1, self.progress.kills)
        answers = ", ".join(f"{status} {count}" for status, count in sorted(self.load.answers.items()))
        victims = ", ".join(f"{name} {count}" for name, count in sorted(far.victims.items()))
        found = f"{self.ledger.results()} results and {self.ledger.acts()} other acts acknowledged"
        self.verdict.report(
            f"{self.site.database}: {far.kills} kills ({victims}), {far.unanswered} while a write was unanswered, "
            f"{far.at_a_job} at a worker's job, {found}, {len(self.verdict.broken)} lost or broken, "
            f"{pace:.2f} s a kill; answers since this start: {answers}; ended by themselves: {self.crew.ended_alone}"
        )


def _asked_until_answered(ask: Callable[[], list[str]]) -> list[str]:
    """A PostgreSQL whose session was killed ends all others at some moment of the next seconds: ask once more then."""
    deadline = time.monotonic() + LONGEST_WAIT
    while True:
        try:
            return ask()
        except OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def _eventually(true: Callable[[], bool], seconds: float, pause: float) -> bool:
    deadline = time.monotonic() + seconds
    while not (held := true()) and time.monotonic() < deadline:
        time.sleep(pause)
    return held


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    Drill(site, options, verdict).run()


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options))
