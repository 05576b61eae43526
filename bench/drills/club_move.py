"""A club moves to another server and the digests stay: SQLite to PostgreSQL, and back (2 min a direction).

    python -m bench.drills.club_move [--database sqlite|postgresql|both] [--kills 3] [--seed N]

The example club is exported by its page from a server on this database, and brought in by the command on a server with
the other one, in processes of their own. Before that imports are killed at random moments, so many of them under way:
readers see nothing of the club then, or all of it where the import had just ended. In the end the other server's export
has the same digest of every part, and so has that of a third club, which the first server makes of it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.drills.asking import ask, form_key
from bench.drills.running import Verdict, main, put_off_due_jobs
from bench.drills.site import POSTGRESQL, SQLITE, Site

PATIENCE = 120.0
ADMINISTRATOR = "administrator"
MAKE_ADMINISTRATOR = (
    "from players.setup.services import create_first_organiser as make; "
    f"make(username='{ADMINISTRATOR}', password='a-long-password-7Q', club_name='Local')"
)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kills", type=int, default=3)


class Move:
    """One move from a site, on which this process's Django is set up, to another."""

    def __init__(self, site: Site, other: Site, options: argparse.Namespace, verdict: Verdict) -> None:
        self.site, self.other, self.options, self.verdict = site, other, options, verdict
        self.chance = random.Random(options.seed)

    def run(self) -> None:
        first = self._exported_by_the_page()
        self._manage(self.other, "migrate", "--verbosity", "0")
        self._manage(self.other, "shell", "-v", "0", "-c", MAKE_ADMINISTRATOR)
        self.other.start_web()
        self.other.start_worker()
        began = perf_counter()
        self._manage(self.other, "import_club", first, "--check")
        seconds = perf_counter() - began
        tries, killed = 0, 0
        while killed < self.options.kills and tries < 10 * self.options.kills:
            tries += 1
            killed += self._kill_an_import(first, f"killed-{tries}", self.chance.uniform(0.6, 1.5) * seconds)
        self.verdict.require(killed == self.options.kills, f"only {killed} imports were killed under way")
        began = perf_counter()
        self._manage(self.other, "import_club", first, "--as", ADMINISTRATOR)
        self.verdict.report(f"brought in within {perf_counter() - began:.1f} s")
        page = ask(self.other.url, "GET", "/clubs/example")
        self.verdict.require(page.status == 200, f"the page of the club was answered with {page.status}")
        second = self.site.home / "second.zip"
        self._manage(self.other, "export_club", "example", second)
        self._compare(first, second, "the other server")
        self._manage(self.site, "import_club", second, "--as", "organiser", "--slug", "again")
        third = self.site.home / "third.zip"
        self._manage(self.site, "export_club", "again", third)
        self._compare(first, third, "the first server, once it is back")

    def _exported_by_the_page(self) -> Path:
        """Asked for by the organiser, made by the worker, downloaded."""
        from common.jobs import services as jobs
        from gipfel import example

        credentials = {name: password for name, password, _what in example.load(lambda _line: None)}
        jobs.run_due()
        put_off_due_jobs()
        self.site.start_web()
        self.site.start_worker()
        cookies = self._signed_in("organiser", credentials["organiser"])
        address = "/clubs/example/export"
        shown = ask(self.site.url, "GET", address, cookies=cookies)
        form = {"csrfmiddlewaretoken": form_key(shown), "step": "ask"}
        asked = ask(self.site.url, "POST", address, form=form, cookies=cookies | shown.cookies)
        self.verdict.require(asked.status == 302, f"the export was answered with {asked.status}")
        began = perf_counter()
        while (got := ask(self.site.url, "GET", f"{address}.zip", cookies=cookies)).status != 200:
            if perf_counter() - began > PATIENCE:
                raise RuntimeError(f"no file after {PATIENCE:.0f} s")
            time.sleep(0.2)
        file = self.site.home / "first.zip"
        file.write_bytes(got.body)
        self.verdict.report(f"exported within {perf_counter() - began:.1f} s: {len(got.body) / 1e6:.2f} MB")
        return file

    def _signed_in(self, name: str, password: str) -> dict[str, str]:
        shown = ask(self.site.url, "GET", "/sign-in")
        form = {"csrfmiddlewaretoken": form_key(shown), "username": name, "password": password}
        answer = ask(self.site.url, "POST", "/sign-in", form=form, cookies=shown.cookies)
        self.verdict.require(answer.status == 302, f"signing in was answered with {answer.status}")
        return dict(shown.cookies | answer.cookies)

    def _kill_an_import(self, file: Path, slug: str, after: float) -> bool:
        """`after` so many seconds: readers see nothing of the club, or all of it. Whether it was under way."""
        command = [sys.executable, "manage.py", "import_club", str(file), "--as", ADMINISTRATOR, "--slug", slug]
        process = subprocess.Popen(
            command, env=os.environ | self.other.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(after)
        process.send_signal(signal.SIGKILL)
        was_running = process.wait() == -signal.SIGKILL
        clubs = json.loads(ask(self.other.url, "GET", "/api/v1/clubs").body)["results"]
        events = json.loads(ask(self.other.url, "GET", f"/api/v1/events?club={slug}").body)["results"]
        if slug in [each["slug"] for each in clubs]:
            whole = self.site.home / f"{slug}.zip"
            self._manage(self.other, "export_club", slug, whole)
            self._compare(file, whole, "an import that had ended before its process was killed")
            return False
        self.verdict.report(f"killed under way after {after:.1f} s: nothing of it is seen")
        self.verdict.require(was_running and not events, f"seen after a kill: {events[:1]}")
        return True

    def _manage(self, site: Site, *arguments: Any) -> str:
        command = [sys.executable, "manage.py", *map(str, arguments)]
        done = subprocess.run(
            command, env=os.environ | site.environment, capture_output=True, text=True, timeout=300, check=False
        )
        self.verdict.require(done.returncode == 0, f"{arguments[0]}: {done.stderr[-1000:]}")
        return done.stdout

    def _compare(self, one: Path, other: Path, where: str) -> None:
        first, second = (_manifest(file) for file in (one, other))
        parts = {part["name"]: part["sha256"] for part in first["parts"]}
        differing = [part["name"] for part in second["parts"] if parts.get(part["name"]) != part["sha256"]]
        self.verdict.require(first["digest"] == second["digest"], f"{where} differs in {differing}")
        self.verdict.report(f"{len(parts)} parts of {where}: {len(differing)} differ, digest {second['digest'][:16]}")


def _manifest(file: Path) -> dict[str, Any]:
    with zipfile.ZipFile(file) as archive:
        return dict(json.loads(archive.read("manifest.json")))


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    site.home.chmod(0o711)  # PostgreSQL runs as another user, and its data may be below
    folder = site.home / "other"
    folder.mkdir()
    other = Site(POSTGRESQL if site.database == SQLITE else SQLITE, folder)
    try:
        other.start_servers()
        Move(site, other, options, verdict).run()
    finally:
        other.stop()


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options))
