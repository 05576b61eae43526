"""Writing what is too large for one short transaction: piece by piece, with room for others in between."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db import models, transaction

ROWS = 600
"""Rows of one piece."""
BREATH = 0.02
"""Seconds between two pieces in which others, who ask again and again on SQLite, find the database free."""

T = TypeVar("T")


def batches(items: Iterable[T], weight: Callable[[T], int], most: int) -> Iterator[list[T]]:
    """Items in their order, each time as many as weigh at most so much together; one that weighs more is alone.

    Never more than `ROWS` of them.
    """
    some, weighs = list[T](), 0
    for item in items:
        own = weight(item)
        if some and (weighs + own > most or len(some) == ROWS):
            yield some
            some, weighs = [], 0
        some.append(item)
        weighs += own
    if some:
        yield some


@contextmanager
def piece() -> Iterator[None]:
    """One transaction of several, short enough that no one waits long for it; then a moment for others."""
    with transaction.atomic():
        yield
    time.sleep(BREATH)


def delete_in_pieces(rows: models.QuerySet[Any]) -> None:
    """Delete these rows. What deleting a row takes along belongs to the same piece, and should be little."""
    while True:
        with piece():
            some = list(rows.order_by().values_list("pk", flat=True)[:ROWS])
            rows.model._base_manager.filter(pk__in=some).delete()
        if len(some) < ROWS:
            return
