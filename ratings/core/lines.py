"""The stored ledger as plain values: what each event did to each person, however the tables keep it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from django.db import connection
from django.db.models import Q

from common.bulk_rows import copy_rows
from games.models import Game
from gipf_engine.ratings import all_systems
from players.core.queries.records import canonical_id
from ratings.core.packed_lines import LedgerLine, find, unpack
from ratings.models import History, Pool

__all__ = [
    "LedgerLine",
    "lines_in",
    "lines_of",
    "lines_of_event",
    "packed_lines_of",
    "stored_histories",
    "value_keys",
]


def value_keys(pool: Pool) -> list[str]:
    """What the pool's system notes with each line, by key, in its order."""
    return [value.key for value in all_systems()[pool.system].values]


def lines_of(pool: Pool, persons: Iterable[int]) -> dict[int, list[LedgerLine]]:
    """By person (canonical ids) the lines in one pool, the oldest first; without those who have none. One query."""
    return {person: lines for (_pool, person), lines in lines_in([pool], persons).items()}


def lines_in(pools: Iterable[Pool], persons: Iterable[int]) -> dict[tuple[int, int], list[LedgerLine]]:
    """By pool and person (canonical ids) the lines in several pools, the oldest first. One query."""
    return {
        (pool.pk, person): list(unpack(packed, person, keys))
        for pool, keys, person, packed in _history_rows(pools, set(persons))
    }


def packed_lines_of(pool: Pool, persons: Iterable[int]) -> dict[int, bytes]:
    """By person (canonical ids) the packed lines in one pool; without those who have none. One query."""
    return {person: packed for _pool, _keys, person, packed in _history_rows([pool], set(persons))}


def lines_of_event(scope: str) -> dict[int, dict[int, list[LedgerLine]]]:
    """By pool and person what the event with this scope did in every pool that rates it. Three queries.

    It is one line of each person, or where games count at once one for each day.
    """
    games = Game.objects.filter(parent_scope__key=scope).filter(Q(rated_on__isnull=False) | Q(stands_on__isnull=False))
    seats = (canonical_id("white"), canonical_id("black"))
    played = list(games.order_by().values_list("parent_scope", "rules", "club", *seats, "rated_on").distinct())
    pools = Pool.objects.filter(
        Q(club=None) | Q(club__in={club for _, _, club, *_ in played}), rules__in={rules for _, rules, *_ in played}
    )
    if all(rated_on is None for *_others, rated_on in played):
        pools = pools.filter(counts_at_once=True)  # the others do not know the event yet
    persons = {person for *_others, white, black, _day in played for person in (white, black)}
    found: defaultdict[int, dict[int, list[LedgerLine]]] = defaultdict(dict)
    for pool, keys, person, packed in _history_rows(pools, persons) if played else ():
        if lines := find(packed, played[0][0], person, keys):
            found[pool.pk][person] = lines
    return dict(found)


def stored_histories(pool: Pool) -> dict[int, bytes]:
    """By person the packed lines in the table."""
    rows = History.objects.filter(pool=pool).order_by().values_list("person", "lines")
    if connection.vendor == "postgresql":
        return dict(copy_rows(rows.db, *rows.query.sql_with_params(), ("int8", "bytea")))
    return {person: bytes(lines) for person, lines in rows.iterator(chunk_size=5_000)}


def _history_rows(pools: Iterable[Pool], persons: set[int]) -> Iterator[tuple[Pool, Sequence[str], int, bytes]]:
    asked = {pool.pk: pool for pool in pools}
    keys = {pool.pk: value_keys(pool) for pool in asked.values()}
    rows = History.objects.filter(pool__in=asked, person__in=persons).order_by("pool", "person")
    for pool, person, packed in rows.values_list("pool", "person", "lines"):
        yield asked[pool], keys[pool], person, bytes(packed)
