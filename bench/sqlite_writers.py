"""Who waits how long to write to SQLite: in our queue of writers, and where SQLite itself lets them wait (1 min).

    python -m bench.sqlite_writers [--rounds 3] [--writes 100]

As `./run` does it, two processes of eight threads write to one file: a transaction reads, computes for a moment and
writes a row, one after the other until each process has had its share. By turns for both backends, milliseconds by the
clock from the wish to write to the end of the commit.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

OURS, DJANGO = "gipfel.queued_sqlite3", "django.db.backends.sqlite3"
PROCESSES, THREADS = 2, 8
START_SECONDS = 6
"""Until all processes have started, on a busy machine too."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--writes", type=int, default=100, help="transactions of each process")
    options = parser.parse_args()
    for _round in range(options.rounds):
        for engine in (OURS, DJANGO):
            print(tell(engine, measure(engine, options.writes)), flush=True)


def measure(engine: str, writes: int) -> list[float]:
    """The seconds of every transaction of all processes, in order."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        file = Path(folder) / "writers.sqlite3"
        with sqlite3.connect(file) as made:
            made.execute("PRAGMA journal_mode=WAL")
            made.execute("CREATE TABLE line (who)")
        made.close()
        work = (engine, str(file), writes, time.time() + START_SECONDS)
        with multiprocessing.get_context("spawn").Pool(PROCESSES) as pool:
            return sorted(seconds for some in pool.map(_write, [work] * PROCESSES, 1) for seconds in some)


def tell(engine: str, waits: list[float]) -> str:
    """A line of the table."""
    at = {name: 1000 * waits[min(len(waits) - 1, int(share * len(waits)))] for name, share in SHARES.items()}
    told = ", ".join(f"{name} {value:.0f}" for name, value in at.items())
    return f"{engine}: {told} ms; load {os.getloadavg()[0]:.0f}"


SHARES = {"p50": 0.5, "p95": 0.95, "max": 1.0}


def _write(work: tuple[str, str, int, float]) -> list[float]:
    """One process."""
    engine, file, writes, start = work
    _set_up(engine, file)
    left = iter(range(writes))
    with ThreadPoolExecutor(THREADS) as threads:
        return [
            seconds for some in threads.map(lambda _thread: list(_one(left, start)), range(THREADS)) for seconds in some
        ]


def _set_up(engine: str, file: str) -> None:
    import django
    from django.conf import settings

    opening = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
    options: dict[str, Any] = {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": opening}
    settings.configure(DATABASES={"default": {"ENGINE": engine, "NAME": file, "CONN_MAX_AGE": 60, "OPTIONS": options}})
    django.setup()


def _one(left: Iterator[int], start: float) -> Iterator[float]:
    """One thread."""
    from django.db import connection, transaction

    connection.ensure_connection()
    time.sleep(max(0.0, start - time.time()))
    for _number in left:
        began = time.perf_counter()
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM line")
            sum(number * number for number in range(10_000))  # what a service does while it holds the lock
            cursor.execute("INSERT INTO line VALUES ('x')")
        yield time.perf_counter() - began


if __name__ == "__main__":
    main()
