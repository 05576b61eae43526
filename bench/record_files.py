"""10,000 records handed in as one file, on PostgreSQL with two workers of which one is killed on the way.

    python -m bench.record_files [--records 10000]

Seconds from handing in until every record is reported, job rows and the report included. The records are the reference
games of tests/data/games, one after the other, each for a game of its own. At the end, how long the archive of them
all takes. Two to four minutes in all.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import cycle, islice
from time import perf_counter
from typing import TYPE_CHECKING

from bench.pages import database_of_its_own

if TYPE_CHECKING:  # models are there only after Django is set up
    from players.models import Account

RECORDS = 10_000
BAR = 120
PLAYERS = 200
LEASE = 5
"""Seconds after which what a killed worker had taken is free again."""


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=RECORDS)
    chosen = parser.parse_args(arguments)
    with database_of_its_own("", postgres=True):
        _measure(chosen.records)


def _measure(count: int) -> None:
    from django.db.models import Count

    from common.jobs.models import Job
    from games.models import Certificate, Game, Record
    from games.records.queries import file_report, filed_rows
    from games.records.services.record_files import submit_records

    parent_scope, account, text = _games(count)
    print(f"{count:,} records, {len(text) / 1e6:.1f} MB of text")
    workers = [_worker(), _worker()]
    time.sleep(3)  # both have started and wait
    began = perf_counter()
    file = submit_records(parent_scope, account, text.encode())
    handed_in = perf_counter() - began
    killed = False
    while Job.objects.exists():
        time.sleep(0.25)
        if not killed and file_report(file.pk).done > count / 4:
            workers[0].kill()
            killed = True
            print(f"    a worker killed after {perf_counter() - began:.0f} s")
            workers.append(_worker())
    seconds = perf_counter() - began
    report = file_report(file.pk)
    rows = filed_rows(file)
    for worker in workers:
        worker.kill()
        worker.wait()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    once = Game.objects.annotate(number=Count("records", distinct=True)).filter(number=1).count()
    print(f"    the answer to handing in {handed_in:.2f} s; all reported after {seconds:.0f} s (bar {BAR})")
    print(f"    CPU of the workers {used.ru_utime + used.ru_stime:.0f} s; load of the machine {os.getloadavg()[0]:.1f}")
    print(f"    {report.counts}; {len(rows):,} reported; {once:,} games with one record")
    _archive()
    assert killed, "no worker was killed: ask for more records"
    assert (Record.objects.count(), once, len(rows)) == (count, count, count)
    assert Certificate.objects.count() == count


def _archive() -> None:
    """What a worker does for the archive of all that is public."""
    from games.collection.queries.archives import public_records
    from games.collection.services import make_archive
    from games.models import RecordArchive

    began = perf_counter()
    make_archive(public_records())
    made = RecordArchive.objects.get()
    print(
        f"    their archive made in {perf_counter() - began:.0f} s: {made.records:,} records, {made.size / 1e6:.1f} MB"
    )


def _worker() -> subprocess.Popen[bytes]:
    from django.db import connection

    settings = connection.settings_dict
    url = f"postgres://{settings['USER']}@{settings['HOST']}:{settings['PORT']}/{settings['NAME']}"
    environment = os.environ | {"DATABASE_URL": url, "JOBS_LEASE_SECONDS": str(LEASE), "LOG_LEVEL": "ERROR"}
    return subprocess.Popen([sys.executable, "manage.py", "work", "--every", "0.2"], env=environment)


def _games(count: int) -> tuple[str, Account, str]:
    """So many games of one parent scope, an arbiter of theirs, and the text of their records."""
    from common.journal.services import open_scope
    from games.models import Game
    from testing.factories import ClubFactory, PersonFactory, organiser_of

    club = ClubFactory()
    people = [PersonFactory(member_of=club) for _ in range(PLAYERS)]
    parent_scope = open_scope("event:1", club.scope)
    starts = list(islice(cycle(_references()), count))
    games = Game.objects.bulk_create(
        Game(
            parent_scope=parent_scope,
            club=club,
            rules=rules,
            options=options,
            setup=setup,
            white=people[place % PLAYERS],
            black=people[(place + 1 + place // PLAYERS) % PLAYERS] if (1 + place // PLAYERS) % PLAYERS else people[0],
        )
        for place, (rules, options, setup, _text) in enumerate(starts)
    )
    texts = (f'[GameId "{game.pk}"]\n{text}\n\n' for game, (*_start, text) in zip(games, starts, strict=True))
    return parent_scope.key, organiser_of(club), "".join(texts)


def _references() -> Iterator[tuple[str, list[str], str, str]]:
    """Rules, options, set-up and text of every reference game that ended."""
    from testing.engine.rules import gipf_data, lyngk_data
    from testing.engine.rules.records import gipf_record, lyngk_record

    records = [lyngk_record(game) for game in lyngk_data.reference_games()]
    records += [gipf_record(variant, game) for variant in gipf_data.VARIANTS for game in gipf_data.games(variant)]
    for record in records:
        tags = "".join(f'[{name} "{value}"]\n' for name, value in record.tags.items() if value)
        yield record.key, sorted(record.options), record.tags.get("Setup", ""), f"{tags}\n{' '.join(record.tokens)}"


if __name__ == "__main__":
    main()
