"""Finding people by their names."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Case, F, IntegerField, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce

from players.core.queries.memberships import clubs_of
from players.core.queries.records import canonical_id
from players.models import Club, Membership, Person
from players.names import name_key, normalize_name, search_words

MOST_WORDS = 6


@dataclass(frozen=True, slots=True)
class Choice:
    """A person in a pick-list, with what tells namesakes apart. `rating` is filled in by an app that knows it."""

    id: int
    name: str
    country: str
    clubs: tuple[str, ...]
    is_member: bool
    rating: int | None = None


def matching(text: str) -> QuerySet[Person]:
    """People whose name, in this record or in one merged into it, has every word of `text`.

    Case, accents, apostrophes and the two ways to type Persian letters make no difference. Erased people are not found.
    """
    words = search_words(text)[:MOST_WORDS]
    if not words:
        return Person.objects.none()
    hits = Q()
    for word in words:
        hits &= Q(folded__contains=word)
    records = Person.objects.filter(hits).annotate(root=Coalesce("merged_into_id", "pk"))
    return Person.objects.filter(pk__in=records.values("root"), merged_into=None, erased_at=None)


def records_matching(text: str) -> QuerySet[Person, int]:
    """The ids of all records of the people that `matching` finds, those that were merged among them."""
    records = Person.objects.annotate(root=Coalesce("merged_into_id", "pk"))
    return records.filter(root__in=matching(text).values("pk")).values_list("pk", flat=True)


def choices(text: str, *, club: Club | None = None, limit: int = 12, without: Iterable[int] = ()) -> list[Choice]:
    """The pick-list for `text`: members of `club` first, then names that begin with it. Two queries."""
    people = list(_rank(matching(text).exclude(pk__in=list(without)), text, club)[:limit])
    clubs = clubs_of(person.pk for person in people)
    return [
        Choice(
            id=person.pk,
            name=person.name,
            country=person.country,
            clubs=tuple(member_of.name for member_of in clubs.get(person.pk, [])),
            is_member=club is not None and club in clubs.get(person.pk, []),
        )
        for person in people
    ]


def namesakes(name: str, *, club: Club, among: Collection[int] = frozenset()) -> list[Choice]:
    """Members of `club`, and those of the persons `among`, who are called just so, in whichever order of the words."""
    key = name_key(name)
    rows = matching(name.replace(",", " ")).values_list("pk", "name", "country")
    called = {pk: (shown, country) for pk, shown, country in rows if name_key(shown) == key}
    clubs = clubs_of(called)
    found = []
    for pk, (shown, country) in sorted(called.items()):
        is_member = club in clubs.get(pk, [])
        if is_member or pk in among:
            names_of_clubs = tuple(each.name for each in clubs.get(pk, []))
            found.append(Choice(pk, shown, country, names_of_clubs, is_member))
    return found


def _rank(people: QuerySet[Person], text: str, club: Club | None) -> QuerySet[Person]:
    members = Membership.objects.filter(club=club, until=None).annotate(root=canonical_id("person"))
    first = When(folded__startswith=normalize_name(text), then=Value(0))
    return people.annotate(
        member=Case(When(pk__in=members.values("root"), then=Value(1)), default=Value(0), output_field=IntegerField()),
        begins=Case(first, default=Value(1), output_field=IntegerField()),
    ).order_by(F("member").desc(), "begins", "folded", "pk")
