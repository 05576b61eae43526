"""Guests: who plays without an account, by a token that the browser keeps. Their games are never rated.

What a guest may begin is bounded by token and by address, and what is known of one is forgotten some time after the
last visit: the token, the address, and the name.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from common.jobs import services as jobs
from common.journal import services as journal
from common.secret_keys import digest_of
from games.collection.services import withdraw_archives
from games.core.running import scope_of
from games.models import Game
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.core.errors import PlayRefused
from play.models import Challenge, Guest, OnlineGame
from players.core import limits
from players.guest_names import GUEST, mark_guest
from players.models import Person
from players.names import NotAName, clean_name
from players.people.services.people import lock_persons

KEPT = timedelta(days=30)
"""How long after the last visit a guest is known, unless a game still runs."""
MOST_GAMES, MOST_GAMES_OF_CLIENT = 4, 100
"""Games that a guest may have running, and all guests of one client: a hall, a school."""
LONGEST_NAME = 30
_LOOK_EVERY = 3600.0
_NOTED_AGAIN = timedelta(hours=6)
_Begun = TypeVar("_Begun")
_SALT = "play.guests.address"

_TOO_MANY = Message(_("You have %(most)s games running: finish one first."), {"most": MOST_GAMES})
_TOO_MANY_THERE = Message(_("Too many games of guests are running at your address. Try again later, or sign in."))


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person who is not signed in: the `token` of the cookie ("" for none), a `name` to be shown, the address that
    counts, and the id of the browser ("" for none).
    """

    token: str
    name: str
    address: str
    device: str = ""


def find_guest(token: str) -> Guest | None:
    """Whose token it is."""
    if not token:
        return None
    guest = Guest.objects.select_related("person").filter(digest=digest_of(token)).first()
    if guest is not None and guest.seen_at < timezone.now() - _NOTED_AGAIN:
        Guest.objects.filter(pk=guest.pk).update(seen_at=timezone.now())
    return guest


def name_guest(typed: str) -> str:
    """The name of a guest who typed this one, or none, as it is stored. Raises `PlayRefused`."""
    try:
        return mark_guest(clean_name(typed, longest=LONGEST_NAME) if typed else "")
    except NotAName as error:
        raise PlayRefused(error.message, field="name") from error


def as_guest(visitor: Visitor, begin: Callable[[Guest], _Begun]) -> tuple[_Begun, str]:
    """Let a visitor begin something as a guest, who is new where the token is no one's; and the token to be kept.

    Both or neither is stored. Raises what `begin` does, `PlayRefused` and TooMany.
    """
    limits.GUEST_GAMES.take(visitor.address)
    with transaction.atomic():
        guest, token = find_guest(visitor.token), visitor.token
        if guest is None:
            guest, token = _new_guest(visitor)
        return begin(guest), token


def _new_guest(visitor: Visitor) -> tuple[Guest, str]:
    token = secrets.token_urlsafe(24)
    person = Person.guests.create(name=visitor.name, is_guest=True)
    address = salted_hmac(_SALT, visitor.address, secret=settings.SECRET_KEY, algorithm="sha256").hexdigest()
    guest = Guest.objects.create(person=person, digest=digest_of(token), address=address, seen_at=timezone.now())
    return guest, token


def check_games_of_guest(guest: Guest) -> None:
    """Raise `PlayRefused` where a guest has as many games as guests may have. Inside an act in the lobby.

    What a guest offers counts as a game.
    """
    if _count_games([guest.person_id]) >= MOST_GAMES:
        raise PlayRefused(_TOO_MANY)
    neighbours = list(Guest.objects.filter(address=guest.address).values_list("person", flat=True))
    if _count_games(neighbours) >= MOST_GAMES_OF_CLIENT:
        raise PlayRefused(_TOO_MANY_THERE)


def _count_games(people: Collection[int]) -> int:
    sits = Q(game__white__in=people) | Q(game__black__in=people)
    offered = Challenge.objects.filter(challenger__in=people, closed_at=None, expires_at__gt=timezone.now())
    return OnlineGame.objects.filter(sits, ended_at=None).count() + offered.count()


def lock_players(people: Collection[Person]) -> dict[int, Person]:
    """Those who are to play, by id: persons locked, so that none is merged or erased meanwhile, guests as they are."""
    guests = {person.pk: person for person in people if person.is_guest}
    return guests | lock_persons({person.pk for person in people if not person.is_guest})


def is_known(person: Person) -> bool:
    """Whether the guest of this name could come back; a program always can."""
    return person.program_level is not None or Guest.objects.filter(person=person).exists()


@jobs.every(_LOOK_EVERY)
def forget_guests() -> None:
    """Forget those who have not been here for long, and have no game that runs: no one can sit at their seats again."""
    sits = Q(game__white=OuterRef("person")) | Q(game__black=OuterRef("person"))
    gone = Guest.objects.filter(seen_at__lt=timezone.now() - KEPT).exclude(
        Exists(OnlineGame.objects.filter(sits, ended_at=None))
    )
    people = list(gone.values_list("person", flat=True)[:500])
    if not people:
        return
    with transaction.atomic():
        Guest.objects.filter(person__in=people).delete()
        Challenge.objects.filter(challenger__in=people, game=None).delete()
        games = take_names(people)
    journal.touch(map(scope_of, games))


def take_names(people: Collection[int]) -> list[int]:
    """Let guests be called nothing but that: their games, whose scopes are to be touched after the transaction."""
    games = list(Game.objects.filter(Q(white__in=people) | Q(black__in=people)).values_list("pk", flat=True))
    for person in Person.guests.filter(pk__in=people):
        person.name = GUEST
        person.save(update_fields=["name", "folded"])
    if games:
        withdraw_archives()
    return games
