"""Reading people, clubs, accounts and roles.

Rows everywhere keep the id of the record that they were written with. Whoever shows a person shows the
canonical one: the helpers at the top do that inside a query, or for many ids at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Case, F, IntegerField, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce

from players.identity import person_of
from players.models import Account, Club, Membership, Person
from players.names import name_key, normalize_name, search_words

MOST_WORDS = 6
BIGGEST_ID = 2**63 - 1
"""What a database takes for an id; an address may hold any number."""


def nobody_yet() -> bool:
    """True while the server waits for its first organiser: there is no account, or only closed ones of the example.

    A server that others can reach keeps the example's accounts closed; somebody has to be able to begin there.
    """
    return not Account.objects.exclude(example=True, is_active=False).exists()


# --- one person, several records -----------------------------------------------------------------


def canonical_name(path: str) -> Coalesce:
    """The name to show for the person at `path`, as an expression: `canonical_name("white")` on games."""
    return Coalesce(f"{path}__merged_into__name", f"{path}__name")


def canonical_id(path: str) -> Coalesce:
    """The id to show and compare for the person at `path`, as an expression."""
    return Coalesce(f"{path}__merged_into_id", f"{path}_id")


def canonical_ids(ids: Iterable[int]) -> dict[int, int]:
    """For each record's id the id that stands for the person today. Ids of nobody are left out."""
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


def names(ids: Iterable[int]) -> dict[int, str]:
    """For each record's id the name to show."""
    rows = Person.objects.filter(pk__in=set(ids))
    return dict(rows.values_list("pk", Coalesce("merged_into__name", "name")))


# --- finding people ---------------------------------------------------------------------------------


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


def clubs_of(ids: Iterable[int]) -> dict[int, list[Club]]:
    """For each canonical person the clubs they belong to today, the first joined first."""
    wanted = set(ids)
    rows = (
        Membership.objects.filter(Q(person__in=wanted) | Q(person__merged_into__in=wanted), until=None)
        .select_related("club")
        .annotate(root=canonical_id("person"))
        .order_by("pk")
    )
    clubs: dict[int, list[Club]] = {}
    for row in rows:
        mine = clubs.setdefault(row.root, [])
        if row.club not in mine:
            mine.append(row.club)
    return clubs


def home_choices(account: Account) -> list[Club]:
    """The clubs that could look after an account: those of its person, and the one that does now."""
    person = person_of(account)
    clubs = clubs_of([person.pk]).get(person.pk, []) if person is not None else []
    return clubs if account.home is None or account.home in clubs else [*clubs, account.home]
