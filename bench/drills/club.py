"""A club to drill on: members who can report by page and by API, and events in which they play.

Import it once Django is set up (inside a drill's `work`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.test import Client

from games.models import Game
from players.accounts.services.tokens import make_token
from players.models import Account, Club, Person
from players.roles import Role
from testing.factories import PASSWORD, ClubFactory, PersonFactory, holder_of
from testing.tournaments.factories import plan
from tournaments.entries.services import entries
from tournaments.events.services import events, lifecycle
from tournaments.models import Event


@dataclass(frozen=True)
class Phone:
    """A person who is signed in: `session` is the cookie's value, `key` opens the API."""

    account: int
    person: int | None
    session: str
    key: str

    @property
    def cookies(self) -> dict[str, str]:
        return {"sessionid": self.session}

    @property
    def token(self) -> dict[str, str]:
        return {"Authorization": f"Token {self.key}"}


@dataclass(frozen=True)
class Seat:
    """A game, the side on which a person sits, and the phone in the hand."""

    game: int
    side: str
    phone: Phone


@dataclass
class DrillClub:
    """A club, who organises it (a name that ends in "-organiser", with PASSWORD) and its members, by account."""

    club: Club
    organiser: Account
    desk: Phone
    phones: list[Phone]

    def seats(self, event_id: int, round_number: int) -> list[Seat]:
        """Both seats of every game of a round."""
        phones = {phone.person: phone for phone in self.phones}
        games = Game.objects.filter(
            paired__pairing__round__event=event_id, paired__pairing__round__number=round_number
        ).order_by("pk")
        rows = games.values_list("pk", "white", "black")
        return [
            Seat(game, side, phones[person])
            for game, white, black in rows
            for side, person in (("white", white), ("black", black))
        ]


def make_club(members: int, *, slug: str = "drill") -> DrillClub:
    """A club of `members`, each with an account, a session and a key. One that is there is taken as it is."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        club = ClubFactory(name=f"Club {slug}", slug=slug, time_zone="UTC")
        organiser = Account.objects.create_user(f"{slug}-organiser", PASSWORD)
        holder_of(Role.ORGANISER, club.scope, organiser)
        for number in range(members):
            person = PersonFactory(name=f"Member {number:04} of {slug}", member_of=club)
            Account.objects.create_user(f"{slug}-{number}", None, person=person)
    organiser = Account.objects.get(username=f"{slug}-organiser")
    accounts = Account.objects.filter(person__memberships__club=club).order_by("pk")
    return DrillClub(club, organiser, phone_of(organiser), [phone_of(account) for account in accounts])


def phone_of(account: Account) -> Phone:
    """A new session and a new key of this account."""
    client = Client()
    client.force_login(account)
    key = make_token(account=account, label="drill").key
    return Phone(account.pk, account.person_id, client.cookies["sessionid"].value, key)


def start_event(made: DrillClub, players: int, **changes: Any) -> Event:
    """A started event of the first `players` members, with no round yet. `changes` are fields of its plan."""
    organiser = made.organiser
    usual = {"name": "Drill", "time_zone": "UTC", "format": "swiss-dutch", "rounds_planned": 5}
    event = events.create_event(made.club.pk, organiser, plan=plan(**usual | changes))
    events.announce(event.pk, organiser)
    people = Person.objects.filter(pk__in=[phone.person for phone in made.phones[:players]]).order_by("pk")
    for person in people:
        entries.enter_person(event.pk, organiser, person_id=person.pk)
    lifecycle.start_event(event.pk, organiser, first_colour="w")
    return event
