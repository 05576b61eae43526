"""Finding people by their names."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Case, Exists, F, IntegerField, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce

from players.core.queries.memberships import clubs_of
from players.core.queries.records import canonical_id, record_ids_of
from players.models import Club, Membership, Person
from players.names import name_key, normalize_name, search_words

MOST_WORDS = 6
MOST_MATCHED = 1_000
"""People that a search of the whole server finds, the first by name: words that more have are too short to tell."""


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
    return _standing(_roots_with(text))


def first_matching(text: str) -> QuerySet[Person]:
    """Those of `matching` who come first by name: of at most `MOST_MATCHED` records, however many there are."""
    return _standing(_roots_with(text).order_by("folded", "pk")[:MOST_MATCHED])


def more_match(text: str) -> bool:
    """Whether more people match than `first_matching` finds."""
    return bool(_roots_with(text).order_by("folded", "pk")[MOST_MATCHED : MOST_MATCHED + 1])


def has_words(text: str) -> Q:
    """`matching` as a condition on people whom something else narrows to a few: it looks at each."""
    hits = _words_in_name(text)
    return Q(hits | Q(Exists(Person.objects.filter(hits, merged_into=OuterRef("pk")))), erased_at=None)


def _standing(roots: QuerySet[Person, int]) -> QuerySet[Person]:
    return Person.objects.filter(pk__in=roots, merged_into=None, erased_at=None)


def _roots_with(text: str) -> QuerySet[Person, int]:
    """For each record with these words the id that stands for it."""
    return Person.objects.filter(_words_in_name(text)).values_list(Coalesce("merged_into_id", "pk"), flat=True)


def _words_in_name(text: str) -> Q:
    """A condition on records; it holds for none where there is no word."""
    words = search_words(text)[:MOST_WORDS]
    hits = Q() if words else Q(pk__in=())
    for word in words:
        hits &= Q(folded__contains=word)
    return hits


def records_matching(text: str) -> QuerySet[Person, int]:
    """The ids of all records of the people that `matching` finds, those that were merged among them."""
    records = Person.objects.annotate(root=Coalesce("merged_into_id", "pk"))
    return records.filter(root__in=matching(text).values("pk")).values_list("pk", flat=True)


def first_records_matching(text: str) -> list[int]:
    """The ids of all records of the people that `first_matching` finds, those that were merged among them."""
    return record_ids_of(first_matching(text).values_list("pk", flat=True))


def choices(text: str, *, club: Club | None = None, limit: int = 12, without: Iterable[int] = ()) -> list[Choice]:
    """The pick-list for `text`: members of `club` first, then names that begin with it. Three to five queries."""
    people = list(_rank(_candidates(text, club, limit, set(without)), text, club)[:limit])
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


def _candidates(text: str, club: Club | None, limit: int, without: set[int]) -> QuerySet[Person]:
    """Of those who match, enough to find the first `limit` among them without `without`, however many match."""
    matched = Person.objects.filter(_words_in_name(text), erased_at=None).order_by("folded", "pk")
    first = list(matched.values_list("pk", "merged_into_id")[:MOST_MATCHED])
    ids = {root or pk for pk, root in first}
    if len(first) == MOST_MATCHED:  # only those who can come first are looked up, and no thousand to be put in order
        most, standing = limit + len(without), Person.objects.filter(merged_into=None, erased_at=None)
        begin = standing.filter(_words_in_name(text), folded__startswith=normalize_name(text))
        ids = {root for _pk, root in first if root} | {*[pk for pk, root in first if not root][:most]}
        ids |= set(begin.order_by("folded", "pk").values_list("pk", flat=True)[:most])
        if club is not None:
            ids |= set(standing.filter(has_words(text), pk__in=_members(club)).values_list("pk", flat=True))
    return Person.objects.filter(pk__in=ids - without, merged_into=None, erased_at=None)


def _members(club: Club | None) -> QuerySet[Membership, int]:
    return Membership.objects.filter(club=club, until=None).values_list(canonical_id("person"), flat=True)


def _rank(people: QuerySet[Person], text: str, club: Club | None) -> QuerySet[Person]:
    first = When(folded__startswith=normalize_name(text), then=Value(0))
    return people.annotate(
        member=Case(When(pk__in=_members(club), then=Value(1)), default=Value(0), output_field=IntegerField()),
        begins=Case(first, default=Value(1), output_field=IntegerField()),
    ).order_by(F("member").desc(), "begins", "folded", "pk")
