"""Which rating lists there are, and who stands where."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, When

from players.core.queries.records import canonical_ids
from players.models import Club
from ratings.models import Pool, Published, Rating
from ratings.models.coverage import Coverage, all_coverages, coverage_of

IN_ORDER = (
    "programs",
    Case(When(game__gt="", then=1), When(rules="", then=2), default=0),
    "rules",
    "game",
)
"""Lists of rule sets, of games, and of all games."""


def server_pools() -> QuerySet[Pool]:
    """The lists of the whole server that a player stands in: games of clubs that are not admitted begin none."""
    rated = Exists(Rating.objects.filter(pool=OuterRef("pk")))
    return Pool.objects.filter(rated, club=None, is_main=True).order_by(*IN_ORDER)


def pools_of_club(club: Club) -> QuerySet[Pool]:
    """The lists of one club, each by the system that is the club's rating."""
    return Pool.objects.filter(club=club, is_main=True).order_by(*IN_ORDER)


def undecided(club: Club | None) -> list[Coverage]:
    """What the lists count that, of `club` or of the server, have published nothing: their systems can be chosen."""
    is_published = Exists(Published.objects.filter(pool=OuterRef("pk")))
    published = Pool.objects.filter(is_published, programs=False, club=club, is_main=True)
    taken = set(published.values_list("rules", "game", "programs"))
    return [each for each in all_coverages() if each not in taken]


def current(rules: str, club: Club | None, person_ids: Iterable[int]) -> dict[int, int]:
    """The ratings of these persons now in the list of `club` (None: of the server); the unrated are left out.

    Keys are the ids that were asked for, whichever record of a person they are.
    """
    asked = canonical_ids(person_ids)
    ratings = Rating.objects.filter(
        pool__rules=rules, pool__club=club, pool__is_main=True, person__in=set(asked.values())
    )
    values = dict(ratings.values_list("person", "value"))
    return {person: values[canonical] for person, canonical in asked.items() if canonical in values}


def lists_state(listed: str, club_id: int) -> str:
    """Changes whenever a list changes in which games of a club count: the server's or the club's own. One query.

    `listed` says what it counts, by the key of `Coverage`.
    """
    counted = coverage_of(listed)._asdict()
    lists = Pool.objects.filter(Q(club=None) | Q(club=club_id), **counted, is_main=True).order_by("pk")
    return " ".join(f"{pk}:{digest}" for pk, digest in lists.values_list("pk", "digest"))
