"""A list of a million games on PostgreSQL: recomputed and written back, beside a bare ordered COPY out and in.

    python -m bench.ledger [--games N] [--players N] [--months N]

About five minutes for a million games, most of which make them. Wall and CPU seconds of this process; "longest lock" is
the longest time for which the list was locked while a part was written.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Callable
from contextlib import suppress
from datetime import date, timedelta
from time import perf_counter, process_time
from typing import Any

from tests.servers import Postgres

FIELDS = (
    *("occasion_id", "club_id", "online", "rules", "options", "handicap", "setup", "agreed_draws", "guests", "rated"),
    *("rated_on", "sequence", "rated_result", "result_locked", "version"),
)


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    for name, default in (("games", 1_000_000), ("players", 20_000), ("months", 120)):
        wanted.add_argument(f"--{name}", type=int, default=default)
    asked = wanted.parse_args()
    with suppress(OSError):
        print(f"load {os.getloadavg()[0]:.1f}")
    server = Postgres().start()
    try:
        os.environ |= {"DATABASE_URL": server.url("postgres"), "DJANGO_SETTINGS_MODULE": "gipfel.settings_test"}
        import django

        django.setup()
        measure(asked.games, asked.players, asked.months)
    finally:
        server.stop()


def measure(games: int, players: int, months: int) -> None:
    from django.core.management import call_command
    from django.db import connection

    from ratings.models import Pool
    from ratings.services import recompute

    call_command("migrate", verbosity=0)
    pool = make_list(games, players, months)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    print(f"{games:,} games between {players:,} players in {months} months, PostgreSQL")
    floor = timed("floor: ordered COPY out and in", copy_out_and_in)
    locks = watch_locks()
    timed("first time, with what it publishes", lambda: recompute(pool), floor, locks)
    Pool.objects.filter(pk=pool).update(parameters={"start": 1501})
    timed("from nothing, every row written back", lambda: recompute(pool), floor, locks)
    timed("nothing to do", lambda: recompute(pool), floor, locks)
    for share in (0.1, 0.5, 0.99):
        flip(share)
        timed(f"a result flipped at {share:.0%} of history", lambda: recompute(pool), floor, locks)
    from ratings.queries import rating_list

    found = Pool.objects.get(pk=pool)
    timed("the whole list read", lambda: len(rating_list(found)), floor)
    timed("its first 100", lambda: len(rating_list(found, limit=100)), floor)


def timed(what: str, work: Callable[[], Any], floor: float = 0.0, locks: list[float] | None = None) -> float:
    """Print what the work took, times the floor, what it came to and its longest lock."""
    if locks is not None:
        locks.clear()
    began, cpu = perf_counter(), process_time()
    came_to = work()
    took, cpu = perf_counter() - began, process_time() - cpu
    times = f"× {took / floor:5.1f}" if floor else ""
    lock = f"longest lock {max(locks):.3f} s" if locks else ""
    print(f"  {what:<40} {took:>7.3f} s  {cpu:>7.3f} s CPU  {times:<8} {came_to:>9,}  {lock}", flush=True)
    return took


def watch_locks() -> list[float]:
    """Seconds that each part was written for, as they come."""
    from ratings.services import ledgers

    seconds: list[float] = []
    write = ledgers._write

    def watched(*given: Any) -> None:
        began = perf_counter()
        write(*given)
        seconds.append(perf_counter() - began)

    ledgers._write = watched
    return seconds


def make_list(games: int, players: int, months: int) -> int:
    """Uniform pairs, a win for one of the two; the id of the list."""
    from common.bulk_insert import insert_rows
    from common.journal.services import open_scope
    from games.models import Game
    from players.models import Club, Person
    from ratings.services import pool_for

    club = Club.objects.create(name="Bench", slug="bench")
    people = [person.pk for person in Person.objects.bulk_create(Person(name=f"P {n}") for n in range(players))]
    chance = random.Random(1990)
    for month in range(months):
        occasion = open_scope(f"event:{month}", club.scope)
        day = date(2010, 1, 31) + timedelta(days=30 * month)
        like = Game(club=club, occasion=occasion, rules="gipf-basic", rated_on=day)
        same = [getattr(like, name) if name != "options" else "[]" for name in FIELDS]
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
