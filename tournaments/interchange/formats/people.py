"""Which persons of the server the players of a file may be: by their names, as searches compare them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models.functions import Coalesce

from players.core.queries.memberships import clubs_of
from players.models import Club, Membership, Person
from players.names import normalize_name
from players.people.name_matches import Candidate
from tournaments.interchange.formats.imported_event import ImportedEntry, ImportedEvent

TRF_NAME = 33
"""Where TRF cuts names."""


@dataclass(frozen=True, slots=True)
class Match:
    """A player of the file and who that may be. `chosen` is the one member of the club who is called so, else None."""

    entry: ImportedEntry
    candidates: tuple[Candidate, ...]
    chosen: int | None


def matches(incoming: ImportedEvent, club: Club) -> list[Match]:
    """Everybody in the file, in its order. Four queries."""
    members = _members(club)
    by_key = _find_named({key for entry in incoming.entries for key in _keys(entry.name)}, members)
    wanted = {pk for found in by_key.values() for pk in found}
    people = {person.pk: person for person in Person.objects.filter(pk__in=wanted, merged_into=None, erased_at=None)}
    clubs = {pk: tuple(each.name for each in rows) for pk, rows in clubs_of(people).items()}
    return [_match(entry, by_key, people, set(members), clubs) for entry in incoming.entries]


def _find_named(keys: set[str], members: Mapping[int, str]) -> dict[str, set[int]]:
    """Who is called so, by any record of theirs; members also by their names as TRF cuts them."""
    by_key: dict[str, set[int]] = {}
    records = Person.objects.filter(folded__in=keys).annotate(root=Coalesce("merged_into_id", "pk"))
    for key, root in records.values_list("folded", "root"):
        by_key.setdefault(key, set()).add(root)
    for root, name in members.items():
        by_key.setdefault(normalize_name(name[:TRF_NAME]), set()).add(root)
    return by_key


def _match(
    entry: ImportedEntry,
    by_key: Mapping[str, set[int]],
    people: Mapping[int, Person],
    members: set[int],
    clubs: Mapping[int, tuple[str, ...]],
) -> Match:
    found = {pk for key in _keys(entry.name) for pk in by_key.get(key, ()) if pk in people}
    ours = [pk for pk in found if pk in members]
    in_order = [people[pk] for pk in sorted(found, key=lambda pk: (pk not in members, pk))]
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
    return {normalize_name(name), normalize_name(f"{first} {last}")} if comma else {normalize_name(name)}


def _members(club: Club) -> dict[int, str]:
    """The canonical members of a club and their names."""
    rows = Membership.objects.filter(club=club, until=None).annotate(
        root=Coalesce("person__merged_into_id", "person_id"),
        name=Coalesce("person__merged_into__name", "person__name"),
    )
    return dict(rows.values_list("root", "name"))
