"""The stored ledger as plain values: what each event did to each person, however the tables keep it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from django.db.models import QuerySet

from engine.ratings import base
from ratings.models import Change, Pool


class LedgerLine(NamedTuple):
    """What one event did to one person: `number` counts the person's lines in the pool, from 1."""

    person: int
    occasion: int
    rated_on: date
    number: int
    before: int
    after: int
    games: int
    games_total: int
    score: int
    details: Mapping[str, int]

    @property
    def change(self) -> base.RatingChange:
        """The same as the rating system told it."""
        return base.RatingChange(self.person, *self[4:])


def lines_of(pool: Pool, persons: Iterable[int]) -> dict[int, list[LedgerLine]]:
    """By person (canonical ids) the lines in one pool, the oldest first; without those who have none. One query."""
    return {person: lines for (_pool, person), lines in lines_in([pool], persons).items()}


def lines_in(pools: Iterable[Pool], persons: Iterable[int]) -> dict[tuple[int, int], list[LedgerLine]]:
    """By pool and person (canonical ids) the lines in several pools, the oldest first. One query."""
    return _read(Change.objects.filter(pool__in=[pool.pk for pool in pools], person__in=set(persons)))


def lines_of_event(scope: str) -> dict[int, dict[int, LedgerLine]]:
    """By pool and person what the event with this scope did in every pool that rates it."""
    found: defaultdict[int, dict[int, LedgerLine]] = defaultdict(dict)
    for (pool, person), lines in _read(Change.objects.filter(occasion__key=scope)).items():
        found[pool][person] = lines[0]
    return dict(found)


def all_lines(pool: Pool) -> dict[int, list[LedgerLine]]:
    """By person everything that is stored of one pool, the oldest line first."""
    return {person: lines for (_pool, person), lines in _read(Change.objects.filter(pool=pool)).items()}


def _read(changes: QuerySet[Change]) -> dict[tuple[int, int], list[LedgerLine]]:
    found: defaultdict[tuple[int, int], list[LedgerLine]] = defaultdict(list)
    for pool, *columns in changes.order_by("number").values_list("pool", *LedgerLine._fields):
        line = LedgerLine(*columns)
        found[pool, line.person].append(line)
    return dict(found)
