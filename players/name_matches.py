"""Whom a name of a file may mean: persons who are called so, and members of a club who are called nearly so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from django.db.models.functions import Coalesce

from players.models import Club, Membership, Person
from players.names import normalize_name
from players.queries import clubs_of

CLOSE = 0.82
"""From which likeness on (0 to 1, `difflib`) two names may be of one person."""
MOST_NEAR = 3
MOST_COMPARED = 300_000
"""So many pairs of names are compared; where a file has more, only names that are the same are found."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who is called so, or nearly so."""

    id: int
    name: str
    country: str
    clubs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A name and who that may be. `chosen`: the one member of the club called so.

    `is_near`: somebody has to say whether a candidate is the same person.
    """

    name: str
    candidates: tuple[Candidate, ...]
    chosen: int | None
    is_near: bool


def match_names(names: Sequence[str], club: Club) -> list[NameMatch]:
    """Each of the names, in their order. Four queries."""
    members = _members(club)
    keys = {name: _key(name) for name in names}
    exact: dict[str, set[int]] = {}
    for root, name in members.items():
        exact.setdefault(_key(name), set()).add(root)
    folded = {normalize_name(name): key for name, key in keys.items()}
    records = Person.objects.filter(folded__in=folded).annotate(root=Coalesce("merged_into_id", "pk"))
    for name, root in records.values_list("folded", "root"):
        exact.setdefault(folded[name], set()).add(root)
    member_keys = {_key(name): root for root, name in members.items()}
    if len(keys) * len(member_keys) > MOST_COMPARED:
        member_keys = {}
    found = {name: _ids(key, exact, member_keys) for name, key in keys.items()}
    people = Person.objects.in_bulk({pk for ids, _near in found.values() for pk in ids})
    clubs = {pk: tuple(each.name for each in rows) for pk, rows in clubs_of(people).items()}
    matches = []
    for name in names:
        ids, is_near = found[name]
        known = [people[pk] for pk in ids if pk in people and people[pk].erased_at is None]
        candidates = tuple(Candidate(each.pk, each.name, each.country, clubs.get(each.pk, ())) for each in known)
        ours = [each.id for each in candidates if each.id in members]
        chosen = ours[0] if len(ours) == 1 and not is_near else None
        matches.append(NameMatch(name, candidates, chosen, bool(candidates) and chosen is None))
    return matches


def _ids(key: str, exact: dict[str, set[int]], members: dict[str, int]) -> tuple[list[int], bool]:
    if key in exact:
        return sorted(exact[key]), False
    return [members[each] for each in get_close_matches(key, list(members), n=MOST_NEAR, cutoff=CLOSE)], True


def _members(club: Club) -> dict[int, str]:
    rows = Membership.objects.filter(club=club, until__isnull=True, person__erased_at__isnull=True)
    return dict(rows.values_list(Coalesce("person__merged_into_id", "person_id"), "person__name"))


def _key(name: str) -> str:
    """A name without the order of its parts: "Ada Byron" and "Byron, Ada" are alike."""
    return " ".join(sorted(normalize_name(name.replace(",", " ")).split()))
