"""What is known of the pools of a list: systems side by side, and recomputes that were logged."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from ratings.core.queries.comparison import Comparison, compare
from ratings.models import Pool, Rating, Run

_AT_ONCE = 500


class RatingBeside(NamedTuple):
    """What another system of the list says of a player."""

    value: int
    provisional: bool


def others_of(pool: Pool) -> list[Pool]:
    """The pools side by side with this one, the main one first. One query."""
    return list(pool.side_by_side.exclude(pk=pool.pk).select_related("club"))


def ratings_in(pools: Sequence[Pool], persons: Collection[int]) -> Mapping[int, Sequence[RatingBeside | None]]:
    """By person (canonical ids) the ratings in each of these pools; None where it has none of him.

    One query for some hundred persons, none without pools.
    """
    wanted, found = list(persons), dict[tuple[int, int], RatingBeside]()
    for start in range(0, len(wanted) if pools else 0, _AT_ONCE):
        rows = Rating.objects.filter(pool__in=pools, person__in=wanted[start : start + _AT_ONCE]).order_by()
        for person, pool, value, provisional in rows.values_list("person", "pool", "value", "provisional"):
            found[person, pool] = RatingBeside(value, provisional)
    return {person: [found.get((person, pool.pk)) for pool in pools] for person in wanted}


def compare_in_others(comparison: Comparison) -> list[Comparison]:
    """A comparison of these players by each other system of the list. Five queries a system."""
    people = [player.id for player in comparison.players]
    return [compare(pool, people) for pool in others_of(comparison.pool)] if people else []


def runs_of(pool: Pool) -> QuerySet[Run]:
    """What is kept of the pool's recomputes, the newest first."""
    return Run.objects.filter(pool=pool).order_by("-pk")
