"""Rating lists: who stands where, and what seeding asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from common.journal.models import Scope
from engine.rules import all_rules
from engine.rules.base import TWO_SEATS
from players.models import Club
from players.queries import canonical_ids
from ratings.lines import lines_in
from ratings.models import Pool, Published, Rating


def server_pools() -> QuerySet[Pool]:
    """The lists of the whole server that somebody stands in: games of clubs that are not admitted begin none."""
    return Pool.objects.filter(Exists(Rating.objects.filter(pool=OuterRef("pk"))), club=None).order_by("rules")


def pools_of_club(club: Club) -> QuerySet[Pool]:
    """The lists of one club."""
    return Pool.objects.filter(club=club).order_by("rules")


def undecided_rules(club: Club | None) -> list[str]:
    """The rule sets whose list, of `club` or of the server, has published nothing: its system can still be chosen."""
    published = Pool.objects.filter(Exists(Published.objects.filter(pool=OuterRef("pk"))), club=club)
    taken = set(published.values_list("rules", flat=True))
    return [key for key, rules in sorted(all_rules().items()) if rules.seats == TWO_SEATS and key not in taken]


def current(rules: str, club: Club | None, person_ids: Iterable[int]) -> dict[int, int]:
    """The ratings of these persons now in the list of `club` (None: of the server); the unrated are left out.

    Keys are the ids that were asked for, whichever record of a person they are.
    """
    asked = canonical_ids(person_ids)
    ratings = Rating.objects.filter(pool__rules=rules, pool__club=club, person__in=set(asked.values()))
    values = dict(ratings.values_list("person", "value"))
    return {person: values[canonical] for person, canonical in asked.items() if canonical in values}


@dataclass(frozen=True, slots=True)
class SeedRating:
    """A rating by which an event seeds. `of_server`: it stands in the server's list, else in the club's own."""

    value: int
    of_server: bool


def seed_ratings_on(
    rules: str, club_id: int, person_ids: Iterable[int], day: date, *, without: str
) -> dict[int, SeedRating]:
    """The ratings by which an event of a club seeds, as the lists of today have them for the end of `day`.

    What came later is taken back from the lists, and so is the event with the scope `without` itself. Five queries.
    """
    asked = canonical_ids(person_ids)
    lists = Q(pool__club=None) | Q(pool__club=club_id)
    mine = {"pool__rules": rules, "person__in": set(asked.values())}
    known: dict[tuple[int, bool], int | None] = {
        (person, club is None): value
        for person, club, value in Rating.objects.filter(lists, **mine).values_list("person", "pool__club", "value")
    }
    lists_of = {pool.pk: pool for pool in Pool.objects.filter(Q(club=None) | Q(club=club_id), rules=rules)}
    own = Scope.objects.filter(key=without).values_list("pk", flat=True).first()
    for (pool, person), lines in lines_in(lists_of.values(), set(asked.values())).items():
        later = [line for line in lines if line.rated_on > day or line.occasion == own]
        if later:
            known[person, lists_of[pool].club_id is None] = later[0].before if later[0].number > 1 else None
    found = {person: _prefer_server(known, canonical) for person, canonical in asked.items()}
    return {person: rating for person, rating in found.items() if rating is not None}


def _prefer_server(known: Mapping[tuple[int, bool], int | None], person: int) -> SeedRating | None:
    for of_server in (True, False):
        value = known.get((person, of_server))
        if value is not None:
            return SeedRating(value, of_server)
    return None


def get_seed_ratings(rules: str, club_id: int, person_ids: Iterable[int]) -> dict[int, int]:
    """The ratings by which an event of a club seeds: of the server's list, else of the club's own. One query.

    A club that is not admitted has players whom the server's list does not know.
    """
    asked = canonical_ids(person_ids)
    lists = Q(pool__club=None) | Q(pool__club=club_id)
    ratings = Rating.objects.filter(lists, pool__rules=rules, person__in=set(asked.values()))
    values = dict(ratings.order_by(F("pool__club").asc(nulls_last=True)).values_list("person", "value"))
    return {person: values[canonical] for person, canonical in asked.items() if canonical in values}


def lists_state(rules: str, club_id: int) -> str:
    """Changes whenever a list changes in which games of a club count: the server's or the club's own. One query."""
    lists = Pool.objects.filter(Q(club=None) | Q(club=club_id), rules=rules).order_by("pk")
    return " ".join(lists.values_list("digest", flat=True))
