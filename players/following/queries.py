"""Whom an account follows, and who follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from players.core.queries.records import record_ids, record_ids_of
from players.following.questions import are_kept_apart
from players.identity import person_of
from players.models import Account, Club, Follow, NoFollowers, Person
from players.permissions import may_manage_person


@dataclass(frozen=True, slots=True)
class FollowState:
    """What a page offers its reader: to `follow`, or to stop (`followed`); neither for who may not."""

    followed: bool
    may_follow: bool


@dataclass(frozen=True, slots=True)
class Followed:
    """Whom and which clubs an account follows, by name."""

    people: Sequence[Person]
    clubs: Sequence[Club]


def may_be_followed(person: Person) -> bool:
    """Whether others may follow a person at all: no guest, no erased person, and none who wants no followers."""
    if person.is_guest or person.erased_at is not None:
        return False
    return not NoFollowers.objects.filter(person__in=record_ids(person.pk)).exists()


def may_choose_for(actor: Account, person: Person) -> bool:
    """Whether an account says if a person may be followed: its own, or that of who looks after the record."""
    return person_of(actor) == person or may_manage_person(actor, person)


def person_state(reader: object, person: Person) -> FollowState | None:
    """What the page of a person offers; None for who is not signed in, and on one's own page."""
    if not isinstance(reader, Account):
        return None
    own = person_of(reader)
    if own == person:
        return None
    if reader.follows.filter(person__in=record_ids(person.pk)).exists():
        return FollowState(followed=True, may_follow=False)
    may_follow = may_be_followed(person) and not (own is not None and are_kept_apart(own, person))
    return FollowState(followed=False, may_follow=may_follow)


def club_state(reader: object, club: Club) -> FollowState | None:
    """What the page of a club offers; None for who is not signed in."""
    if not isinstance(reader, Account):
        return None
    followed = reader.follows.filter(club=club).exists()
    return FollowState(followed=followed, may_follow=not followed)


def followed_by(account: Account) -> Followed:
    """Whom and what an account follows. One query."""
    rows = account.follows.select_related("person__merged_into", "club")
    people = {row.person.merged_into or row.person for row in rows if row.person is not None}
    clubs = [row.club for row in rows if row.club is not None]
    by_name = sorted(clubs, key=lambda club: club.name)
    return Followed(sorted(people, key=lambda person: (person.folded, person.pk)), by_name)


def has_followers(people: Iterable[int]) -> bool:
    """Whether an account follows one of these people (canonical ids). Two queries."""
    return Follow.objects.filter(person__in=record_ids_of(people)).exists()


def followers_of(person: Person) -> list[Account]:
    """The accounts that follow a person and may, without those whom a block keeps apart since."""
    rows = Account.objects.filter(follows__person__in=record_ids(person.pk), is_active=True).distinct()
    found = []
    for account in rows.select_related("person__merged_into").order_by("pk"):
        own = person_of(account)
        if own != person and not (own is not None and are_kept_apart(own, person)):
            found.append(account)
    return found


def followers_of_club(club_id: int) -> QuerySet[Account]:
    """The accounts that follow a club."""
    return Account.objects.filter(follows__club=club_id, is_active=True).order_by("pk")


def has_no_followers_by_choice(person: Person) -> bool:
    """Whether a person has no followers by choice."""
    return NoFollowers.objects.filter(person__in=record_ids(person.pk)).exists()
