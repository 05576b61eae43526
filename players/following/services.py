"""Following a person or a club, and wanting no followers.

Who is followed is not told. Not to be followed are people who want no followers, have blocked the reader or are
blocked, guests, erased persons, and the reader. What an account follows ends with the account, and with the person.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils import timezone

from common.journal import services as journal
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.core.events import PersonErasing, Touched
from players.core.queries.records import record_ids
from players.following.acts import StartFollowing, StopFollowing
from players.following.queries import may_be_followed, may_choose_for
from players.following.questions import are_kept_apart
from players.identity import person_of
from players.models import Account, Club, Follow, NoFollowers, Person
from players.notifications.acts import NotificationAct
from players.notifications.services.notifications import scope_of
from players.people.services.people import lock_person
from players.permissions import NotAllowed
from players.roles import Permission

MOST_FOLLOWED = 200
_TOO_MANY = Message(_("You follow %(most)s people and clubs, the limit: unfollow one first."), {"most": MOST_FOLLOWED})
_YOURSELF = Message(_("You cannot follow yourself."))
_CLOSED = Message(_("This person cannot be followed."))


def follow_person(account: Account, person_id: int) -> Follow:
    """Be told when a game of this person begins. Twice is once. Raises Refused and Person.DoesNotExist."""
    with _acting(account, StartFollowing):
        person = lock_person(person_id)
        own = person_of(account)
        if own == person:
            raise Refused(_YOURSELF)
        if not may_be_followed(person) or (own is not None and are_kept_apart(own, person)):
            raise Refused(_CLOSED)
        return _follow(account, person=person)


def unfollow_person(account: Account, person_id: int) -> None:
    """Be told no longer. Nothing happens where the person is not followed."""
    with _acting(account, StopFollowing):
        account.follows.filter(person__in=record_ids(person_id)).delete()


def follow_club(account: Account, club: Club) -> Follow:
    """Be told what the club announces. Twice is once. Raises Refused."""
    with _acting(account, StartFollowing):
        return _follow(account, club=club)


def unfollow_club(account: Account, club: Club) -> None:
    """Be told no longer. Nothing happens where the club is not followed."""
    with _acting(account, StopFollowing):
        account.follows.filter(club=club).delete()


@contextmanager
def _acting(account: Account, act: type[NotificationAct]) -> Iterator[None]:
    journal.open_scope(scope_of(account.pk), journal.SERVER)
    with journal.commit(scope_of(account.pk), account, act):
        yield


def _follow(account: Account, **what: Any) -> Follow:
    held = account.follows.filter(**what).first()
    if held is not None:
        return held
    if account.follows.count() >= MOST_FOLLOWED:
        raise Refused(_TOO_MANY)
    return Follow.objects.create(account=account, made_at=timezone.now(), **what)


def choose_followers(actor: Account, person_id: int, *, allowed: bool) -> None:
    """Let others follow a person, or none any more: the person's own choice, or that of who looks after the record.

    Raises NotAllowed and Person.DoesNotExist.
    """
    with transaction.atomic():
        person = lock_person(person_id)
        if not may_choose_for(actor, person):
            raise NotAllowed(Permission.MANAGE_PEOPLE, f"person {person.pk}")
        if allowed:
            NoFollowers.objects.filter(person__in=record_ids(person.pk)).delete()
        else:
            NoFollowers.objects.get_or_create(person=person, defaults={"made_at": timezone.now()})
            Follow.objects.filter(person__in=record_ids(person.pk)).delete()


def part_followers(one: Person, other: Person) -> None:
    """One of two people has blocked the other: neither follows the other any more. Inside the caller's act."""
    for follower, followed in ((one, other), (other, one)):
        accounts = Account.objects.filter(person__in=record_ids(follower.pk))
        Follow.objects.filter(account__in=accounts, person__in=record_ids(followed.pk)).delete()


def forget_follows(accounts: Collection[Account]) -> None:
    """Delete what these accounts follow. Inside the act by which they go."""
    Follow.objects.filter(account__in=accounts).delete()


def forget_followers(erasing: PersonErasing) -> list[Touched]:
    """A person who is erased has no followers any more, nor the wish to have none."""
    records = record_ids(erasing.person.pk)
    Follow.objects.filter(person__in=records).delete()
    NoFollowers.objects.filter(person__in=records).delete()
    return []
