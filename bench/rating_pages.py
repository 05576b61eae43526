"""Pages of a rating list of 20,000 players.

    python -m bench.rating_pages [--postgres] [--players 20000]

CPU milliseconds of this process, which hold SQLite's work too, and in brackets wall milliseconds, for a reader who is
not signed in: the least of a few tries. Nothing of a page is kept but the countries that it offers.
"""

from __future__ import annotations

import argparse
import datetime
import random
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
    chosen = parser.parse_args(arguments)
    with database_of_its_own("", postgres=chosen.postgres):
        from django.test import Client

        pool = fill(chosen.players)
        client = Client()
        print(f"{'page':<44} {'ms':>14} {'queries':>8} {'KB':>6}")
        for address in addresses(pool, chosen.players):
            print(_line(client, address), flush=True)


def fill(players: int) -> Pool:
    """A list of so many players, their ratings about 1500 with a spread of 300."""
    from django.db import connection
    from django.utils import timezone

    from players.models import Person
    from players.names import normalize_name
    from ratings.models import Rating
    from ratings.services import pool_for

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
