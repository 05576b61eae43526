"""A rating list, narrowed to whom a reader looks for. Whatever its length, only the lines that are shown are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple, overload

from django.core.cache import cache
from django.db.models import Count, Max, QuerySet

from common.cached_values import read_as
from common.release import release
from players.core.queries.records import canonical_id, canonical_name
from players.models import Club, Membership
from players.people.queries.search import records_matching
from ratings.core.queries.details import Detail, details, listed_values
from ratings.models import Pool, Rating

_KEEP_SECONDS = 600
_COLUMNS = ("shown_id", "name", "person__country", "value", "last_change", "games", "provisional", "last_rated_on")
_VALUE = _COLUMNS.index("value")


class ListRow(NamedTuple):
    """One line of a rating list. Equal ratings share a rank; `change` is what the last event did.

    `details` are what the list's system shows beside a rating.
    """

    rank: int
    person_id: int
    name: str
    country: str
    value: int
    change: int
    games: int
    provisional: bool
    last_rated_on: date
    details: Sequence[Detail]


@dataclass(frozen=True, slots=True)
class ListFilter:
    """Whom a list is narrowed to: members of `club`, of a `country`, those with the words of `q` in the name.

    `active`: rated within the months of the list, or not; `provisional`: on few games, or not; None: whichever.
    """

    q: str = ""
    club: Club | None = None
    country: str = ""
    active: bool | None = None
    provisional: bool | None = None

    def narrow(self, pool: Pool) -> QuerySet[Rating]:
        """The ratings of a pool that are as asked for, the search aside."""
        ratings = Rating.objects.filter(pool=pool)
        if self.club is not None:
            members = Membership.objects.filter(club=self.club, until=None).annotate(canonical=canonical_id("person"))
            ratings = ratings.filter(person__in=members.values("canonical"))
        if self.country:
            ratings = ratings.filter(person__country__iexact=self.country)
        if self.active is not None:
            since = pool.active_since
            ratings = (
                ratings.filter(last_rated_on__gte=since) if self.active else ratings.filter(last_rated_on__lt=since)
            )
        return ratings if self.provisional is None else ratings.filter(provisional=self.provisional)


EVERYBODY = ListFilter()


def usual_filter(pool: Pool) -> ListFilter:
    """Whom a list shows that is asked for nothing: the inactive are left out where its settings say so."""
    return ListFilter(active=True) if pool.inactive_after else EVERYBODY


class RatingList(Sequence[ListRow]):
    """The lines of a list that a filter leaves, the strongest first. A part of them is read in at most two queries.

    Ranks are those among whom the filter leaves, the search aside: a reader who looks for a name finds its place in it.
    """

    def __init__(self, pool: Pool, asked: ListFilter = EVERYBODY) -> None:
        self.pool, self._asked = pool, asked
        self._ranked = asked.narrow(pool)
        self._found = self._ranked
        if asked.q:
            self._found = self._ranked.filter(person__in=records_matching(asked.q))

    @cached_property
    def _extent(self) -> Mapping[str, Any]:
        return self._found.aggregate(count=Count("pk"), last=Max("last_rated_on"))

    def __len__(self) -> int:
        return int(self._extent["count"])

    @property
    def last_rated_on(self) -> date | None:
        """The day of the newest event of anyone in it."""
        last: date | None = self._extent["last"]
        return last

    @overload
    def __getitem__(self, index: int) -> ListRow: ...
    @overload
    def __getitem__(self, index: slice) -> list[ListRow]: ...
    def __getitem__(self, index: int | slice) -> ListRow | list[ListRow]:
        if isinstance(index, int):
            return self._read_rows(index, index + 1)[0]
        return self._read_rows(index.start or 0, index.stop)

    def __iter__(self) -> Iterator[ListRow]:
        return iter(self._read_rows(0, None))

    def _read_rows(self, start: int, stop: int | None) -> list[ListRow]:
        values = listed_values(self.pool)
        shown = self._found.annotate(shown_id=canonical_id("person"), name=canonical_name("person"))
        columns = [*_COLUMNS, *(["details"] if values else [])]
        rows = list(shown.order_by("-value", "-games", "name", "person").values_list(*columns)[start:stop])
        ranks = self._ranks([row[_VALUE] for row in rows], start)
        # a document in each row: read only where it is shown
        listed = [details(values, row[-1]) if values else () for row in rows]
        lines = zip(ranks, rows, listed, strict=True)
        return [ListRow._make((rank, *row[: len(_COLUMNS)], own)) for rank, row, own in lines]

    def _ranks(self, values: Sequence[int], start: int) -> list[int]:
        """The rank that goes with each of these ratings, which fall; `start` lines stand before them."""
        if not values:
            return []
        if self._asked.q:
            higher = self._ranked.filter(value__gt=values[-1]).order_by("-value").values_list("value")
            return _rank_values(values, list(higher.annotate(number=Count("pk"))))
        ranks = [self._ranked.filter(value__gt=values[0]).count() + 1 if start else 1]
        for place, (above, value) in enumerate(pairwise(values), start=start + 2):
            ranks.append(ranks[-1] if value == above else place)
        return ranks


def _rank_values(values: Sequence[int], higher: Sequence[tuple[int, int]]) -> list[int]:
    """For each of `values` one more than there are higher ratings: `higher` says how many have which, falling."""
    ranks, above, next_one = [], 0, 0
    for value in values:
        while next_one < len(higher) and higher[next_one][0] > value:
            above += higher[next_one][1]
            next_one += 1
        ranks.append(above + 1)
    return ranks


def rating_list(pool: Pool, *, limit: int | None = None) -> list[ListRow]:
    """The list of a pool as it is shown, the strongest first. One query."""
    return RatingList(pool, usual_filter(pool))[:limit]


def countries_in(pool: Pool) -> list[str]:
    """The countries of those who stand in a list. Found again every ten minutes, or when the list changes."""
    key = f"rating-countries:{release()}:{pool.pk}:{pool.digest}"
    kept = read_as(list[str], cache.get(key))
    if kept is None:
        found = Rating.objects.filter(pool=pool).order_by().values_list("person__country", flat=True).distinct()
        kept = sorted(country for country in found if country)
        cache.set(key, kept, _KEEP_SECONDS)
    return kept
