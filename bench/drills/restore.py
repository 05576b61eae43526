"""A backup under load, a crash, a restore: the site then holds what the backup held (8 min a database).

    python -m bench.drills.restore [--database sqlite|postgresql|both] [--rounds 50] [--seed N]

Players report results while a backup is made, and after it; then web process and worker get SIGKILL, half of the times
PostgreSQL too, and SQLite's log lies there as the crash left it. The backup is restored, and a digest of every table
is compared with that of the backup, and the database checks itself. Then the site is started and takes results again.

PostgreSQL does not sync here: a killed process does not test syncing, and half of the time would be spent on it.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
import time
from contextlib import suppress
from pathlib import Path
from time import perf_counter

import psycopg

from bench.drills import content
from bench.drills.acknowledged import Ledger
from bench.drills.asking import ask
from bench.drills.crew import Crew
from bench.drills.invariants import look
from bench.drills.load import DeskKey, Load, PlayerSeat
from bench.drills.running import Verdict, main
from bench.drills.site import Site

PLAYERS, DESKS, HANDS = 16, 4, 3
ROUNDS_A_LINE = 10
LONGEST_WAIT = 60.0


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=50)


class Drill:
    """One run on one database."""

    def __init__(self, site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
        self.site, self.options, self.verdict = site, options, verdict
        self.chance = random.Random(options.seed)
        self.ledger = Ledger(site.home / "acknowledged.jsonl")
        self.equal, self.logs, self.seconds = 0, 0, [0.0, 0.0]

    def run(self) -> None:
        from bench.drills import kills_club

        self._do_not_sync()
        club = kills_club.standing(PLAYERS, DESKS)
        seats = [
            PlayerSeat(seat.game, seat.side, seat.phone.account, seat.phone.cookies, seat.phone.token)
            for seat in kills_club.seats_of_a_new_event(club)
        ]
        self.crew = Crew(self.site)
        load = Load(self.site.url, self.ledger, seats, [DeskKey(each.account, each.token) for each in club.desks])
        try:
            self.crew.start()
            self.crew.wait_until_served()
            load.start(HANDS, self.options.seed, club.club.slug, kills_club.event_files(club))
            for number in range(1, self.options.rounds + 1):
                self._one(number)
                if number % ROUNDS_A_LINE == 0:
                    self.verdict.report(f"{self.equal} of {number} equal to the backup")
        finally:
            load.stop()
            self.crew.stop()
        backup, restore = (total / self.options.rounds for total in self.seconds)
        crashes = f", {self.logs} with a log left behind" if self.site.embedded else ""
        self.verdict.report(
            f"{self.site.database}: {self.equal} of {self.options.rounds} equal to the backup{crashes}; "
            f"{len(self.ledger)} acknowledged, {backup:.2f} s a backup, {restore:.2f} s a restore"
        )

    def _do_not_sync(self) -> None:
        if not self.site.embedded:
            with psycopg.connect(self.site.environment["DATABASE_URL"], autocommit=True) as database:
                database.execute("ALTER SYSTEM SET fsync = off")
                database.execute("SELECT pg_reload_conf()")

    def _one(self, number: int) -> None:
        file = self.site.home / f"backup-{number}"
        self._wait_for_a_yes()
        self.seconds[0] += self._manage("backup", file)
        time.sleep(self.chance.uniform(0.1, 1.0))
        self._wait_for_a_yes()
        self._kill()
        self.seconds[1] += self._restore(file)
        same = content.of_site(self.site) == content.of_backup(self.site, file)
        self.equal += same
        self.verdict.require(same, f"round {number}: the site does not hold what the backup held")
        with look(self.site) as now:
            for what in now.damaged(thorough=number % ROUNDS_A_LINE == 0):
                self.verdict.require(False, f"round {number}: {what}")
        self._tidy(file)
        self.crew.start()
        self.crew.wait_until_served()
        ready = ask(self.site.url, "GET", "/readyz", seconds=LONGEST_WAIT)
        self.verdict.require(ready.status == 200, f"round {number}: not ready after the restore: {ready.body!r}")

    def _kill(self) -> None:
        for name in ("web", "worker", "beat"):
            self.crew.kill(name, self.chance)
        if not self.site.embedded and self.chance.random() < 0.5:
            self.crew.kill("postgresql", self.chance)()
        log = self.site.database_file.with_name("gipfel.sqlite3-wal")
        self.logs += log.exists() and log.stat().st_size > 0

    def _restore(self, file: Path) -> float:
        """Restore, once the killed are gone: the system and PostgreSQL end what was theirs in their own time."""
        from django.core.management import CommandError

        deadline = time.monotonic() + LONGEST_WAIT
        while True:
            try:
                return self._manage("restore", file)
            except CommandError as refused:
                if "first." not in str(refused) or time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def _manage(self, command: str, file: Path) -> float:
        from django.core.management import call_command
        from django.db import connections

        connections.close_all()
        began = perf_counter()
        call_command(command, str(file), stdout=io.StringIO())
        connections.close_all()
        return perf_counter() - began

    def _wait_for_a_yes(self) -> None:
        known, deadline = len(self.ledger), time.monotonic() + LONGEST_WAIT
        while len(self.ledger) == known and time.monotonic() < deadline:
            time.sleep(0.002)
        self.verdict.require(len(self.ledger) > known, f"nothing was acknowledged for {LONGEST_WAIT:.0f} s")

    def _tidy(self, file: Path) -> None:
        """What was kept is not needed here."""
        for each in (file, file.with_name(f"{file.name}.json"), *self.site.home.glob("gipfel.sqlite3.before-*")):
            with suppress(FileNotFoundError):
                each.unlink()
        if not self.site.embedded:
            from django.db import connection

            with connection.cursor() as cursor:
                cursor.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'before_%'")
                for (kept,) in cursor.fetchall():
                    cursor.execute(f"DROP SCHEMA {kept} CASCADE")
            connection.close()


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    Drill(site, options, verdict).run()


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options))
