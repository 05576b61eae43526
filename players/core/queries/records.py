"""The records of a person: which one stands for it, and what it is called.

Rows everywhere keep the id of the record that they were written with. Code that shows a person shows the
canonical one: these helpers do that inside a query, or for many ids at once."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q
from django.db.models.functions import Coalesce

from players.models import Person

BIGGEST_ID = 2**63 - 1
"""What a database takes for an id; an address may hold any number."""


def canonical_name(path: str) -> Coalesce:
    """The name to show for the person at `path`, as an expression: `canonical_name("white")` on games."""
    return Coalesce(f"{path}__merged_into__name", f"{path}__name")


def canonical_id(path: str) -> Coalesce:
    """The id to show and compare for the person at `path`, as an expression."""
    return Coalesce(f"{path}__merged_into_id", f"{path}_id")


def canonical_ids(ids: Iterable[int]) -> dict[int, int]:
    """For each record's id the id that stands for the person today. Ids of no one are left out."""
    wanted = {number for number in ids if 0 < number <= BIGGEST_ID}
    rows = Person.objects.filter(pk__in=wanted).values_list("pk", "merged_into_id")
    return {pk: merged_into or pk for pk, merged_into in rows}


def record_ids(person_id: int) -> list[int]:
    """Every record of the person that `person_id` belongs to, the canonical one first."""
    root = canonical_ids([person_id]).get(person_id, person_id)
    return [root, *Person.objects.filter(merged_into=root).order_by("pk").values_list("pk", flat=True)]


def record_ids_of(people: Iterable[int]) -> list[int]:
    """Every record of several people, given by their canonical ones. Two queries."""
    roots = list(people)
    return [*roots, *Person.objects.filter(merged_into__in=roots).order_by("pk").values_list("pk", flat=True)]


def belongs_to(people: Iterable[int], path: str = "person") -> Q:
    """That the person at `path` is one of these, given by the canonical ids, whichever record the row was written with.

    Their records are found first: a condition on both tables at once would read one of them from end to end.
    """
    roots = set(people)
    records = Person.staged.filter(Q(pk__in=roots) | Q(merged_into__in=roots))
    return Q(**{f"{path}__in": records.values("pk")})


def names(ids: Iterable[int]) -> dict[int, str]:
    """For each record's id the name to show."""
    rows = Person.objects.filter(pk__in=set(ids))
    return dict(rows.values_list("pk", Coalesce("merged_into__name", "name")))
