"""Reading invitations that wait for an answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Q, QuerySet

from players.core.queries.records import canonical_id, canonical_name, record_ids
from players.models import Account, Club, Invitation, Person


class Invited(TypedDict):
    """What `_open` adds: who the person is today, and under which name."""

    root: int
    name: str


if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    NamedInvitation = WithAnnotations[Invitation, Invited]


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """Whom `club` asks to become a member from `since` on, and when it asked."""

    id: int
    person_id: int
    name: str
    club: Club
    since: date
    made_on: date


def of_person(person: Person) -> list[InvitationRow]:
    """What a canonical person was asked and has not answered. Two queries."""
    return rows(_open().filter(person__in=record_ids(person.pk)))


def open_invitations_of(club: Club) -> QuerySet[NamedInvitation]:
    """Whom the club asked who have not answered, in the order of asking."""
    return _open().filter(club=club)


def invitations_for_organisers_of(club: Club) -> list[InvitationRow]:
    """What people without an account were asked whom this club looks after: its organisers answer for them."""
    looked_after = Q(person__merged_into=None, person__home=club) | Q(person__merged_into__home=club)
    owners = Account.objects.filter(person__isnull=False).annotate(root=canonical_id("person"))
    return rows(_open().filter(looked_after).exclude(Q(root__in=owners.values("root"))))


def rows(invitations: Iterable[NamedInvitation]) -> list[InvitationRow]:
    """Invitations of `of_person` or `sent_by` as they are shown, with the name that a person has today."""
    return [
        InvitationRow(each.pk, each.root, each.name, each.club, each.since, each.made_at.date()) for each in invitations
    ]


def _open() -> QuerySet[NamedInvitation]:
    waiting = Invitation.objects.filter(answer="").select_related("club")
    return waiting.annotate(root=canonical_id("person"), name=canonical_name("person")).order_by("made_at", "pk")
