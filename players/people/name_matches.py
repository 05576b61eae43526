"""Whom a name of a file may mean: persons who are called so, and others who are called nearly so.

Members of the club come first. Other people of the server are near where one word of the name is theirs, another
begins with the same letter, and the whole is alike.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from itertools import permutations

from django.db.models.functions import Coalesce

from players.core.queries.memberships import clubs_of
from players.models import Club, Membership, Person
from players.names import name_key, normalize_name, sorted_words

CLOSE = 0.82
"""From which likeness on (0 to 1, `difflib`) two names may be of one person."""
MOST_NEAR = 3
MOST_COMPARED = 300_000
"""So many pairs of names are compared; where a file has more, only names that are the same are found."""

MOST_ELSEWHERE = 1_000
"""Names of a file for which people of other clubs are looked for; where it has more, members alone are near."""
MOST_PEOPLE = 20_000
"""Of so many people of the server, those who came last, names are compared."""
MOST_ALIKE = 50
"""So many people with a word and a letter in common are looked at for a name."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A person who is called so, or nearly so."""

    id: int
    name: str
    country: str
    clubs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A name and who that may be. `chosen`: the one member of the club called so.

    `is_near`: the one who adds has to say whether a candidate is the same person.
    """

    name: str
    candidates: tuple[Candidate, ...]
    chosen: int | None
    is_near: bool


def match_names(names: Sequence[str], club: Club) -> list[NameMatch]:
    """Each of the names, in their order. Five queries."""
    members = _members(club)
    keys = {name: name_key(name) for name in names}
    exact: dict[str, set[int]] = {}
    for root, name in members.items():
        exact.setdefault(name_key(name), set()).add(root)
    folded = {normalize_name(name): key for name, key in keys.items()}
    records = Person.objects.filter(folded__in=folded).annotate(root=Coalesce("merged_into_id", "pk"))
    for name, root in records.values_list("folded", "root"):
        exact.setdefault(folded[name], set()).add(root)
    member_keys = {name_key(name): root for root, name in members.items()}
    if len(keys) * len(member_keys) > MOST_COMPARED:
        member_keys = {}
    others = _Others() if len(keys) <= MOST_ELSEWHERE else None
    found = {name: _ids(key, exact, member_keys, others) for name, key in keys.items()}
    people = describe_people({pk for ids, _near in found.values() for pk in ids})
    matches = []
    for name in names:
        ids, is_near = found[name]
        candidates = tuple(people[pk] for pk in ids if pk in people)
        ours = [each.id for each in candidates if each.id in members]
        chosen = ours[0] if len(ours) == 1 and not is_near else None
        matches.append(NameMatch(name, candidates, chosen, bool(candidates) and chosen is None))
    return matches


def describe_people(ids: Collection[int]) -> dict[int, Candidate]:
    """Those of the persons `ids` who are there and not erased, with their clubs."""
    people = Person.objects.filter(erased_at=None).in_bulk(ids)
    clubs = {pk: tuple(each.name for each in rows) for pk, rows in clubs_of(people).items()}
    return {pk: Candidate(pk, each.name, each.country, clubs.get(pk, ())) for pk, each in people.items()}


def _ids(
    key: str, exact: dict[str, set[int]], members: dict[str, int], others: _Others | None
) -> tuple[list[int], bool]:
    if key in exact:
        return sorted(exact[key]), False
    near = [members[each] for each in get_close_matches(key, list(members), n=MOST_NEAR, cutoff=CLOSE)]
    near += [root for root in others.near(key) if root not in near] if others is not None else []
    return near[:MOST_NEAR], True


class _Others:
    """The people of the server by a word of their name and the first letter of another, read when first asked for."""

    def near(self, key: str) -> list[int]:
        """Who is called nearly so, the most alike first."""
        alike = {name: root for mark in _marks(key) for name, root in self._people_by_mark.get(mark, ())}
        return [alike[each] for each in get_close_matches(key, list(alike), n=MOST_NEAR, cutoff=CLOSE)]

    @cached_property
    def _people_by_mark(self) -> dict[tuple[str, str], list[tuple[str, int]]]:
        rows = Person.objects.filter(erased_at=None).annotate(root=Coalesce("merged_into_id", "pk"))
        found: dict[tuple[str, str], list[tuple[str, int]]] = {}
        for name, root in rows.order_by("-pk").values_list("folded", "root")[:MOST_PEOPLE]:
            key = sorted_words(name)
            for mark in _marks(key):
                there = found.setdefault(mark, [])
                if len(there) < MOST_ALIKE:
                    there.append((key, root))
        return found


def _marks(key: str) -> set[tuple[str, str]]:
    return {(word, other[0]) for word, other in permutations(key.split(), 2)}


def _members(club: Club) -> dict[int, str]:
    rows = Membership.objects.filter(club=club, until__isnull=True, person__erased_at__isnull=True)
    return dict(rows.values_list(Coalesce("person__merged_into_id", "person_id"), "person__name"))
