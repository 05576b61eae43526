"""The database is migrated and node after node is replaced by the next release while people play (5 min).

    python -m bench.drills.upgrade [--games 24] [--seed N]

Two web processes behind the proxy of the compose file, a worker and beat, with people at work as in `rolling`. The next
release is this one with two migrations more (a column that may be empty, one with a default in the database, a table;
an index that is made beside who writes) and another style sheet. While another transaction reads all games for some
seconds, as a backup does, `manage.py migrate` of the next release runs; this release goes on for a while on the new
tables. Then nodes, worker and beat are replaced one after the other, as docs/operators.md says.

Required: every request is answered, none with 5xx; a page opens another WebSocket once for each node that is replaced,
and is never refused; each node answers for the style sheet of either release; rows that this release wrote into the new
tables have the defaults; what is acknowledged is in the database; ratings are as from scratch.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from pathlib import Path

import psycopg

from bench.drills import rolling
from bench.drills.asking import ask
from bench.drills.next_release import NextRelease, address_of_sheet
from bench.drills.nodes import LONGEST_WAIT, NODES, NodesSite
from bench.drills.running import Verdict, main
from bench.drills.site import Site
from testing import PROJECT

IN_USE, OLD_ON_NEW = 3.0, 15.0
"""Seconds for which all games are read by one transaction once migrating waits for it, and for which this release works
on the new tables."""
WAITS = "SELECT count(*) FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'"


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--every", type=float, default=12.0, help="seconds between two turns of a game")


class Drill(rolling.Drill):
    """One run."""

    def run(self) -> None:
        following = NextRelease(self.site.home / "next", os.environ | self.site.environment)
        self.start()
        before, opened = self.people.answers(), list(self.people.followers.opened)
        self._migrate(following)
        new_games = self._games()
        time.sleep(OLD_ON_NEW)
        self.people.wait_for_writes()
        self.verdict.require(self._games() > new_games, "this release made no game on the new tables")
        self.judge("migrating", before, opened, most=0)
        self.site.release = following.folder
        before, opened = self.people.answers(), list(self.people.followers.opened)
        self.replace_all(between=lambda: self._ask_for_styles(following.folder))
        self.judge("replacing", before, opened, most=NODES)
        with self._database() as database:
            odd = database.execute("SELECT count(*) FROM games_game WHERE next_weight <> 1 OR next_note IS NOT NULL")
            self.verdict.require(odd.fetchone() == (0,), "rows lack the defaults of the new columns")
        self.finish()

    def _migrate(self, following: NextRelease) -> None:
        reading = threading.Thread(target=self._read_all_games)
        reading.start()
        time.sleep(1)
        began = time.monotonic()
        told = following.manage("migrate")
        took = time.monotonic() - began
        reading.join()
        again = told.count("A table is in use")
        self.verdict.report(f"migrated within {took:.0f} s, tried again {again} times while a table was in use")
        self.verdict.require(bool(again), "no one had the table in use")

    def _read_all_games(self) -> None:
        with self._database() as database, self._database() as other, database.transaction():
            database.execute("SELECT count(*) FROM games_game")
            until = time.monotonic() + LONGEST_WAIT
            while other.execute(WAITS).fetchone() == (0,) and time.monotonic() < until:
                time.sleep(0.05)
            time.sleep(IN_USE)

    def _games(self) -> int:
        with self._database() as database:
            (number,) = database.execute("SELECT count(*) FROM games_game").fetchone() or (0,)
        return int(number)

    def _database(self) -> psycopg.Connection[tuple[int, ...]]:
        return psycopg.connect(self.site.environment["DATABASE_URL"], autocommit=True)

    def _ask_for_styles(self, following: Path) -> None:
        """A page of either release may come to any node."""
        addresses = {address_of_sheet(release) for release in (PROJECT, following)}
        self.verdict.require(len(addresses) == 2, "both releases have the same style sheet")
        for port in self.site.ports:
            answers = [ask(f"http://127.0.0.1:{port}", "GET", address, seconds=5).status for address in addresses]
            self.verdict.require(answers == [200, 200], f"styles at port {port}: {answers}")


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    assert isinstance(site, NodesSite)
    Drill(site, options, verdict).run()


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options, NodesSite))
