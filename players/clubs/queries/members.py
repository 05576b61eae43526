"""Reading the people of one club, as rows for its pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from players.core.queries.records import belongs_to, canonical_id
from players.models import Account, Club, Membership, Person
from players.people.queries.search import has_words


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A line of the list: `since` is the first day in the club, `until` the last (None: still a member)."""

    id: int
    name: str
    country: str
    since: date
    until: date | None
    account: Account | None
    records: int


def members_of(club: Club, *, text: str = "", former: bool = False) -> QuerySet[Person]:
    """Members of `club` by name, or those who left; only names that `text` matches, if there is any."""
    ever = Membership.objects.filter(club=club).annotate(root=canonical_id("person"))
    now = ever.filter(until=None).values("root")
    people = Person.objects.filter(merged_into=None)
    people = people.filter(pk__in=ever.values("root")).exclude(pk__in=now) if former else people.filter(pk__in=now)
    if text.strip():
        people = people.filter(has_words(text))
    return people.order_by("folded", "pk")


def rows_for(club: Club, people: Iterable[Person]) -> list[PersonRow]:
    """The lines of a page of people. Three queries."""
    shown = list(people)
    ids = [person.pk for person in shown]
    memberships: dict[int, list[Membership]] = {}
    of_them = belongs_to(ids)
    for row in Membership.objects.filter(of_them, club=club).annotate(root=canonical_id("person")).order_by("since"):
        memberships.setdefault(row.root, []).append(row)
    accounts = {row.root: row for row in Account.objects.filter(of_them).annotate(root=canonical_id("person"))}
    merged: dict[int, int] = {}
    for root in Person.objects.filter(merged_into__in=ids).values_list("merged_into_id", flat=True):
        merged[root or 0] = merged.get(root or 0, 1) + 1
    return [
        PersonRow(
            id=person.pk,
            name=person.name,
            country=person.country,
            since=memberships[person.pk][0].since,
            until=_last_day(memberships[person.pk]),
            account=accounts.get(person.pk),
            records=merged.get(person.pk, 1),
        )
        for person in shown
    ]


def _last_day(rows: list[Membership]) -> date | None:
    days = [row.until for row in rows]
    return None if None in days else max(day for day in days if day is not None)
