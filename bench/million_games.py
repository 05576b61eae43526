"""Pages of a server with a million games and 100,000 people in 400 clubs, on PostgreSQL.

    python -m bench.million_games [--copies 399] [--home FOLDER] [--only TEXT]

One club of 250 members with 25 events and 2,500 games is made by the services, 399 more are copies of it, and beside
them stands, in a transaction that is taken back, a site on which every address leads somewhere. Each page, file and
endpoint that can be read is asked for with nothing cached, and PostgreSQL explains each query on analysed tables.
Milliseconds of the database are what its queries took as this process saw it; of a page that took a quarter of the bar
or more, and of the pages most seen, each query runs again by EXPLAIN ANALYZE: what the server itself reports for
planning and running it, the least of three tries, which a busy machine disturbs less. The bar: at most 100 ms, and no
sequential scan of a table of `LARGE` rows or more, but below a limit that ends it. Exits with 1 where that is broken
or a query could not be explained. On two idle cores half an hour, most of it for the data; with --home the data stay
and are used again.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.test import Client

    from testing.servers import Postgres

PEOPLE, EVENTS = 250, 25
BAR_MS, LARGE, TRIES = 100.0, 20_000, 3
SEEN = 10
NOT_ASKED_FOR = (".png", ".pdf", "sign-out")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--copies", type=int, default=399)
    parser.add_argument("--home", type=Path, default=None)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    with database_on(options.home) as (_server, is_new):
        if is_new:
            _fill(options.copies)
        return _measure(options.only)


@contextmanager
def database_on(home: Path | None) -> Iterator[tuple[Postgres, bool]]:
    """A migrated database on a server of its own, kept in `home` if there is one; whether it is new."""
    from testing.servers import Postgres

    if home is not None:
        home.mkdir(parents=True, exist_ok=True)
        home.chmod(0o711)
    server = Postgres(home / "postgresql" if home else None)
    is_new = not (server.home / "data").exists()
    server.start()
    try:
        url = server.create("million") if is_new else server.url("million")
        os.environ |= {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "gipfel.settings_test"}
        os.environ.pop("REDIS_URL", None)
        import django
        from django.core.management import call_command
        from django.db import connections

        django.setup()
        call_command("migrate", verbosity=0)
        yield server, is_new
        connections.close_all()
    finally:
        server.stop()


def _fill(copies: int) -> None:
    from bench._multiplied import multiply
    from bench.pages import make_club, make_history

    began = perf_counter()
    make_history(*make_club(PEOPLE), EVENTS)
    print(f"one club after {perf_counter() - began:.0f} s", flush=True)
    rows = multiply(copies)
    largest = sorted(rows.items(), key=lambda item: -item[1])[:12]
    print(
        f"{copies} more after {perf_counter() - began:.0f} s: " + ", ".join(f"{t} {n:,}" for t, n in largest),
        flush=True,
    )


# --- asking ------------------------------------------------------------------------------------------


@dataclass
class Query:
    """A statement with its values as it was sent, and how long the database took for it."""

    sql: str
    params: Any
    ms: float


@dataclass
class Page:
    """What one address cost."""

    who: str
    address: str
    status: int = 0
    ms: float = 0.0
    queries: list[Query] = field(default_factory=list)
    scanned: set[str] = field(default_factory=set)
    unexplained: int = 0

    def judge(self) -> list[str]:
        """What is broken."""
        found = [f"{self.ms:.0f} ms of the database"] if self.ms > BAR_MS else []
        found += [f"{self.unexplained} queries not explained"] if self.unexplained else []
        return found + [f"reads all of {table}" for table in sorted(self.scanned)]

    @property
    def line(self) -> str:
        """One line of a table."""
        return f"{self.ms:>8.1f} ms {len(self.queries):>4} queries  {self.who} {self.address}"

    def slowest(self) -> Query:
        """The query that takes the most of it."""
        return max(self.queries, key=lambda query: query.ms)


def _measure(only: str) -> int:
    from django.db import transaction

    logging.disable(logging.ERROR)  # many addresses are answered with a refusal, and each would say so
    with transaction.atomic():
        pages = list(_asked(only))
        transaction.set_rollback(True)
    broken = sum(bool(page.judge()) for page in pages)
    print(f"{len(pages)} pages, files and endpoints, {broken} broken. The slowest:")
    for page in sorted(pages, key=lambda each: -each.ms)[:20]:
        print(page.line)
    print("The pages most seen:")
    for page in [page for page in pages if page.who == "anyone"][:SEEN]:
        print(page.line)
    return 1 if broken or not pages else 0


def _asked(only: str) -> Iterator[Page]:
    large = _large_tables()
    print(f"{len(large)} tables of {LARGE:,} rows or more: {', '.join(sorted(large))}", flush=True)
    for place, (who, client, address) in enumerate(_addresses()):
        if only not in address:
            continue
        page = _ask(client, who, address, large, most_seen=place < SEEN)
        if faults := page.judge():
            print(f"BROKEN {who} {address} [{page.status}]: {'; '.join(faults)}", flush=True)
        if page.ms > BAR_MS:
            worst = page.slowest()
            print(f"    {worst.ms:.0f} ms: {worst.sql[:2_000]}", flush=True)
        yield page


def _large_tables() -> set[str]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= %s", [LARGE])
        return {name for (name,) in cursor.fetchall() if not name.startswith("pg_")}


def _ask(client: Client, who: str, address: str, large: set[str], *, most_seen: bool) -> Page:
    from django.core.cache import cache

    page = Page(who, address)
    cache.clear()
    with _watched() as page.queries:
        answer = client.get(address)
        if answer.streaming:
            sum(map(len, answer.streaming_content))
    page.status = answer.status_code
    exactly = most_seen or sum(query.ms for query in page.queries) >= BAR_MS / 4
    for query in page.queries:
        _explain(query, page, large, exactly=exactly)
    page.ms = sum(query.ms for query in page.queries)
    return page


@contextmanager
def _watched() -> Iterator[list[Query]]:
    from django.db import connection

    found: list[Query] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        began = perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            found.append(Query(str(sql), params, 1_000 * (perf_counter() - began)))

    with connection.execute_wrapper(note):
        yield found


def _explain(query: Query, page: Page, large: set[str], *, exactly: bool) -> None:
    """Note which large tables PostgreSQL reads from end to end for it; `exactly`: run it again for its time."""
    from django.db import DatabaseError, connection, transaction

    is_read = query.sql.lstrip("( ").upper().startswith(("SELECT", "WITH")) and "FOR UPDATE" not in query.sql
    if not is_read or not (exactly or any(name in query.sql for name in large)):
        return
    options = "ANALYZE, TIMING OFF, FORMAT JSON" if exactly else "FORMAT JSON"
    for _ in range(TRIES if exactly else 1):
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN ({options}) {query.sql}", query.params)
                plan = cursor.fetchone()[0]
        except DatabaseError as error:
            print(f"not explained: {error} {query.sql[:120]}", flush=True)
            page.unexplained += 1
            return
        whole = (json.loads(plan) if isinstance(plan, str) else plan)[0]
        if exactly:
            query.ms = min(query.ms, whole["Planning Time"] + whole["Execution Time"])
        page.scanned |= set(_scanned(whole["Plan"], large, limited=False))


def _scanned(node: dict[str, Any], large: set[str], *, limited: bool) -> Iterator[str]:
    limited = (limited or node["Node Type"] == "Limit") and node["Node Type"] not in ("Sort", "Aggregate", "Hash")
    if node["Node Type"] == "Seq Scan" and node["Relation Name"] in large and not limited:
        yield node["Relation Name"]
    for below in node.get("Plans", ()):
        yield from _scanned(below, large, limited=limited)


# --- addresses ---------------------------------------------------------------------------------------


def _addresses() -> Iterator[tuple[str, Client, str]]:
    """Those of the first club, and one of each kind on the site beside it, for who sees most of it."""
    yield from _of_the_club()
    yield from _of_the_site()


def _of_the_club() -> Iterator[tuple[str, Client, str]]:
    from django.test import Client

    from games.models import Game
    from players.models import Club, Person
    from ratings.pools.services.pools import pool_for
    from tournaments.models import Event

    anyone = Client()
    club, event = Club.objects.order_by("pk")[0], Event.objects.order_by("pk")[3]
    game, person = Game.objects.order_by("pk")[40], Person.objects.order_by("pk")[7]
    pool = pool_for("gipf-basic").pk
    for address in (
        "/", f"/events/{event.pk}", f"/events/{event.pk}/pairings/3", f"/games/{game.pk}", f"/people/{person.pk}",
        f"/ratings/{pool}", f"/clubs/{club.slug}", "/ratings", "/games", "/play",
        f"/events/{event.pk}/crosstable", f"/events/{event.pk}/players", f"/events/{event.pk}/info",
        "/events", "/clubs", "/search?q=berg", "/search?q=anberg+7", "/search?q=zzzz",
        f"/ratings/{pool}?page=300", f"/ratings/{pool}?country=NL", f"/ratings/{pool}?q=an",
        f"/ratings/{pool}/people/{person.pk}", f"/ratings/{pool}/distribution",
        f"/clubs/{club.slug}/events", f"/clubs/{club.slug}/ratings",
        "/games?result=1-0", "/games?page=2", f"/games?player={person.pk}", "/games?rules=gipf-basic&result=0-1",
        "/api/v1/events", "/api/v1/events?page=200", "/api/v1/players?q=an", "/api/v1/players?q=anberg+7",
        "/api/v1/collection", "/api/v1/collection?player=anberg+7", "/api/v1/clubs", f"/api/v1/pools/{pool}/ratings",
    ):  # fmt: skip
        yield "anyone", anyone, address


def _of_the_site() -> Iterator[tuple[str, Client, str]]:
    """Every address that can be read and in which no process of its own draws, each for who sees most of it."""
    from testing.factories import AccountFactory, ClubFactory
    from testing.system.site_fixture import make_site
    from testing.system.urls import addresses, endpoints

    for factory in (AccountFactory, ClubFactory):
        factory.reset_sequence(1_000)  # names that the club has not, from an earlier run
    site = make_site(remembered=False)
    administrator, organiser = site.client("administrator"), site.client("organiser")
    pages = {site.address(endpoint): endpoint.name for endpoint in endpoints()}
    every = sorted(pages.keys() | addresses(site.known))
    for address in (each for each in every if not each.endswith(NOT_ASKED_FOR)):
        who, client = ("organiser", organiser) if "/clubs/" in address else ("administrator", administrator)
        yield who, client, address


if __name__ == "__main__":
    sys.exit(main())
