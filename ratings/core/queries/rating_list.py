"""A rating list, narrowed to whom a reader looks for. Whatever its length, only the lines that are shown are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple, overload

from django.core.cache import cache
from django.db import connection
from django.db.models import Count, F, Max, Q, QuerySet

from common.cached_values import read_as
from common.release import release
from players.core.queries.records import canonical_id, canonical_name
from players.models import Club, Membership, Person
from players.people.queries.search import first_records_matching, more_match
from ratings.core.queries.details import Detail, details, listed_values
from ratings.models import Pool, Rating

_KEEP_SECONDS = 600
_DEEP = 1_000
"""Lines from this one on are found by their ratings first: those before them are not put in order with their names."""
_FEW = 20
"""Lines of a country are the first if so many times as many follow: those are found soon along the index by rating."""
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
        ratings = Rating.objects.of(pool)
        if self.club is not None:
            members = Membership.objects.filter(club=self.club, until=None).annotate(canonical=canonical_id("person"))
            ratings = ratings.filter(person__in=members.values("canonical"))
        if self.country:
            people = Person.staged.filter(country=self.country.upper())
            ratings = ratings.filter(person__in=people.order_by().values("pk"))
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
    """The lines of a list that a filter leaves, the strongest first. A part of them is read in at most two queries, or
    four deep in a list and of a country.

    Ranks are those among whom the filter leaves, the search aside: a reader who looks for a name finds its place in it.
    """

    def __init__(self, pool: Pool, asked: ListFilter = EVERYBODY) -> None:
        self.pool, self._asked = pool, asked
        self._ranked = asked.narrow(pool)
        self._found = self._ranked
        if asked.q:
            self._found = self._ranked.filter(person__in=first_records_matching(asked.q))

    @cached_property
    def _extent(self) -> Mapping[str, Any]:
        return self._found.aggregate(count=Count("*"), last=Max("last_rated_on"))

    def __len__(self) -> int:
        return int(self._extent["count"])

    @property
    def last_rated_on(self) -> date | None:
        """The day of the newest event of anyone in it."""
        last: date | None = self._extent["last"]
        return last

    @property
    def more_match(self) -> bool:
        """Whether more people have the words that were looked for than were found."""
        return bool(self._asked.q) and more_match(self._asked.q)

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
        if stop is not None and (start >= _DEEP or self._asked.country):
            near, before = self._near(start, stop)
            part, cut = shown.filter(near), slice(start - before, stop - before)
        else:
            part, cut = shown, slice(start, stop)
        rows = list(part.order_by("-value", "-games", "name", "person").values_list(*columns)[cut])
        ranks = self._ranks([row[_VALUE] for row in rows], start)
        # a document in each row: read only where it is shown
        listed = [details(values, row[-1]) if values else () for row in rows]
        lines = zip(ranks, rows, listed, strict=True)
        return [ListRow._make((rank, *row[: len(_COLUMNS)], own)) for rank, row, own in lines]

    def _near(self, start: int, stop: int) -> tuple[Q, int]:
        """A condition for these lines and their equals in rating and games, and how many stand before all of them."""
        # Deep in a country by an expression: along the index the database looks where everybody above is from.
        is_far = self._asked.country and stop * _FEW > len(self)
        by_value = F("value") * -1 if is_far else "-value"
        keys = list(self._found.order_by(by_value, "-games").values_list("value", "games")[start:stop])
        if not keys:
            return Q(pk__in=()), start
        (value, games), (lowest, fewest) = keys[0], keys[-1]
        above = Q(value__gt=value) | Q(value=value, games__gt=games)
        below = Q(value__lt=lowest) | Q(value=lowest, games__lt=fewest)
        before = self._found.filter(above).count() if start else 0
        return Q(value__lte=value, value__gte=lowest) & ~above & ~below, before

    def _ranks(self, values: Sequence[int], start: int) -> list[int]:
        """The rank that goes with each of these ratings, which fall; `start` lines stand before them."""
        if not values:
            return []
        if self._asked.q:
            higher = self._ranked.filter(value__gt=values[-1]).order_by("-value").values_list("value")
            return _rank_values(values, list(higher.annotate(number=Count("*"))))
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
        kept = _find_countries(pool)
        cache.set(key, kept, _KEEP_SECONDS)
    return kept


def _find_countries(pool: Pool) -> list[str]:
    if pool.club_id is not None:
        found = Rating.objects.filter(pool=pool).order_by().values_list("person__country", flat=True).distinct()
        return sorted(country for country in found if country)
    with connection.cursor() as cursor:
        cursor.execute(_COUNTRIES, [pool.pk])
        return sorted(country for (country,) in cursor.fetchall())


_COUNTRIES = """
WITH RECURSIVE known(country) AS (
    SELECT min(country) FROM players_person WHERE country <> ''
    UNION ALL
    SELECT (SELECT min(country) FROM players_person WHERE country <> '' AND country > known.country)
    FROM known WHERE known.country IS NOT NULL
)
SELECT country FROM known WHERE (
    SELECT 1 FROM players_person WHERE players_person.country = known.country AND players_person.country <> '' AND (
        SELECT 1 FROM ratings_rating JOIN ratings_pool ON ratings_pool.id = ratings_rating.pool_id
        WHERE ratings_rating.person_id = players_person.id AND ratings_rating.pool_id = %s
        AND ratings_rating.since <= ratings_pool.generation AND ratings_rating.until > ratings_pool.generation
        LIMIT 1
    ) = 1
    LIMIT 1
) = 1
"""
"""Country by country along the index of people, each until the first who stands in the list of the whole server.

That nearly everybody stands in: to look through all of it for some dozen countries takes a hundred times as long.
"""
