"""Pages of a rating list of 20,000 players.

    python -m bench.rating_pages [--postgres] [--players 20000] [--ledger FOLDER]

--ledger: the list of a million games that `python -m bench.ledger --keep FOLDER` has left, with all that hangs on it.

CPU milliseconds of this process, which hold SQLite's work too, and in brackets wall milliseconds, for a reader who is
not signed in: the least of a few tries. Nothing of a page is kept but the countries that it offers.
"""

from __future__ import annotations

import argparse
import datetime
import os
import random
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from bench.pages import database_of_its_own

if TYPE_CHECKING:
    from ratings.models import Pool

TRIES = 7
COUNTRIES = ("NL", "DE", "IR", "JP", "BE", "FR", "US", "")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--postgres", action="store_true", help="on a private PostgreSQL server instead of SQLite")
    parser.add_argument("--players", type=int, default=20_000)
    parser.add_argument("--ledger", type=Path, help="a folder that `bench.ledger --keep` has left")
    chosen = parser.parse_args(arguments)
    if chosen.ledger:
        measure_ledger(chosen.ledger)
        return
    with database_of_its_own("", postgres=chosen.postgres):
        from django.test import Client

        pool = fill(chosen.players)
        client = Client()
        print(f"{'page':<44} {'ms':>14} {'queries':>8} {'KB':>6}")
        for address in addresses(pool, chosen.players):
            print(_line(client, address), flush=True)


def measure_ledger(folder: Path) -> None:
    """The pages of a list with its whole history."""
    from testing.servers import Postgres

    server = Postgres(folder).start()
    try:
        os.environ |= {"DATABASE_URL": server.url("postgres"), "DJANGO_SETTINGS_MODULE": "gipfel.settings_test"}
        import django

        django.setup()
        from django.test import Client

        from ratings.models import Pool, Rating

        pool = Pool.objects.filter(club__isnull=False).first()
        assert pool is not None
        people = list(Rating.objects.filter(pool=pool).order_by("-value").values_list("person", flat=True)[:5])
        here, players = f"/ratings/{pool.pk}", Rating.objects.filter(pool=pool).count()
        print(f"{'page':<44} {'ms':>14} {'queries':>8} {'KB':>6}")
        for address in (
            *addresses(pool, players),
            f"{here}.csv",
            f"{here}/people/{people[0]}",
            f"{here}/compare?{'&'.join(f'p={person}' for person in people)}",
            f"{here}/distribution",
            f"{here}/evidence",
            f"{here}/lists",
            f"/people/{people[0]}",
        ):
            print(_line(Client(), address), flush=True)
    finally:
        server.stop()


def fill(players: int) -> Pool:
    """A list of so many players, their ratings about 1500 with a spread of 300."""
    from django.db import connection
    from django.utils import timezone

    from players.models import Person
    from players.names import normalize_name
    from ratings.models import Rating
    from ratings.pools.services.pools import pool_for

    chance, today, pool = random.Random(20_000), timezone.localdate(), pool_for("gipf-basic")
    names = [f"{chance.choice('BDFGHKLMNPRST')}a{chance.choice('lmnr')}o Müller {n}" for n in range(players)]
    people = Person.objects.bulk_create(
        Person(name=name, folded=normalize_name(name), country=chance.choice(COUNTRIES)) for name in names
    )
    Rating.objects.bulk_create(
        Rating(
            pool=pool,
            person=person,
            value=round(chance.gauss(1500, 300)),
            games=chance.randrange(1, 200),
            provisional=chance.random() < 0.3,
            last_change=chance.randrange(-30, 30),
            last_rated_on=today - datetime.timedelta(days=chance.randrange(1_500)),
        )
        for person in people
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return pool


def addresses(pool: Pool, players: int) -> list[str]:
    here = f"/ratings/{pool.pk}"
    return [
        here,
        f"{here}?page={players // 200}",
        f"{here}?page={players // 100}",
        f"{here}?country=NL&active=yes&provisional=no",
        f"{here}?q=baro+muller+7",
        f"/api/v1/pools/{pool.pk}/ratings",
        f"/api/v1/pools/{pool.pk}/ratings?size=500&page={players // 500}",
    ]


def _line(client: object, address: str) -> str:
    from django.core.cache import caches
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    assert isinstance(client, Client)
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(address)
    queries = len(asked)
    assert answer.status_code == 200, address
    cpu, wall = [], []
    for _try in range(TRIES):
        caches["default"].clear()  # what an address may ask for in a minute is counted there
        client.get(address)  # and what is kept between readers is there again
        began, ticks = perf_counter(), process_time()
        client.get(address)
        cpu.append(1000 * (process_time() - ticks))
        wall.append(1000 * (perf_counter() - began))
    size = len(answer.content) / 1024
    return f"{address:<44} {min(cpu):>6.1f} ({min(wall):>5.1f}) {queries:>8} {size:>6.0f}"


if __name__ == "__main__":
    main()
