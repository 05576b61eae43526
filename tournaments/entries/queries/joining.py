"""Who asks to join a club, and where invitations of it lead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from players.core.queries.records import record_ids
from players.models import Account, Club, JoinRequest
from players.people.queries.search import Choice, choices, namesakes
from players.scope_labels import labels
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class RequestRow:
    """An open request: what it asks for ("": the club alone), and members of that name who have no account."""

    id: int
    name: str
    email: str
    made_at: datetime
    expires_at: datetime
    event: str
    event_id: int | None
    namesakes: tuple[Choice, ...]
    taken: tuple[Choice, ...] = ()
    """Members who are called just so and have an account."""


def open_requests(club: Club) -> Iterator[RequestRow]:
    """The open requests of a club, the oldest first. Two queries, and some for each of them: they are few."""
    rows = list(JoinRequest.objects.filter(club=club, account=None).select_related("scope"))
    events = labels({row.scope.key for row in rows})
    for row in rows:
        event = events[row.scope.key].name if row.scope.key != club.scope else ""
        number = int(row.scope.key.removeprefix("event:")) if event else None
        known = {choice.id: choice for choice in choices(row.name, club=club) if choice.is_member}
        called = {choice.id: choice for choice in namesakes(row.name, club=club)}
        free = tuple(each for each in (called | known).values() if not _has_account(each))
        taken = tuple(each for each in called.values() if _has_account(each))
        yield RequestRow(row.pk, row.name, row.email, row.made_at, row.expires_at, event, number, free, taken)


def _has_account(choice: Choice) -> bool:
    return Account.objects.filter(person__in=record_ids(choice.id)).exists()


def events_to_enter(club: Club) -> list[Event]:
    """The events of a club that players can enter by themselves, the next first."""
    return list(Event.objects.filter(club=club, state=Event.State.OPEN, self_entry=True).order_by("starts_on", "pk"))


@dataclass(frozen=True, slots=True)
class Invitation:
    """Where somebody without an account asks to join a club or (with its id) to enter an event: a path to be shared."""

    name: str
    path: str
    event_id: int | None = None


def invitations(club: Club) -> list[Invitation]:
    """The club's own, then those of its events that players can enter by themselves; none while it is closed."""
    if not club.takes_requests:
        return []
    events = [
        Invitation(event.name, reverse("event-ask", args=[event.pk]), event.pk) for event in events_to_enter(club)
    ]
    return [Invitation(club.name, reverse("club-join", args=[club.slug])), *events]


def waiting_for(club: Club) -> int:
    """How many ask to join a club."""
    return JoinRequest.objects.filter(club=club, account=None).count()
