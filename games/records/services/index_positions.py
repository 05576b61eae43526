"""The index of positions: rows by which games are found, written with a record or, for older ones, by a job."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from django.db import transaction

from common.bulk_rows import insert_rows
from common.jobs import services as jobs
from games.core.replay import positions
from games.core.running import start_of
from games.models import IndexedPosition, Move, Record
from gipf_engine.rules.base import Position

INDEX = "index-positions"
"""The kind of job that indexes what is not indexed yet; its subject is "records"."""
SUBJECT = "records"
MOST_INDEXED = 500
"""Turns of a record that are indexed. Hardly a game is longer, and none is found by what comes then."""
PORTION = 20
"""Records that the job writes in one transaction: some thousand rows."""
PORTIONS_A_JOB = 5
"""After them the job is asked for again, so that no lease runs out and other jobs come between."""


def keys_of(positions: Iterable[Position]) -> tuple[int, ...]:
    """The keys of the positions of a record that are indexed. It takes 20 microseconds each, and no query."""
    return tuple(position.key() for _ply, position in zip(range(MOST_INDEXED + 1), positions, strict=False))


def index_records(records: Sequence[tuple[Record, Sequence[int]]]) -> None:
    """Write the rows of records whose keys are known. Inside the caller's transaction."""
    columns = ("record_id", "ply", "game_id", "key", "next_key")
    insert_rows(IndexedPosition, columns, (row for record, keys in records for row in _position_rows(record, keys)))


def request_indexing() -> None:
    """Ask for the job where something is not indexed."""
    if Record.objects.filter(indexed=False).exists():
        jobs.request(INDEX, SUBJECT)


def forget_index() -> None:
    """Empty the index, so that all of it is made again, by `index_portion`."""
    with transaction.atomic():
        Record.objects.update(indexed=False)
        IndexedPosition.objects.all().delete()


def index_portion() -> bool:
    """Index a few of the records that are not indexed yet, in one short transaction; whether there were any."""
    waiting = list(Record.objects.filter(indexed=False).select_related("game").order_by("pk")[:PORTION])
    keyed = [(record, _replay(record)) for record in waiting]
    if waiting:
        _store_positions(keyed)
    return bool(waiting)


def _store_positions(keyed: Sequence[tuple[Record, Sequence[int]]]) -> None:
    with transaction.atomic():
        # Another worker, or the one who deleted the game, may have been quicker: what is marked here is ours.
        ids = [record.pk for record, _keys in keyed]
        rows = Record.objects.select_for_update(of=("self",)).filter(pk__in=ids, indexed=False).order_by("pk")
        left = set(rows.values_list("pk", flat=True))
        index_records([(record, keys) for record, keys in keyed if record.pk in left])
        Record.objects.filter(pk__in=left).update(indexed=True)


def _replay(record: Record) -> tuple[int, ...]:
    tokens = Move.objects.filter(record=record, ply__gt=0).order_by("ply").values_list("token", flat=True)
    return keys_of(positions(start_of(record.game), tokens[:MOST_INDEXED]))


def _position_rows(record: Record, keys: Sequence[int]) -> Iterator[tuple[int | None, ...]]:
    for ply, (key, following) in enumerate(pairwise([*keys, None])):
        yield record.pk, ply, record.game_id, key, following
