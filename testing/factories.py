"""Rows for tests, made straight in the tables. Each app adds its own below the line that names it."""

from __future__ import annotations

import datetime
from typing import Any

import factory

from common.journal.models import Scope
from common.journal.services import open_scope
from games.models import Game
from players.models import Account, Club, Grant, Membership, Person
from players.roles import Role
from tournaments.models import Event

PASSWORD = "a long enough password"
MEMBER_SINCE = datetime.date(2024, 1, 1)


# --- players ---------------------------------------------------------------------------------------


class PersonFactory(factory.django.DjangoModelFactory[Person]):
    """A person; `member_of=club` makes a member of it."""

    class Meta:
        model = Person

    name = factory.Sequence(lambda n: f"Person {n}")

    @classmethod
    def _create(cls, model_class: type[Person], *args: Any, member_of: Club | None = None, **kwargs: Any) -> Person:
        person = super()._create(model_class, *args, **{"home": member_of} | kwargs)
        if member_of is not None:
            MembershipFactory(person=person, club=member_of)
        return person


class ClubFactory(factory.django.DjangoModelFactory[Club]):
    """A club with its scope opened under the server's. Its games count in the server's lists."""

    class Meta:
        model = Club

    name = factory.Sequence(lambda n: f"Club {n}")
    slug = factory.Sequence(lambda n: f"club-{n}")
    time_zone = "Europe/Amsterdam"
    admitted = True

    @classmethod
    def _create(cls, model_class: type[Club], *args: Any, **kwargs: Any) -> Club:
        club = super()._create(model_class, *args, **kwargs)
        open_scope(club.scope, "server")
        return club


class MembershipFactory(factory.django.DjangoModelFactory[Membership]):
    """An open membership since 2024."""

    class Meta:
        model = Membership

    person = factory.SubFactory(PersonFactory)
    club = factory.SubFactory(ClubFactory)
    since = MEMBER_SINCE


class AccountFactory(factory.django.DjangoModelFactory[Account]):
    """An account that signs in with PASSWORD, and has no person and no role. Its home is its person's."""

    class Meta:
        model = Account

    username = factory.Sequence(lambda n: f"account-{n}")

    @classmethod
    def _create(cls, model_class: type[Account], *args: Any, **kwargs: Any) -> Account:
        person = kwargs.get("person")
        home = {"home": person.home if person is not None else None}
        return Account.objects.create_user(kwargs.pop("username"), kwargs.pop("password", PASSWORD), **home | kwargs)


def holder_of(role: Role, scope: str, account: Account | None = None) -> Account:
    """An account that holds `role` in the scope called `scope`, which is opened if it is new."""
    account = account or AccountFactory()
    Grant.objects.create(account=account, role=role, scope=open_scope(scope))
    return account


def organiser_of(club: Club) -> Account:
    """An account that organises `club`."""
    return holder_of(Role.ORGANISER, club.scope, AccountFactory(home=club))


def administrator() -> Account:
    """An account that keeps the server."""
    return holder_of(Role.ADMINISTRATOR, "server")


def player_in(club: Club, **fields: Any) -> Account:
    """An account with a person who is a member of `club`; `fields` are the person's."""
    return AccountFactory(person=PersonFactory(member_of=club, **fields))


# --- games -----------------------------------------------------------------------------------------


def parent_scope_of(club: Club) -> Scope:
    """A new scope for games in `club`, as an event would open one."""
    return open_scope(f"event:{Scope.objects.count() + 1000}", club.scope)


class GameFactory(factory.django.DjangoModelFactory[Game]):
    """A rated game of GIPF basic between two members of a club, without a result, who may agree on a draw."""

    class Meta:
        model = Game

    club = factory.SubFactory(ClubFactory)
    parent_scope = factory.LazyAttribute(lambda game: parent_scope_of(game.club))
    rules = "gipf-basic"
    agreed_draws = True
    white = factory.SubFactory(PersonFactory, member_of=factory.SelfAttribute("..club"))
    black = factory.SubFactory(PersonFactory, member_of=factory.SelfAttribute("..club"))
    played_on = datetime.date(2026, 3, 1)


def seated(game: Game, side: str) -> Account:
    """An account for the player who sits at `side` ("white" or "black") of `game`."""
    person: Person = getattr(game, side)
    return Account.objects.filter(person=person).first() or AccountFactory(person=person)


# --- tournaments -------------------------------------------------------------------------------------


class EventFactory(factory.django.DjangoModelFactory[Event]):
    """A draft of a single round robin with its scope opened under the club's. Events that run are made by services."""

    class Meta:
        model = Event

    club = factory.SubFactory(ClubFactory)
    name = factory.Sequence(lambda n: f"Event {n}")
    starts_on = ends_on = datetime.date(2026, 3, 7)
    time_zone = "Europe/Amsterdam"
    format = "round-robin"
    rules = "gipf-standard"
    tie_breaks = factory.LazyFunction(lambda: ["DE", "WIN", "SB"])

    @classmethod
    def _create(cls, model_class: type[Event], *args: Any, **kwargs: Any) -> Event:
        event = super()._create(model_class, *args, **kwargs)
        open_scope(event.scope, event.club.scope)
        return event
