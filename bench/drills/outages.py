"""What a bad night does to storage, cache and clock, one after another; each is said, and passes (2 min a database).

    python -m bench.drills.outages [--database sqlite|postgresql|both] [--seed N]

A full disk (SQLite: files of the web processes may not grow; PostgreSQL: its error of a full disk at each new claim),
the database of a newer release, a clock that was 30 days ahead while a worker took a job, a cache (file or Redis)
in which every value was overwritten.
Meanwhile nothing is answered with a bare 500, programs get JSON, and /readyz says what is wrong and when it is over.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import timedelta

from bench.drills.asking import HttpReply, ask, form_key
from bench.drills.running import Verdict, main
from bench.drills.site import Site
from gipfel.environment import CACHE_FILE
from testing.service.processes import Process

MEMBERS, TRIES = 8, 40
AHEAD = timedelta(days=30)


def add_options(parser: argparse.ArgumentParser) -> None:
    """None of its own."""


class Drill:
    """One run on one database."""

    def __init__(self, site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
        from bench.drills.club import make_club, start_event
        from tournaments.rounds.services import rounds

        self.site, self.verdict, self.chance = site, verdict, random.Random(options.seed)
        self.club = make_club(MEMBERS)
        self.event = start_event(self.club, MEMBERS, rules="gipf-basic")
        rounds.start_round(self.event.pk, self.club.organiser)
        self.seats = self.club.seats(self.event.pk, 1)

    def run(self) -> None:
        for what in (self.full_disk, self.newer_release, self.clock_jump, self.overwritten_cache):
            what()

    # --- a full disk -------------------------------------------------------------------------------

    def full_disk(self) -> None:
        web = self.site.start_web()
        self._expect(self._report().status, {200, 201}, "a report before the disk is full")
        with self._disk_full(web):
            seen = [self._report() for _ in range(TRIES)]
            refused = [answer for answer in seen if answer.status >= 400]
            self.verdict.require(bool(refused), "the disk was not full")
            for answer in refused:
                self._is_said(answer, "storage-full")
            read = ask(self.site.url, "GET", f"/events/{self.event.pk}")
            self._expect(read.status, {200}, "a page while the disk is full")
            ready = ask(self.site.url, "GET", "/readyz")
            self._expect(ready.status, {503}, f"/readyz while the disk is full: {ready.body!r}")
            page = self._report_by_page()
            said = b"cannot store anything" in page.body
            self.verdict.require(page.status == 503 and said, f"a page of a full disk: {page.status}")
        took = self._until(lambda: ask(self.site.url, "GET", "/readyz").status == 200, 60)
        self._expect(self._report().status, {200, 201}, "a report after there was room again")
        web.kill()
        self.verdict.report(
            f"full disk: {len(refused)} of {TRIES} reports refused with 503, ready again after {took:.0f} s"
        )

    @contextmanager
    def _disk_full(self, web: Process) -> Iterator[None]:
        """No room for what is stored: PostgreSQL refuses each new row of claims, SQLite may not let a file grow."""
        if self.site.embedded:
            with _may_not_grow(web):
                yield
            return
        import psycopg

        with psycopg.connect(self.site.environment["DATABASE_URL"], autocommit=True) as database:
            database.execute(_NO_ROOM)
            try:
                yield
            finally:
                database.execute("DROP FUNCTION no_room CASCADE")

    # --- a newer release -----------------------------------------------------------------------------

    def newer_release(self) -> None:
        """Under a running server, and at every start."""
        from django.db import connection

        web = self.site.start_web()
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9999_x', '2030-01-01')"
            )
        connection.close()
        ready = ask(self.site.url, "GET", "/readyz")
        said = b"newer release" in ready.body
        self.verdict.require(ready.status == 503 and said, f"/readyz under a newer release: {ready.status}")
        web.kill()
        for name, command in (("web", self.site.web_command()), ("worker", self.site.worker_command())):
            process = self.site.start(f"refused-{name}", command)
            with suppress(subprocess.TimeoutExpired):
                process.popen.wait(60)
            told = process.log.read_text(errors="replace")
            self.verdict.require(
                process.popen.poll() not in (None, 0), f"{name} starts on the database of a newer release"
            )
            self.verdict.require("manage.py restore FILE" in told, f"{name} does not say what to do")
            process.kill()
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE name = '9999_x'")
        connection.close()
        self.verdict.report("newer release: /readyz, web and worker refuse it")

    # --- a clock that was ahead ------------------------------------------------------------------------

    def clock_jump(self) -> None:
        from django.utils import timezone

        from common.jobs import services
        from common.jobs.models import Heartbeat, Job

        late = timezone.now() + AHEAD
        services.request("rate", "1")
        Job.objects.update(leased_until=late + timedelta(minutes=1))
        services.request("rate", "2")
        Job.objects.filter(subject="2").update(due_at=late)
        Heartbeat.objects.create(worker="gone", at=late)
        processes = [self.site.start_worker()]
        if not self.site.embedded:
            processes.append(self.site.start_beat())
        took = self._until(lambda: not Job.objects.filter(failures=0).exists(), 90)
        self.verdict.report(f"clock: jobs of 30 days ahead were done after {took:.0f} s")
        for process in processes:
            process.kill()
        Job.objects.all().delete()

    # --- a cache with foreign values ------------------------------------------------------------

    def overwritten_cache(self) -> None:
        web = self.site.start_web()
        pages = [f"/events/{self.event.pk}", f"/api/v1/events/{self.event.pk}/standings", "/"]
        overwritten = 0
        for _ in range(TRIES):
            for page in pages:
                ask(self.site.url, "GET", page)
            overwritten += self._overwrite_file() if self.site.embedded else self._overwrite_redis()
            for page in pages:
                self._expect(ask(self.site.url, "GET", page).status, {200}, f"{page} of an overwritten cache")
        self.verdict.require(overwritten > 0, "nothing was in the cache")
        web.kill()
        self.verdict.report(f"cache: {overwritten} values overwritten, every page came")

    def _overwrite_redis(self) -> int:
        from redis import Redis

        assert self.site.redis is not None
        redis = Redis.from_url(self.site.redis.url)
        keys = [key for key in redis.scan_iter() if redis.type(key) == b"string"]
        for key in keys:
            redis.set(key, self._garbage(redis.get(key) or b""))
        return len(keys)

    def _overwrite_file(self) -> int:
        with closing(sqlite3.connect(self.site.home / CACHE_FILE, timeout=10)) as file, file:
            entries = file.execute("SELECT key, value FROM entry").fetchall()
            for key, value in entries:
                garbage = self._garbage(value if isinstance(value, bytes) else str(value).encode())
                file.execute("UPDATE entry SET value = ? WHERE key = ?", (garbage, key))
        return len(entries)

    def _garbage(self, value: bytes) -> bytes:
        """Something in place of a value that was kept."""
        garbage = [b"", b"7", self.chance.randbytes(60), value[: len(value) // 2], b"\x80\x05garbage."]
        return self.chance.choice(garbage)

    # --- asking ----------------------------------------------------------------------------------------

    def _report(self) -> HttpReply:
        seat = self.chance.choice(self.seats)
        body = {"result": self.chance.choice(["1-0", "0-1", "1/2-1/2"]), "reason": "x" * 300}
        desk = self.club.desk
        return ask(self.site.url, "POST", f"/api/v1/games/{seat.game}/results", body=body, headers=desk.token)

    def _report_by_page(self) -> HttpReply:
        """A write that is answered with a page: a new member."""
        phone = self.club.desk
        form = ask(self.site.url, "GET", "/clubs/drill/people/new", cookies=phone.cookies)
        cookies = phone.cookies | form.cookies
        fields = {"csrfmiddlewaretoken": form_key(form), "name": "Newcomer " + "x" * 60, "since": "2026-01-01"}
        return ask(self.site.url, "POST", "/clubs/drill/people/new", form=fields, cookies=cookies)

    def _is_said(self, answer: HttpReply, code: str) -> None:
        good = answer.status == 503 and answer.headers.get("retry-after", "").isdecimal()
        json = good and answer.headers["content-type"].startswith("application/json")
        self.verdict.require(
            json and answer.json()["error"]["code"] == code, f"{code}: {answer.status} {answer.body[:200]!r}"
        )

    def _expect(self, status: int, good: set[int], what: str) -> None:
        self.verdict.require(status in good, f"{what}: {status}")

    def _until(self, true: Callable[[], bool], seconds: float) -> float:
        began = time.monotonic()
        while not true():
            if time.monotonic() - began > seconds:
                self.verdict.require(False, f"not over after {seconds:.0f} s")
                break
            time.sleep(0.5)
        return time.monotonic() - began


_NO_ROOM = """
CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER no_room BEFORE INSERT ON games_claim FOR EACH ROW EXECUTE FUNCTION no_room();
CREATE TRIGGER no_room BEFORE INSERT ON players_person FOR EACH ROW EXECUTE FUNCTION no_room();
"""


@contextmanager
def _may_not_grow(web: Process) -> Iterator[None]:
    """RLIMIT_FSIZE of the web process and its children: a write behind 4 KB fails, as on a full disk."""
    import resource

    from bench.drills.site import processes_of

    pids = processes_of(web.popen.pid)
    before = {pid: resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY)) for pid in pids}
    try:
        yield
    finally:
        for pid, limit in before.items():
            with suppress(ProcessLookupError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, limit)


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    Drill(site, options, verdict).run()


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options))
