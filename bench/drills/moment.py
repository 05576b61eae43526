"""PostgreSQL is brought back to a moment while people were at work: all of before is there, nothing of after (3 min).

    python -m bench.drills.moment [--rounds 3] [--games 8] [--seed N]

The server archives its log (`archive_mode`). In each round a base backup is taken while results and turns arrive; some
time later a moment is chosen, and work goes on, as it does until a mistake is noticed. Then all processes are ended,
the last piece of the log is archived, and the server is replaced by the base backup with the log up to that moment, as
docs/operators.md says. In the end the site is started on it, and takes results and turns again.

Required: what was acknowledged before the moment is there with its value; no row of a journal and no turn is there that
is dated after it, and some were there before; what always holds in the database holds.
"""

from __future__ import annotations

import argparse
import os
import pwd
import random
import shutil
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

import psycopg

from bench.drills.acknowledged import Acknowledged, lost
from bench.drills.invariants import look
from bench.drills.nodes import NodesSite
from bench.drills.running import Verdict, main
from bench.drills.site import Site
from bench.drills.steady_people import People
from testing.servers import Postgres

AFTER = (
    "SELECT (SELECT count(*) FROM journal_line WHERE at > %s), (SELECT count(*) FROM games_recordedturn WHERE at > %s)"
)
TURNS = "SELECT r.game_id, t.ply, t.token FROM games_recordedturn t JOIN games_recording r ON r.id = t.recording_id"
LONGEST_WAIT = 60.0


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two turns of a game")


class ArchivingSite(NodesSite):
    """Its PostgreSQL copies each piece of its log into a folder, and can be brought back to a moment."""

    def start_servers(self) -> None:
        super().start_servers()
        assert self.postgres is not None
        self.archive = self.home / "archive"
        self.archive.mkdir()
        if self.postgres.user:
            os.chown(self.archive, pwd.getpwnam(self.postgres.user).pw_uid, -1)
        self.postgres.crash()
        # Copied under another name first: one whose copying was killed would stop the restore.
        place = f"{self.archive}/%f"
        command = f"test ! -f {place} && cp %p {place}.part && mv {place}.part {place}"
        self.postgres.set(archive_mode="on", archive_command=command, archive_timeout="60")
        self.postgres.start()

    def back_up(self, number: int) -> Postgres:
        """A base backup of the server that runs, to be started in its place."""
        assert self.postgres is not None
        copy = Postgres(self.home / f"postgresql-{number}", durable=True, port=self.postgres.port)
        copy.copy(self.postgres)
        return copy

    def go_back(self, copy: Postgres, moment: datetime) -> None:
        """End the server, and start the base backup with the log up to `moment` in its place."""
        assert self.postgres is not None
        with psycopg.connect(self.postgres.url("drill"), autocommit=True) as connection:
            (piece,) = connection.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone() or ("",)
        self._wait_until_archived(piece)
        old, self.postgres = self.postgres, copy
        old.stop()
        shutil.rmtree(old.home, ignore_errors=True)
        copy.recover(restore_command=f"cp {self.archive}/%f %p", recovery_target_time=moment.isoformat(" "))
        copy.start()
        self._wait_until_writable()

    def end_processes(self) -> None:
        for process in self.processes:
            process.kill()

    def _wait_until_archived(self, piece: str) -> None:
        deadline = time.monotonic() + LONGEST_WAIT
        while not (self.archive / piece).exists():
            if time.monotonic() > deadline:
                raise RuntimeError(f"{piece} was not archived: {sorted(map(str, Path(self.archive).iterdir()))[-3:]}")
            time.sleep(0.05)

    def _wait_until_writable(self) -> None:
        assert self.postgres is not None
        deadline = time.monotonic() + LONGEST_WAIT
        while time.monotonic() < deadline:
            with psycopg.connect(self.postgres.url("drill"), autocommit=True) as connection:
                if connection.execute("SELECT pg_is_in_recovery()").fetchone() == (False,):
                    return
            time.sleep(0.05)
        raise RuntimeError("the server has not come to the end of its log")


class Drill:
    """One run."""

    def __init__(self, site: ArchivingSite, options: argparse.Namespace, verdict: Verdict) -> None:
        self.site, self.options, self.verdict = site, options, verdict
        self.chance = random.Random(options.seed)

    def run(self) -> None:
        for number in range(1, self.options.rounds + 1):
            self._one(number)
        people = self._people("end")
        self._serve()
        people.start()
        people.wait_for_writes()
        people.stop()
        for strange in (*people.load.strange, *people.boards.strange):
            self.verdict.require(False, f"after the last restore: {strange}")
        self.verdict.report("results and turns are acknowledged on what was restored")

    def _one(self, number: int) -> None:
        people = self._people(str(number))
        self._serve()
        people.start()
        people.wait_for_writes()
        copy = self.site.back_up(number)
        time.sleep(self.chance.uniform(2.0, 6.0))
        results, turns = list(people.ledger.all), list(people.boards.known)
        moment = datetime.now(UTC)
        time.sleep(self.chance.uniform(2.0, 6.0))
        people.wait_for_writes()
        self.site.end_processes()
        people.stop(finish=False)
        with look(self.site) as now:
            undone = now.rows(AFTER, moment, moment)[0]
        began = perf_counter()
        self.site.go_back(copy, moment)
        took = perf_counter() - began
        self._judge(number, moment, results, turns)
        self.verdict.require(all(undone), f"round {number}: nothing happened after the moment")
        self.verdict.report(
            f"round {number}: {len(results)} acknowledged acts and {len(turns)} turns of before the moment are there, "
            f"{undone[0]} lines and {undone[1]} turns of after it are not; restored within {took:.1f} s"
        )

    def _judge(
        self, number: int, moment: datetime, results: list[Acknowledged], turns: list[tuple[int, int, str]]
    ) -> None:
        with look(self.site) as now:
            there = set(now.rows(TURNS))
            missing = [turn for turn in turns if turn not in there]
            left = now.rows(AFTER, moment, moment)[0]
            for what in (*now.damaged(thorough=True), *now.broken(), *lost(now, results)):
                self.verdict.require(False, f"round {number}: {what}")
        self.verdict.require(not missing, f"round {number}: turns are missing: {missing[:3]}")
        self.verdict.require(not any(left), f"round {number}: lines and turns of after the moment: {left}")

    def _people(self, crew: str) -> People:
        from django.db import connections

        connections.close_all()
        (self.site.home / "acknowledged.jsonl").unlink(missing_ok=True)
        return People(self.site, self.options.seed, self.options.games, self.options.every, crew=f"{crew}-")

    def _serve(self) -> None:
        self.site.start_nodes()
        self.site.start_worker()
        self.site.start_beat()


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    assert isinstance(site, ArchivingSite)
    Drill(site, options, verdict).run()


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options, ArchivingSite))
