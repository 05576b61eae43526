"""What this app tells the apps above it, and what it asks them.

It happens inside the service's transaction, while the server's scope and the persons' rows are locked. Locks are taken
in the order scope, person, game: a subscriber may change rows of its own and ask for jobs, but must not open or bump
another scope (subscribers after the commit may).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from common.events import Event, Question
from players.models import Club, Person


@dataclass(frozen=True)
class PersonsMerging(Event):
    """Two records are about to become one.

    A subscriber that knows why they cannot be one person (both entered in one event) raises `MergeRefused(message)`,
    and nothing happens. Either may already stand for several records: `record_ids` gives all of them.
    """

    kept: Person
    gone: Person


@dataclass(frozen=True, slots=True)
class Touched:
    """A row of a scope that erasing changed: what the scope's journal says of it."""

    scope: str
    model: str
    pk: int
    field: str

    def as_data(self) -> dict[str, Any]:
        return {"model": self.model, "id": self.pk, "field": self.field}


@dataclass(frozen=True)
class PersonErasing(Question[Sequence[Touched]]):
    """What else is kept of a person who is being erased, and already has a pseudonym? Take it away.

    The scopes of the person's events are locked, and whole names are out of their texts (`players.erasure`). The
    answer has one `Touched` for each row of a scope that was changed, for the journals.
    """

    person: Person


@dataclass(frozen=True)
class PersonsChanged(Event):
    """Names or the one-person-ness of records changed, after a rename, a merge, an unmerge or an erasure.

    `ids` are those of all records concerned.
    """

    ids: frozenset[int]


@dataclass(frozen=True)
class MembershipsChanged(Event):
    """A person (the canonical record) joined or left a club, or the days of a membership were corrected.

    People who are added as members are new, and nothing is told.
    """

    person: Person


@dataclass(frozen=True)
class ClubAdmissionChanged(Event):
    """A club's games count in the server's rating lists from now on, or no longer."""

    club: Club


@dataclass(frozen=True)
class OpenLicenceChanged(Event):
    """A club's public games are open data from now on, no longer, or under another licence."""

    club: Club


@dataclass(frozen=True)
class ExampleRemoving(Event):
    """The example club is about to go; `clubs` are ids of the clubs marked as example.

    Subscribers delete what the database protects from going with its club (entries that sit in pairings, and the like).
    """

    clubs: frozenset[int]
