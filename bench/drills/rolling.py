"""Web processes, workers and beat are restarted one after the other while people play: no one sees an error (4 min).

    python -m bench.drills.rolling [--rounds 3] [--games 24] [--seed N]

Two web processes behind the proxy of the compose file, a worker and beat. Results are reported by page and by API,
events run from a file to their end, a turn is made in each game every so often, and each player's page follows the
game. Each process gets SIGTERM, as `docker compose` and systemd send it, and is started again; the next follows when it
is ready. In the last round a node of two processes is told to replace them (SIGHUP, `systemctl reload`).

Required: every request is answered, none with 5xx; a page opens another WebSocket once for each restart of the node
that it was at, and is never refused; what is acknowledged is in the database; ratings are as from scratch.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from bench.drills.nodes import NODES, NodesSite
from bench.drills.running import Verdict, main
from bench.drills.site import Site, children_of
from bench.drills.steady_people import People
from testing.service.processes import Process

SEEN_BY_PROXY = 7.0
"""Seconds after which the proxy has asked a node again whether it answers (`health_interval`)."""
LONGEST_END, LONGEST_REPLACING = 90.0, 300.0


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--every", type=float, default=12.0, help="seconds between two turns of a game")


class Drill:
    """One run."""

    def __init__(self, site: NodesSite, options: argparse.Namespace, verdict: Verdict) -> None:
        self.site, self.options, self.verdict = site, options, verdict
        self.restarts = 0
        self.ends: list[float] = []

    def run(self) -> None:
        self.start()
        for number in range(1, self.options.rounds + 1):
            self._roll(number)
        self._replace_processes()
        self.finish()

    def start(self) -> None:
        """Start the site, and let people work there."""
        self.people = People(self.site, self.options.seed, self.options.games, self.options.every)
        self.site.start_nodes()
        self.worker, self.beat = self.site.start_worker(), self.site.start_beat()
        self.people.start()
        self.people.wait_for_writes()

    def finish(self) -> None:
        """Let people stop, and judge what there is then."""
        self.people.stop()
        self.people.judge(self.site, self.verdict, "in the end", thorough=True)
        self.people.judge_end(self.verdict)
        self._tell()

    def _roll(self, number: int) -> None:
        """Each node, then worker and beat."""
        before, opened = self.people.answers(), list(self.people.followers.opened)
        self.replace_all()
        self.judge(f"round {number}", before, opened, most=NODES)

    def replace_all(self, between: Callable[[], object] = lambda: None) -> None:
        """Each node, then worker and beat; `between` is called after each node."""
        for node in range(NODES):
            self._restart(node)
            between()
        for name in ("worker", "beat"):
            self._end(getattr(self, name))
            setattr(self, name, getattr(self.site, f"start_{name}")())

    def _replace_processes(self) -> None:
        """A node of two processes, at which all pages are, replaces them one by one on the socket that stays open."""
        self._restart(0, processes=2)
        self._restart(1)  # its pages come to the first
        before, opened = self.people.answers(), list(self.people.followers.opened)
        parent = self.site.nodes[0].popen
        old = {each for each in children_of(parent.pid) if _serves(each)}
        parent.send_signal(signal.SIGHUP)
        began = time.monotonic()
        while old & set(children_of(parent.pid)):
            if time.monotonic() - began > LONGEST_REPLACING:
                raise RuntimeError(f"the processes were not replaced. {self.site.last_said()}")
            time.sleep(0.1)
        self.people.wait_for_writes()
        took = time.monotonic() - began
        self.verdict.require(len(old) == NODES, f"{len(old)} processes of the node")
        self.verdict.report(f"both processes of a node replaced within {took:.0f} s")
        self.judge("replacing", before, opened, most=2)
        self.verdict.require(self.people.followers.opened != opened, "no page was at the processes that were replaced")

    def _restart(self, node: int, processes: int = 1) -> None:
        self._end(self.site.nodes[node])
        self.site.nodes[node] = self.site.start_node(node, processes)
        self._come_back(node)

    def _end(self, process: Process) -> None:
        began = time.monotonic()
        process.end(LONGEST_END)
        self.ends.append(time.monotonic() - began)
        self.restarts += 1

    def _come_back(self, node: int) -> None:
        self.site.wait_for_node(node)
        time.sleep(SEEN_BY_PROXY)
        self.people.wait_for_writes()

    def judge(self, what: str, before: Counter[str], opened: list[int], *, most: int) -> None:
        """That no request since `before` failed, and no page came back more often than `most` times."""
        answers = self.people.answers() - before
        faults = {status: n for status, n in answers.items() if not status.isdecimal() or int(status) >= 500}
        again = [now - then for now, then in zip(self.people.followers.opened, opened, strict=True)]
        refused = self.people.followers.refused
        self.verdict.report(
            f"{what}: {sum(answers.values())} requests, {faults or 'none'} with a fault; "
            f"a page came back {max(again)} times at most, {sum(again) / len(again):.1f} on average, {refused} refused"
        )
        self.verdict.require(not faults, f"{what}: {faults}")
        self.verdict.require(max(again) <= most, f"{what}: a page had to come back {max(again)} times")
        self.verdict.require(not refused, f"{what}: {refused} pages were refused")

    def _tell(self) -> None:
        self.verdict.report(
            f"{self.restarts} restarts, a process ended within {max(self.ends):.1f} s: {self.people.describe()}"
        )


def _serves(process: int) -> bool:
    """Whether it is a web process, and not what looks after the memory of them."""
    return b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    assert isinstance(site, NodesSite)
    Drill(site, options, verdict).run()


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options, NodesSite))
