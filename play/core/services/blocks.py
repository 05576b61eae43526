"""Whom a person has blocked: no challenges, no chat, and neither sees what the other offers in the lobby."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils import timezone

from common.journal import services as journal
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.core.acts import BlockPerson
from play.core.errors import PlayRefused
from play.core.services.acting import need_person
from play.core.services.lobby import lobby_of
from play.models import Block, Challenge
from players.accounts.devices import accounts_at
from players.core.queries.records import canonical_ids, record_ids, record_ids_of
from players.following.questions import KeptApart
from players.following.services import part_followers
from players.models import Account, Person
from players.people.services.people import lock_persons

MOST_BLOCKED = 200
_YOURSELF = Message(_("You cannot block yourself."))
_TOO_MANY = Message(_("You have blocked %(most)s people, the limit: unblock one first."), {"most": MOST_BLOCKED})
_BLOCKED_BY_YOU = Message(_("You have blocked this person."))
_NO_GUESTS_FROM_HERE = Message(_("This person does not play guests from your browser or network. Sign in to play."))
_BLOCKED = Message(_("You cannot chat or play with this person."))


def block_person(account: Account, person_id: int) -> Block:
    """Block a person. Blocking twice is blocking once. Raises `PlayRefused` and Person.DoesNotExist."""
    own = need_person(account)
    with journal.commit(lobby_of(account), account, BlockPerson):
        people = lock_persons({own.pk, person_id})
        by, person = people[own.pk], people[person_id]
        if by == person:
            raise PlayRefused(_YOURSELF)
        held = _blocks_of(by)
        for block in held.filter(person__in=record_ids(person.pk)):
            return block
        if held.count() >= MOST_BLOCKED:
            raise PlayRefused(_TOO_MANY)
        _close_challenges(by, person)
        part_followers(by, person)
        return Block.objects.create(by=by, person=person, made_at=timezone.now())


def _close_challenges(one: Person, other: Person) -> None:
    """What they have offered each other can be taken no more."""
    two = record_ids(one.pk), record_ids(other.pk)
    for made_by, made_to in (two, two[::-1]):
        offered = Challenge.objects.filter(challenger__in=made_by, opponent__in=made_to, closed_at=None)
        offered.update(closed_at=timezone.now())


def unblock_person(account: Account, person_id: int) -> None:
    """Take a block back; nothing happens where there is none. Raises `PlayRefused` and Person.DoesNotExist."""
    own = need_person(account)
    if not canonical_ids([person_id]):
        raise Person.DoesNotExist
    _blocks_of(own).filter(person__in=record_ids(person_id)).delete()


def blocked_people(person: Person) -> list[Person]:
    """Whom a person has blocked, by name."""
    rows = _blocks_of(person).select_related("person__merged_into")
    return sorted({row.person.merged_into or row.person for row in rows}, key=lambda each: each.folded)


def hidden_from(person: Person) -> list[int]:
    """Records of everybody whose offers a person does not see: whom he has blocked, and who has blocked him."""
    mine = record_ids(person.pk)
    rows = Block.objects.filter(Q(by__in=mine) | Q(person__in=mine)).values_list(
        "by", "by__merged_into", "person", "person__merged_into"
    )
    others = {(merged or other) if by in mine else (by_merged or by) for by, by_merged, other, merged in rows}
    return record_ids_of(others) if others else []


def has_blocked(person: Person, other: Person) -> bool:
    """Whether a person has blocked another one."""
    return _blocks_of(person).filter(person__in=record_ids(other.pk)).exists()


def is_block_between(one: Person, other: Person) -> bool:
    """Whether one of two people has blocked the other."""
    return has_blocked(one, other) or has_blocked(other, one)


def tell_block(asked: KeptApart) -> bool:
    """Whether one of the two has blocked the other, for the apps below."""
    return is_block_between(asked.one, asked.other)


def need_no_block(actor: Person, other: Person) -> None:
    """Raise `PlayRefused` where one of two people has blocked the other."""
    if has_blocked(actor, other):
        raise PlayRefused(_BLOCKED_BY_YOU)
    if has_blocked(other, actor):
        raise PlayRefused(_BLOCKED)


def need_no_blocked_visitor(device: str, network: str, other: Person) -> None:
    """Raise `PlayRefused` where whom `other` has blocked may come as a guest: by the browser, or by the network.

    A browser counts for a year after an account was signed in to with it, a network for a month.
    """
    held = _blocks_of(other)
    if held.exists():
        accounts = accounts_at(device, network)
        people = [account.person_id for account in accounts if account.person_id is not None]
        if people and held.filter(person__in=record_ids_of(canonical_ids(people))).exists():
            raise PlayRefused(_NO_GUESTS_FROM_HERE)


def who_refuse_visitor(device: str, network: str) -> list[int]:
    """The persons who have blocked a person who may come as a guest from this browser and network."""
    people = [account.person_id for account in accounts_at(device, network) if account.person_id is not None]
    if not people:
        return []
    return list(Block.objects.filter(person__in=record_ids_of(canonical_ids(people))).values_list("by", flat=True))


def _blocks_of(person: Person) -> QuerySet[Block]:
    return Block.objects.filter(by__in=record_ids(person.pk))
