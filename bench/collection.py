"""Position search among 100,000 records, with the count of what is found and the statistics of the next turns.

    python -m bench.collection [--postgres] [--games 100000] [--home FOLDER]

Some minutes, nearly all of it for the data: a thousand games of seeded random play, thirty turns each, stand for all
records in turn, so that each position deep in a game has a hundred games. The rows of games, records and the index are
written as tables, since the turns themselves are not looked at. PostgreSQL vacuums them before, as it does by itself
within a minute after so many rows.
Wall milliseconds: the median and the worst of `TRIES`, each with its own position.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, pairwise
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from bench.pages import database_of_its_own

if TYPE_CHECKING:
    from gipf_engine.rules.base import Position

RULES, DIFFERENT, TURNS, TRIES, PEOPLE = "gipf-basic", 1_000, 30, 20, 1_000
BAR = 100
"""Milliseconds for a page of what is found, its count included."""
DEPTHS = (0, 1, 2, 4, 8, 16, 24)
PORTION = 5_000
COLUMNS = "record_id, ply, game_id, key, next_key"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--postgres", action="store_true", help="on a private PostgreSQL server instead of SQLite")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--home", default="", help="keep the data in this folder, and use what is there")
    chosen = parser.parse_args(arguments)
    lines = list(_random_games())
    with database_of_its_own(chosen.home, postgres=chosen.postgres):
        from games.models import IndexedPosition

        began = perf_counter()
        if not IndexedPosition.objects.exists():
            _fill(chosen.games, [[position.key() for position in line] for line in lines])
        rows = IndexedPosition.objects.count()
        print(f"{chosen.games} records, {rows} rows of the index, after {perf_counter() - began:.0f} s", flush=True)
        _measure(lines)


def _random_games() -> Iterator[list[Position]]:
    """The positions of games of seeded random play."""
    from gipf_engine.rules import rules_for

    chance = random.Random(1997)
    for _game in range(DIFFERENT):
        position = rules_for(RULES).start()
        line = [position]
        while len(line) <= TURNS and position.outcome is None:
            position = position.play(chance.choice(list(islice(position.legal_moves(), 60))))
            line.append(position)
        yield line


def _fill(games: int, keys: list[list[int]]) -> None:
    from django.db import connection
    from django.utils import timezone

    from games.models import Game, IndexedPosition, Record
    from players.models import Person
    from testing.factories import ClubFactory, parent_scope_of

    club = ClubFactory()
    parent_scope = parent_scope_of(club)
    people = [person.pk for person in Person.objects.bulk_create(Person(name=f"P {n}") for n in range(PEOPLE))]
    index = IndexedPosition._meta.indexes[0]
    with connection.schema_editor() as editor:
        editor.remove_index(IndexedPosition, index)
    results = ("1-0", "0-1", "1/2-1/2")
    for start in range(0, games, PORTION):
        made = Game.objects.bulk_create(
            Game(
                parent_scope=parent_scope,
                club=club,
                rules=RULES,
                white_id=people[n % PEOPLE],
                black_id=people[(n // 7 + 1 + n) % PEOPLE] if (n // 7 + 1) % PEOPLE else people[n % PEOPLE - 1],
                result=results[n % 3],
            )
            for n in range(start, min(start + PORTION, games))
        )
        records = Record.objects.bulk_create(
            Record(
                game=game,
                number=1,
                handed_in_at=timezone.now(),
                digest="",
                plies=len(keys[game.pk % DIFFERENT]) - 1,
                outcome="*",
                indexed=True,
            )
            for game in made
        )
        _write((record.pk, ply, record.game_id, key, following)
               for record in records
               for ply, (key, following) in enumerate(pairwise([*keys[record.game_id % DIFFERENT], None])))  # fmt: skip
    with connection.schema_editor() as editor:
        editor.add_index(IndexedPosition, index)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def _write(rows: Iterator[tuple[int | None, ...]]) -> None:
    """As tables: by COPY, or by one prepared statement."""
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY games_indexedposition ({COLUMNS}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            cursor.executemany(f"INSERT INTO games_indexedposition ({COLUMNS}) VALUES (%s, %s, %s, %s, %s)", list(rows))


def _measure(lines: list[list[Position]]) -> None:
    from games.collection.queries.collection import CollectionQuery, find_games, next_turns

    print(
        f"{'after turns':>12}{'games':>10}{'search, median':>17}{'worst':>8}{'next turns, median':>21}{'worst':>8}  ms"
    )
    slowest = 0.0
    for depth in DEPTHS:
        positions = [line[min(depth, len(line) - 1)] for line in lines[:TRIES]]
        queries = [CollectionQuery(rules=RULES, position=position) for position in positions]
        found = max(find_games(query, 0, 50).count for query in queries[:3])
        search = [_timed(partial(find_games, query, 0, 50)) for query in queries]
        turns = [_timed(partial(next_turns, query)) for query in queries]
        slowest = max(slowest, median(search))
        told = f"{median(search):17.1f}{max(search):8.1f}{median(turns):21.1f}{max(turns):8.1f}"
        print(f"{depth:12}{found:10}{told}", flush=True)
    print(f"the slowest median is {slowest:.1f} ms; the bar is {BAR} ms: {'kept' if slowest <= BAR else 'MISSED'}")


def _timed(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return (perf_counter() - began) * 1000


if __name__ == "__main__":
    main()
