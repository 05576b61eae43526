"""SIGKILL of workers and of Redis during recomputes of ratings while results keep arriving (15 min a database).

    python -m bench.drills.ratings [--database sqlite|postgresql|both] [--kills 200] [--minutes M] [--games 6000]

Two workers rate the lists of a club and of the server, with ten years of games, while old results are corrected and
events reopened and closed. At random moments of a recompute one worker, both, Redis (empty afterwards), or a worker
and Redis are killed. Results go on for a moment; then the stored ledger, ratings and fingerprints are as recomputed
from nothing (`manage.py recompute --check`), every time. Every 20 kills, and in the end, two processes recompute the
lists at once: one of them writes each list, the other finds nothing to do.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from math import inf

from bench.drills.crew import Crew, Restart
from bench.drills.running import Verdict, at_most, main, put_off_due_jobs
from bench.drills.site import Site

KILLS_A_RACE, RACERS = 20, 2
LONGEST_WAIT, LONGEST_KILL, LONGEST_START = 60.0, 300.0, 600.0
EMBEDDED_VICTIMS = {("worker",): 2, ("worker-2",): 2, ("worker", "worker-2"): 4}
SERVICE_VICTIMS = {**EMBEDDED_VICTIMS, ("redis",): 2, ("redis", "worker", "worker-2"): 2}
"""Who is killed, and how often of 8 times or 12."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=inf, help="end after so long, with the kills that there were")
    parser.add_argument("--games", type=int, default=6_000)
    parser.add_argument("--players", type=int, default=2_500)


class Drill:
    """One run on one database."""

    def __init__(self, site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
        self.site, self.options, self.verdict = site, options, verdict
        self.chance = random.Random(options.seed)
        self.kinds = EMBEDDED_VICTIMS if site.embedded else SERVICE_VICTIMS
        self.waiting: list[tuple[str, ...]] = []
        self.killed = Counter[str]()
        self.kills = self.at_a_recompute = self.between_parts = self.races = 0

    def run(self) -> None:
        from bench.drills.ratings_club import Lists, Results

        self.site.environment |= {"JOBS_LEASE_SECONDS": "1", "JOBS_SWEEP_SECONDS": "1"}
        with at_most(LONGEST_START, "the start"):
            self.lists = Lists(self.options.games, self.options.players)
            put_off_due_jobs()
            self.results = Results(self.lists, self.options.seed)
            self.crew = Crew(self.site, web=False, workers=2)
        self._tell_start()
        try:
            self.crew.start()
            self.results.start()
            self._kill_many()
        finally:
            self.results.stop()
            self.crew.stop()
            self._tell()

    def _kill_many(self) -> None:
        """Until there were enough kills, or the time is over; every few of them, and after the last, two race."""
        end, is_last = time.monotonic() + 60 * self.options.minutes, False
        while not is_last:
            with at_most(LONGEST_KILL, f"kill {self.kills + 1}"):
                self._kill_one()
                is_last = self.kills >= self.options.kills or time.monotonic() > end
                if is_last or self.kills % KILLS_A_RACE == 0:
                    self._race()

    def _kill_one(self) -> None:
        """Kill a process at a random moment of a recompute; when all is done the lists are as from nothing."""
        from bench.drills.ratings_club import is_unfinished, leases

        self.results.resume()
        begun = self._eventually(lambda: bool(leases()), LONGEST_WAIT, 0.002)
        self.verdict.require(begun, f"nobody rates anything: {self._said()}")
        time.sleep(self.chance.uniform(0, self.lists.seconds / 2))
        victims, before = self._next_victims(), leases()
        restarts = [self.crew.kill(victim, self.chance) for victim in victims]
        self.kills += 1
        self.killed[" and ".join(victims)] += 1
        self.at_a_recompute += bool(before & leases())
        if set(self.crew.workers) <= set(victims):  # else the other one is between parts itself
            self.between_parts += any(map(is_unfinished, self.lists.pools))
        self._bring_back(restarts)
        time.sleep(self.chance.uniform(0, 0.5))
        self._compare()

    def _next_victims(self) -> tuple[str, ...]:
        """In an order by chance, each kind as often as it should be."""
        if not self.waiting:
            self.waiting = [victims for victims, times in self.kinds.items() for _ in range(times)]
            self.chance.shuffle(self.waiting)
        return self.waiting.pop()

    def _bring_back(self, restarts: list[Restart]) -> None:
        for restart in restarts:
            restart()
        self.crew.look_after()

    def _compare(self) -> None:
        """Let workers do what is left, with no results to come; then nothing differs from a recompute from nothing."""
        from bench.drills.ratings_club import nothing_is_to_be_rated, what_differs

        self.results.pause()
        done = self._eventually(nothing_is_to_be_rated, LONGEST_WAIT, 0.05, self.crew.look_after)
        where = f"after kill {self.kills} ({', '.join(self.killed)})"
        self.verdict.require(done, f"{where} lists are still to be rated after {LONGEST_WAIT:.0f} s: {self._said()}")
        differs = what_differs()
        self.verdict.require(not differs, f"{where}: {differs}")

    def _race(self) -> None:
        """Two processes recompute what one act has changed, without the jobs that keep workers apart."""
        from bench.drills.ratings_club import finished_recomputes, what_differs

        self.results.pause()
        for name in self.crew.workers:
            self.crew.kill(name, self.chance)
        before = [finished_recomputes(pool) for pool in self.lists.pools]
        while self.lists.act(self.chance) == "corrected":
            """A correction may be to the result that was there; an event that comes or goes is always a change."""
        said = self.crew.run_at_once([sys.executable, "manage.py", "recompute"], RACERS, LONGEST_WAIT)
        written = [finished_recomputes(pool) - count for pool, count in zip(self.lists.pools, before, strict=True)]
        self.verdict.require(written == [1] * len(written), f"two at once: {written} of {RACERS} wrote; {said}")
        differs = what_differs()
        self.verdict.require(not differs, f"two at once: {differs}")
        self.races += 1
        self.crew.start()
        self._tell()

    def _eventually(
        self, true: Callable[[], bool], seconds: float, pause: float, meanwhile: Callable[[], None] = lambda: None
    ) -> bool:
        deadline = time.monotonic() + seconds
        while not (held := true()) and time.monotonic() < deadline:
            meanwhile()
            time.sleep(pause)
        return held

    def _said(self) -> str:
        from bench.drills.ratings_club import failures

        return f"{failures()}; {self.site.last_said()[-1500:]}"

    def _tell_start(self) -> None:
        from bench.drills.ratings_club import checkpoints

        self.verdict.report(
            f"{self.site.database}: {len(self.lists.games)} games of {self.options.players} players in two lists, "
            f"{checkpoints()} checkpoints, {self.lists.seconds:.2f} s from nothing"
        )

    def _tell(self) -> None:
        """A line of progress; the last one is the summary."""
        victims = ", ".join(f"{name} {count}" for name, count in sorted(self.killed.items()))
        acts = ", ".join(f"{name} {count}" for name, count in sorted(self.results.done.items()))
        failed = f"; not stored: {dict(self.results.failed)}" if self.results.failed else ""
        self.verdict.report(
            f"{self.site.database}: {self.kills} kills ({victims}), {self.at_a_recompute} at a recompute, "
            f"{self.between_parts} left a list between two parts; results meanwhile: {acts}{failed}; "
            f"{self.races} times two at once; {len(self.verdict.broken)} broken"
        )


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    Drill(site, options, verdict).run()


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options))
