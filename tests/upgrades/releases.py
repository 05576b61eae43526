"""Small databases of earlier releases, with rows in every table, made by the code of each release.

    python -m tests.upgrades.releases 0.2.0

makes that of the code as it is, for both databases, in tests/data/releases/0.2.0/. Run it once for each release, when
it is made, and commit what it wrote; what is there already is never made again.
"""

from __future__ import annotations

import gzip
import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from testing import PROJECT

FOLDER = PROJECT / "tests" / "data" / "releases"
SQLITE, POSTGRESQL = "sqlite.sql.gz", "postgresql.sql.gz"
NEVER_USED = {"auth_group", "auth_group_permissions", "django_session"}
"""Django's own tables that nothing here writes."""
OF_LONG_LISTS = {"ratings_checkpoint"}
"""Kept for lists of many games alone. What is lost there is computed again."""


def releases() -> list[str]:
    """Every release that has left its data, by name."""
    return sorted(folder.name for folder in FOLDER.glob("*/"))


def load_sqlite(release: str, file: Path) -> None:
    """The data of a release as a new database file."""
    with closing(sqlite3.connect(file)) as database:
        database.executescript(gzip.decompress((FOLDER / release / SQLITE).read_bytes()).decode())


def load_postgresql(release: str, url: str) -> None:
    """The data of a release in an empty database."""
    from testing.servers import find_postgres_programs

    script = gzip.decompress((FOLDER / release / POSTGRESQL).read_bytes())
    command = [
        str(find_postgres_programs() / "psql"),
        "--no-psqlrc",
        "--quiet",
        "--set=ON_ERROR_STOP=1",
        f"--dbname={url}",
    ]
    done = subprocess.run(command, input=script, capture_output=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.decode())


# --- making one --------------------------------------------------------------------------------------


def make(release: str) -> None:
    """Fill a new database of each kind by the services of today, and write both down."""
    from testing.servers import Postgres

    folder = FOLDER / release
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as home:
        _filled(home)
        with closing(sqlite3.connect(Path(home) / "gipfel.sqlite3")) as database:
            _write(folder / SQLITE, "\n".join(database.iterdump()).encode())
        postgres = Postgres().start()
        try:
            url = postgres.create("gipfel")
            _filled(home, url)
            command = [str(postgres.bin / "pg_dump"), "--no-owner", "--no-privileges", f"--dbname={url}"]
            _write(folder / POSTGRESQL, subprocess.run(command, capture_output=True, check=True).stdout)
        finally:
            postgres.stop()


def _write(file: Path, script: bytes) -> None:
    lines = [line for line in script.splitlines() if not line.startswith((b"\\restrict", b"\\unrestrict"))]
    file.write_bytes(gzip.compress(b"\n".join(lines) + b"\n", mtime=0))
    sys.stdout.write(f"{file.relative_to(PROJECT)}: {file.stat().st_size:,} bytes\n")


def _filled(home: str, url: str = "") -> None:
    environment = os.environ | {"GIPFEL_HOME": home, "DJANGO_SETTINGS_MODULE": "gipfel.settings_test"}
    environment.pop("DATABASE_URL", None)
    if url:
        environment["DATABASE_URL"] = url
    subprocess.run(
        [sys.executable, "-m", "tests.upgrades.releases", "--fill"], cwd=PROJECT, env=environment, check=True
    )


def fill() -> None:
    """Rows in every table: a world in which every address leads somewhere, and what it leaves out."""
    import django

    django.setup()
    from django.apps import apps
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    call_command("migrate", verbosity=0)
    setup_test_environment()
    from common.jobs.models import Job
    from common.jobs.services import beat, request
    from games.models import Game
    from games.results.services.results import claim_result
    from play.solitaires.services.days import DRAW
    from play.solitaires.services.practice import STOCK
    from players.models import Account
    from players.roles import Role
    from ratings.ledger.services.ledgers import recompute
    from ratings.models import Pool
    from testing.factories import ClubFactory, holder_of, organiser_of
    from testing.system.site_fixture import make_site
    from testing.tournaments.factories import FOUR, entry, running
    from tests.upgrades.rare_rows import make_answer, make_rare_rows
    from tournaments.entries.services import leaving

    make_site()
    club = ClubFactory(name="Delft دلفت デルフト", slug="delft")
    organiser = organiser_of(club)
    event = running(club, organiser, FOUR, rounds=1, name="Kept – رویداد – 大会")
    games = Game.objects.filter(paired__pairing__round__event=event)
    game = games.earliest("pk")
    claim_result(game.pk, organiser, "1-0", source="desk", role="arbiter", reason="Time ran out: «زمان»")
    make_rare_rows(event, organiser, games.latest("pk"))
    leaving.withdraw(event.pk, organiser, entry(event, "Ben").pk, reason="Ill since Friday")
    holder_of(Role.ARBITER, event.scope, Account.objects.create_user("späte-ärztin", "a long enough password"))
    for pool in Pool.objects.all():
        recompute(pool.pk, from_nothing=True)
    beat("work@example:1")
    make_answer(event)  # a worker deletes those of events that are long over
    request("rate", "1")
    Job.objects.filter(kind__in=(STOCK, DRAW)).delete()  # minutes of a solver, of no use here
    models = apps.get_models(include_auto_created=True)
    empty = {model._meta.db_table for model in models if not model._base_manager.exists()}
    empty -= NEVER_USED | OF_LONG_LISTS
    if empty:
        raise SystemExit(f"Nothing is in {', '.join(sorted(empty))}: make a row of each in {__file__}.")


if __name__ == "__main__":
    if sys.argv[1:] == ["--fill"]:
        fill()
    elif len(sys.argv) == 2:
        make(sys.argv[1])
    else:
        raise SystemExit(__doc__)
