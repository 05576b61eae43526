"""How the ratings of a list are spread, and where one player stands among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count

from players.core.queries.records import canonical_ids
from ratings.models import Pool, Rating

STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
MOST_BINS = 20


@dataclass(frozen=True, slots=True)
class Bin:
    """How many players have a rating from `lower` to `upper`, both included."""

    lower: int
    upper: int
    players: int


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one player stands: how many of the others have a lower rating, and how many the same."""

    person: int
    value: int
    lower: int
    equal: int
    others: int

    @property
    def percent(self) -> int:
        """Of 100 of the others so many have a lower rating; those with the same count half."""
        return round(100 * (2 * self.lower + self.equal) / (2 * self.others)) if self.others else 0


@dataclass(frozen=True, slots=True)
class Distribution:
    """The ratings of a list by steps of equal width, without gaps; `median` is the lower of the two in the middle."""

    players: int
    bins: Sequence[Bin]
    median: int
    standing: Standing | None


def distribution(pool: Pool, person: int | None = None) -> Distribution | None:
    """How the list is spread; None where no one stands in it. Three queries, however long it is."""
    rows = list(Rating.objects.filter(pool=pool).order_by("value").values_list("value").annotate(number=Count("pk")))
    if not rows:
        return None
    players = sum(number for _value, number in rows)
    return Distribution(players, _bins(rows), _median(rows, players), _standing(pool, rows, players, person))


def _bins(rows: Sequence[tuple[int, int]]) -> list[Bin]:
    lowest, highest = rows[0][0], rows[-1][0]
    step = next((step for step in STEPS if highest // step - lowest // step < MOST_BINS), STEPS[-1])
    counts = dict.fromkeys(range(lowest // step, highest // step + 1), 0)
    for value, number in rows:
        counts[value // step] += number
    return [Bin(place * step, place * step + step - 1, number) for place, number in counts.items()]


def _median(rows: Sequence[tuple[int, int]], players: int) -> int:
    passed = 0
    for value, number in rows:
        passed += number
        if 2 * passed >= players:
            return value
    return rows[-1][0]


def _standing(pool: Pool, rows: Sequence[tuple[int, int]], players: int, person: int | None) -> Standing | None:
    if person is None:
        return None
    canonical = canonical_ids([person]).get(person, person)
    value = Rating.objects.filter(pool=pool, person=canonical).values_list("value", flat=True).first()
    if value is None:
        return None
    lower = sum(number for rating, number in rows if rating < value)
    equal = sum(number for rating, number in rows if rating == value) - 1
    return Standing(canonical, value, lower, equal, players - 1)
