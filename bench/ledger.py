"""A list of a million games on PostgreSQL: recomputed and written back, beside a bare ordered COPY out and in.

    python -m bench.ledger [--games N] [--players N] [--months N] [--first] [--keep FOLDER]

About three minutes for a million games, most of which make them; `--first` also publishes what the list says of each
event for the first time, which takes a few more; `--keep` leaves the games in a folder for the next time. Wall and CPU
seconds, the latter of this process and of the server's; "× 2.0" is the wall time in times of the floor; "longest lock"
the longest time for which the list was locked, with the commit. At the end a club of 10,000 games on SQLite, in a
process of its own.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from testing.servers import Postgres

FIELDS = (
    *("parent_scope_id", "club_id", "online", "rules", "options", "handicap", "setup", "agreed_draws", "guests"),
    *("rated", "rated_on", "sequence", "rated_result", "result_locked", "left_out", "version"),
)
LOCKING = ("_write_part", "_stage_checkpoint", "_write_last_part", "_keep_checkpoints")
"""What of `ratings.ledger.services.ledgers` locks a list, each in a transaction of its own."""


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    for name, default in (("games", 1_000_000), ("players", 20_000), ("months", 120)):
        wanted.add_argument(f"--{name}", type=int, default=default)
    wanted.add_argument("--first", action="store_true")
    wanted.add_argument("--keep", type=Path)
    asked = wanted.parse_args()
    server = Postgres(asked.keep).start()
    try:
        os.environ |= {"DATABASE_URL": server.url("postgres"), "DJANGO_SETTINGS_MODULE": "gipfel.settings_test"}
        import django

        django.setup()
        Bench(server.pid).measure(asked.games, asked.players, asked.months, first=asked.first)
    finally:
        server.stop()
    subprocess.run([sys.executable, "-c", "from bench import ratings; ratings.club()"], check=True)


class Bench:
    """The rows, beside one floor. `server` is PostgreSQL's first process."""

    def __init__(self, server: int) -> None:
        self.server, self.floor, self.locks = server, 0.0, list[float]()

    def measure(self, games: int, players: int, months: int, *, first: bool) -> None:
        from django.core.management import call_command
        from django.db import connection

        from ratings.core.queries.rating_list import rating_list
        from ratings.ledger.services.ledgers import recompute
        from ratings.models import Pool, Published

        call_command("migrate", verbosity=0)
        kept = Pool.objects.filter(club__isnull=False).first()
        pool = kept.pk if kept else make_list(games, players, months)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
        print(f"{games:,} games between {players:,} players in {months} months, PostgreSQL")
        self.floor = self.time("floor: ordered COPY out and in", copy_out_and_in)
        self.watch_locks()
        if first:
            self.time("first time, with what it publishes", lambda: recompute(pool))
        else:
            self.time("first time, published before", lambda: recompute_published(pool))
        for start in (1501, 1500):
            Pool.objects.filter(pk=pool).update(parameters={"start": start})
            self.time("from nothing, every row written back", partial(recompute, pool, from_nothing=True), "6 s, × 6")
        self.time("nothing to do", lambda: recompute(pool))
        for share in (0.1, 0.5, 0.99):
            flip(share)
            self.time(f"a result flipped at {share:.0%} of history", lambda: recompute(pool), "2 s")
        found = Pool.objects.get(pk=pool)
        assert Published.objects.exists() == first
        self.time("the whole list read", lambda: len(rating_list(found)))
        self.time("its first 100", lambda: len(rating_list(found, limit=100)))
        check(pool)

    def time(self, what: str, work: Callable[[], Any], bar: str = "") -> float:
        """Print what the work took, times the floor, what it came to, its longest lock, and the load."""
        self.locks.clear()
        began, cpu, server = perf_counter(), process_time(), cpu_of(self.server)
        came_to = work()
        took, cpu, server = perf_counter() - began, process_time() - cpu, cpu_of(self.server) - server
        times = f"× {took / self.floor:5.1f}" if self.floor else ""
        lock = f"longest lock {max(self.locks):.3f} s" if self.locks else ""
        told = f"{what:<40} {took:>7.3f} s  CPU {cpu:>6.3f} + {server:>5.2f} s  {times:<8} {came_to:>9,}  {lock:<22}"
        load = os.getloadavg()[0]
        print(f"  {told} load {load:.1f} {f'  (bar: {bar})' if bar else ''}", flush=True)
        return took

    def watch_locks(self) -> None:
        """Note for how many seconds each transaction of a recompute lasts."""
        from ratings.ledger.services import ledgers

        for name in LOCKING:
            setattr(ledgers, name, self._watched(getattr(ledgers, name)))

    def _watched(self, locking: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*given: Any, **named: Any) -> Any:
            began = perf_counter()
            answer = locking(*given, **named)
            self.locks.append(perf_counter() - began)
            return answer

        return watched


def cpu_of(server: int) -> float:
    """CPU seconds of PostgreSQL: its first process, those that it has waited for, and its children of now."""
    ticks = os.sysconf("SC_CLK_TCK")
    total = 0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            told = (process / "stat").read_text().rpartition(")")[2].split()
            if int(process.name) == server:
                total += sum(map(int, told[11:15]))
            elif int(told[1]) == server:
                total += sum(map(int, told[11:13]))
    return total / ticks


def recompute_published(pool: int) -> int:
    """As for a list that has said of each event what it says: then that is not written."""
    from ratings.ledger.services import ledgers

    said_first = ledgers._first_lines
    ledgers._first_lines = lambda *_given: iter(())
    try:
        return ledgers.recompute(pool)
    finally:
        ledgers._first_lines = said_first


def check(pool: int) -> None:
    """What is stored is what a recompute from nothing comes to, byte for byte."""
    from ratings.ledger.replaying import replay
    from ratings.ledger.services.ledgers import difference
    from ratings.models import Pool

    found = Pool.objects.get(pk=pool)
    ledger = replay(found)
    assert not difference(found, ledger) and found.digest == ledger.digest


def make_list(games: int, players: int, months: int, *, first_event: int = 0) -> int:
    """Uniform pairs, a win for one of the two, in events numbered from `first_event` on; the id of the list."""
    from common.bulk_rows import insert_rows
    from common.journal.services import open_scope
    from games.models import Game
    from players.models import Club, Person
    from ratings.pools.services.pools import pool_for

    club = Club.objects.create(name="Bench", slug="bench")
    people = [person.pk for person in Person.objects.bulk_create(Person(name=f"P {n}") for n in range(players))]
    chance = random.Random(1990)
    for month in range(months):
        parent_scope = open_scope(f"event:{first_event + month}", club.scope)
        day = date(2010, 1, 31) + timedelta(days=30 * month)
        like = Game(club=club, parent_scope=parent_scope, rules="gipf-basic", rated_on=day)
        same = [getattr(like, name) for name in FIELDS]
        pairs = (chance.sample(people, 2) for _ in range(games // months))
        rows = ((*same, one, two, chance.choice(("1-0", "0-1"))) for one, two in pairs)
        insert_rows(Game, (*FIELDS, "white_id", "black_id", "result"), rows)
    return int(pool_for("gipf-basic", club).pk)


def copy_out_and_in() -> int:
    from django.db import connection

    columns = "rated_on, occasion_id, white_id, black_id, result"
    with connection.cursor() as cursor:
        with cursor.copy(
            f"COPY (SELECT {columns} FROM games_game ORDER BY rated_on, occasion_id, id) TO STDOUT"
        ) as out:
            rows = [bytes(part) for part in out]
        cursor.execute(f"CREATE TABLE copied AS SELECT {columns} FROM games_game LIMIT 0")
        with cursor.copy(f"COPY copied ({columns}) FROM STDIN") as into:
            for row in rows:
                into.write(row)
        cursor.execute("DROP TABLE copied")
    return len(rows)


def flip(share: float) -> None:
    from games.models import Game

    ids = Game.objects.order_by("pk").values_list("pk", flat=True)
    game = Game.objects.get(pk=ids[int(ids.count() * share)])
    Game.objects.filter(pk=game.pk).update(result="0-1" if game.result == "1-0" else "1-0")


if __name__ == "__main__":
    main()
