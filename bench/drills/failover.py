"""PostgreSQL's primary is killed and its standby promoted, Redis replaced by an empty one, while people play (3 min).

    python -m bench.drills.failover [--failovers 6] [--games 24] [--seed N]

Two web processes behind a proxy, a worker and beat, on a primary that acknowledges what its standby has on its disk.
DATABASE_URL names both servers. Results are reported by page and by API, events run from a file to their end, and a
turn is made in each game every so often. Each time the primary gets SIGKILL, the standby is promoted, and a new standby
is made in the place of the old primary. Then Redis gets SIGKILL, and an empty one takes its place.

Required: every acknowledged result, round, import, closing and turn is in the database with its value, once; what
always holds in the database holds; ratings are as from scratch; nothing was answered with an error that a client does
not try again; after each failover results and turns are acknowledged within --bar seconds.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter

from bench.drills.nodes import ReplicatedSite
from bench.drills.running import Verdict, main
from bench.drills.site import Site
from bench.drills.steady_people import People

TRIED_AGAIN = {"none", "502", "503", "504"}
"""Answers after which a page or a program asks again; "none" is a connection that broke."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--failovers", type=int, default=6)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--every", type=float, default=6.0, help="seconds between two turns of a game")
    parser.add_argument("--bar", type=float, default=15.0, help="seconds until writes are acknowledged again")


class Drill:
    """One run."""

    def __init__(self, site: ReplicatedSite, options: argparse.Namespace, verdict: Verdict) -> None:
        self.site, self.options, self.verdict = site, options, verdict
        self.chance = random.Random(options.seed)

    def run(self) -> None:
        self.people = People(self.site, self.options.seed, self.options.games, self.options.every)
        self.site.start_nodes()
        self.site.start_worker()
        self.site.start_beat()
        self.people.start()
        self.people.wait_for_writes()
        for number in range(1, self.options.failovers + 1):
            self._fail_over(number)
            self._replace_redis(number)
        self.people.stop()
        self.people.judge(self.site, self.verdict, "in the end", thorough=True)
        self.people.judge_end(self.verdict)
        self._tell()

    def _fail_over(self, number: int) -> None:
        before = self.people.answers()
        time.sleep(self.chance.uniform(0.5, 3.0))
        took = self.site.fail_over(self.chance)
        result, turn = self.people.wait_for_writes()
        faults = self._faults_since(before)
        self.verdict.report(
            f"failover {number}: promoted after {took:.1f} s, then a result acknowledged after {result:.1f} s "
            f"and a turn after {turn:.1f} s; answers meanwhile {faults or 'without a fault'}"
        )
        self.verdict.require(max(result, turn) <= self.options.bar, f"failover {number}: {max(result, turn):.1f} s")
        self.people.judge(self.site, self.verdict, f"after failover {number}")
        self.site.follow_again()

    def _replace_redis(self, number: int) -> None:
        assert self.site.redis is not None
        before = self.people.answers()
        time.sleep(self.chance.uniform(0.5, 2.0))
        self.site.redis.kill()
        time.sleep(self.chance.uniform(0.0, 2.0))  # so long there is none
        self.people.wait_for_writes()
        self.site.redis.start()
        result, turn = self.people.wait_for_writes()
        faults = self._faults_since(before)
        self.verdict.report(
            f"Redis {number}: replaced by an empty one, a result acknowledged after {result:.1f} s, a turn after "
            f"{turn:.1f} s; answers meanwhile {faults or 'without a fault'}"
        )
        self.verdict.require(not faults, f"without Redis: {faults}")
        self.people.judge(self.site, self.verdict, f"after Redis {number}")

    def _faults_since(self, before: Counter[str]) -> dict[str, int]:
        now = self.people.answers() - before
        for status in now:
            known = status in TRIED_AGAIN or (status.isdecimal() and int(status) < 500)
            self.verdict.require(known, f"an answer with {status}")
        return {status: count for status, count in now.items() if not status.isdecimal() or int(status) >= 500}

    def _tell(self) -> None:
        self.verdict.report(
            f"{self.options.failovers} failovers and as many new Redis, {len(self.verdict.broken)} lost or broken: "
            f"{self.people.describe()}"
        )


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    assert isinstance(site, ReplicatedSite)
    Drill(site, options, verdict).run()


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options, ReplicatedSite))
