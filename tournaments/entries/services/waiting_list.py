"""The waiting list of an event that takes so many players: getting onto it and off it, inside the acts of others."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet
from django.utils import timezone

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.core.queries.records import belongs_to
from players.models import Person
from tournaments.core.errors import EventRefused
from tournaments.models import Entry, EntryLimit, Event, Member, WaitingPlayer


def is_full(event: Event) -> bool:
    """Whether who registers now has to wait: no place is free, or others wait already. Under the event's lock."""
    limit = EntryLimit.objects.filter(event=event).first()
    if limit is None:
        return False
    return WaitingPlayer.objects.filter(event=event).exists() or Entry.objects.filter(event=event).count() >= limit.most


def wait_for_place(event: Event, person: Person) -> WaitingPlayer:
    """Put a person who is locked, by the record that stands for it, at the end of the list."""
    if waiting_rows(event, [person.pk]).exists():
        raise EventRefused(
            Message(_("%(name)s is on the waiting list already."), {"name": person.name}), field="person"
        )
    return WaitingPlayer.objects.create(event=event, person=person, since=timezone.now())


def waiting_rows(event: Event, persons: Collection[int]) -> QuerySet[WaitingPlayer]:
    """The places on the list of these persons (canonical ids), by whichever of their records."""
    return WaitingPlayer.objects.filter(belongs_to(persons), event=event)


def drop_entered(event: Event) -> None:
    """Take off the list the one who is entered, after an undo brought entries back."""
    people = Member.objects.filter(event=event).select_related("person")
    waiting_rows(event, {member.person.canonical_id for member in people}).delete()
