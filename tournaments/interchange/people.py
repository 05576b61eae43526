"""Who of the house the players of a file may be: by their names, as searches compare them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.db.models.functions import Coalesce

from players.models import Club, Membership, Person
from players.names import folded
from players.queries import clubs_of
from tournaments.interchange.incoming import Incoming, IncomingEntry

TRF_NAME = 33
"""Where TRF cuts names."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who is called so."""

    id: int
    name: str
    country: str
    clubs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A player of the file and who that may be. `chosen` is the one member of the club who is called so, else None."""

    entry: IncomingEntry
    candidates: tuple[Candidate, ...]
    chosen: int | None


def matches(incoming: Incoming, club: Club) -> list[Match]:
    """Everybody in the file, in its order. Four queries."""
    wanted = {key for entry in incoming.entries for key in _keys(entry.name)}
    people = _named(wanted, club)
    members = set(_members(club))
    clubs = {pk: tuple(each.name for each in rows) for pk, rows in clubs_of(person.pk for person in people).items()}
    by_key: dict[str, list[Person]] = {}
    for person in people:
        for key in {person.folded, folded(person.name[:TRF_NAME])}:
            by_key.setdefault(key, []).append(person)
    return [_match(entry, by_key, members, clubs) for entry in incoming.entries]


def _match(
    entry: IncomingEntry,
    by_key: Mapping[str, Sequence[Person]],
    members: set[int],
    clubs: Mapping[int, tuple[str, ...]],
) -> Match:
    found = {person.pk: person for key in _keys(entry.name) for person in by_key.get(key, [])}
    ours = [pk for pk in found if pk in members]
    in_order = sorted(found.values(), key=lambda person: (person.pk not in members, person.pk))
    candidates = tuple(Candidate(each.pk, each.name, each.country, clubs.get(each.pk, ())) for each in in_order)
    return Match(entry, candidates, ours[0] if len(ours) == 1 else None)


def known_people(found: Iterable[Match]) -> dict[int, int]:
    """The persons that are chosen without asking, by the file's own numbers; nobody twice."""
    chosen: dict[int, int] = {}
    for match in found:
        if match.chosen is not None and match.chosen not in chosen.values():
            chosen[match.entry.ref] = match.chosen
    return chosen


def _keys(name: str) -> set[str]:
    """The name as searches compare it, as it stands and with "Surname, First" turned round."""
    last, comma, first = name.partition(",")
    return {folded(name), folded(f"{first} {last}")} if comma else {folded(name)}


def _named(keys: set[str], club: Club) -> list[Person]:
    """Canonical persons of these names, and all members of the club, whose names a file may have cut."""
    records = Person.objects.filter(Q(folded__in=keys)).annotate(root=Coalesce("merged_into_id", "pk"))
    roots = set(records.values_list("root", flat=True)) | set(_members(club))
    return list(Person.objects.filter(pk__in=roots, merged_into=None, erased_at=None).order_by("pk"))


def _members(club: Club) -> list[int]:
    rows = Membership.objects.filter(club=club, until=None)
    return list(rows.annotate(root=Coalesce("person__merged_into_id", "person_id")).values_list("root", flat=True))
