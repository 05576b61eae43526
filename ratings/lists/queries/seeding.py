"""The ratings by which events seed: those of the published list in force, else of the lists as they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.db.models import Q, Subquery

from common.journal.models import Scope
from players.core.queries.records import canonical_ids, record_ids_of
from ratings.core.lines import lines_in
from ratings.core.list_content import unpack_rows
from ratings.models import Pool, Rating, RatingList
from ratings.models.coverage import coverage_of

_KEPT_LISTS = 8


@dataclass(frozen=True, slots=True)
class SeedRating:
    """A rating by which an event seeds. `of_server`: it stands in the server's list, else in the club's own.

    `rating_list` is the published list (id) that says so; None where the pool publishes none.
    """

    value: int
    of_server: bool
    rating_list: int | None = None


Seeds = Mapping[int, SeedRating]


def seed_ratings_on(listed: str, club_id: int, person_ids: Iterable[int], day: date, *, without: str) -> Seeds:
    """The ratings by which an event of a club seeds on `day`, by the ids that were asked for.

    `listed` says what the list counts, by the key of `Coverage`: a rule set, a game, or all games.
    A pool that publishes lists is asked for the newest version of the one in force: who is not in it is unrated there.
    Of another one it is what it says today of the end of `day`: what came later is taken back, and so is the event with
    the scope `without` itself. Seven queries at most.
    """
    asked = canonical_ids(person_ids)
    pools, people = _seeding_pools(listed, club_id), set(asked.values())
    found = _published(pools, people, day)
    others = [pool for pool in pools if pool.pk not in found]
    if others:
        found |= _current(others, people)
        own = Scope.objects.filter(key=without).values_list("pk", flat=True).first()
        for (pool, person), lines in lines_in(others, people).items():
            later = [line for line in lines if line.rated_on > day or line.parent_scope == own]
            if later and later[0].number > 1:
                found[pool][person] = later[0].before, None
            elif later:
                found[pool].pop(person, None)
    return _prefer_server(asked, pools, found)


def get_seed_ratings(listed: str, club_id: int, person_ids: Iterable[int], day: date) -> Seeds:
    """The ratings by which an event of a club seeds that would start on `day`, today or later. Six queries at most.

    The same as `seed_ratings_on`, where nothing has to be taken back.
    """
    asked = canonical_ids(person_ids)
    pools, people = _seeding_pools(listed, club_id), set(asked.values())
    found = _published(pools, people, day)
    found |= _current([pool for pool in pools if pool.pk not in found], people)
    return _prefer_server(asked, pools, found)


_Known = dict[int, dict[int, tuple[int, int | None]]]
"""By pool and canonical person the rating, and the published list (id) that it is from."""


def _seeding_pools(listed: str, club_id: int) -> list[Pool]:
    """The pools by which a club seeds: the server's first, whose players those of a club outside are not."""
    pools = Pool.objects.filter(Q(club=None) | Q(club=club_id), **coverage_of(listed)._asdict(), is_main=True)
    return sorted(pools, key=lambda pool: pool.club_id is not None)


def lists_in_force(pools: Iterable[Pool], day: date) -> dict[int, RatingList]:
    """By main pool the newest version of the published list that is valid on `day`. One query.

    It is by the system that was the club's rating when it was published. Pools that publish no lists have none, even
    where they did so once: no one would bring it up to date.
    """
    publishing = {(pool.coverage, pool.club_id): pool.pk for pool in pools if pool.publishes}
    newest = Q(pk=None)
    for coverage, club in publishing:
        of_list = {f"pool__{name}": value for name, value in coverage._asdict().items()}
        valid = RatingList.objects.filter(**of_list, pool__club=club, dated__lte=day)
        newest |= Q(pk=Subquery(valid.order_by("-dated", "-version").values("pk")[:1]))
    lists = RatingList.objects.filter(newest).select_related("pool").defer("days") if publishing else ()
    return {publishing[each.pool.coverage, each.pool.club_id]: each for each in lists}


def _published(pools: Collection[Pool], people: Collection[int], day: date) -> _Known:
    lists = lists_in_force(pools, day)
    if not lists:
        return {}
    records = canonical_ids(record_ids_of(people))
    found: _Known = {}
    for pool, listed in lists.items():
        values, rated = _values_in(bytes(listed.content)), dict[int, tuple[int, int | None]]()
        for record, person in records.items():
            value = values.get(record)
            if value is not None and (record == person or person not in rated):
                rated[person] = value, listed.pk
        found[pool] = rated
    return found


@lru_cache(maxsize=_KEPT_LISTS)
def _values_in(content: bytes) -> Mapping[int, int]:
    """The rating of everybody in a published list, by the ids of that time."""
    return {row.person: row.value for row in unpack_rows(content)}


def _current(pools: Collection[Pool], people: Collection[int]) -> _Known:
    ratings = Rating.objects.filter(pool__in=[pool.pk for pool in pools], person__in=people) if pools else ()
    found: _Known = defaultdict(dict)
    for rating in ratings:
        found[rating.pool_id][rating.person_id] = rating.value, None
    return found


def _prefer_server(asked: Mapping[int, int], pools: Iterable[Pool], known: _Known) -> dict[int, SeedRating]:
    found: dict[int, SeedRating] = {}
    for pool in pools:
        rated = known.get(pool.pk, {})
        for person, canonical in asked.items():
            if canonical in rated and person not in found:
                value, rating_list = rated[canonical]
                found[person] = SeedRating(value, pool.club_id is None, rating_list)
    return found
