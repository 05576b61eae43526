"""Where players live, and on which days their time stands still in a game by correspondence that begins."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.models import Game
from gipf_engine.clocks import Calendar, TimeControl
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.core.errors import PlayRefused
from play.core.playing import now_ms
from play.core.services.acting import need_person
from play.models import PlayerSettings, Vacation
from players.core.events import PersonErasing, Touched
from players.core.queries.records import belongs_to, canonical_ids, record_ids
from players.core.time_zones import time_zones
from players.models import Account, Person

Stretches = tuple[tuple[int, int], ...]
_UNKNOWN_ZONE = Message(_("This time zone does not exist."))


def time_zone_of(person: Person) -> str:
    """Where a player lives: as he has chosen, else where his club is."""
    return _zones([person.pk])[person.pk]


def set_time_zone(account: Account, zone: str) -> None:
    """Say where one lives, for vacations that are booked and games that begin from now on. Raises `PlayRefused`."""
    need_person(account)
    if zone not in time_zones():
        raise PlayRefused(_UNKNOWN_ZONE, field="time_zone")
    PlayerSettings.objects.update_or_create(account=account, defaults={"time_zone": zone})


def today_in(zone: str) -> date:
    """What day it is in a time zone."""
    return timezone.localdate(timezone=ZoneInfo(zone))


def calendars_of(
    games: Iterable[Game], control: TimeControl, *, vacations: bool
) -> Mapping[int, tuple[Calendar, Calendar]]:
    """The days off of White and Black in games that begin now, by game. No query in real time, else five."""
    games = list(games)
    if control.is_real_time or not (vacations or control.days_off):
        return {game.pk: (Calendar(), Calendar()) for game in games}
    people = {person for game in games for person in (game.white_id, game.black_id)}
    zones = _zones(people)
    booked = booked_stretches(people) if vacations else dict.fromkeys(people, ())
    made = {person: Calendar(control.days_off, zones[person], booked[person]) for person in people}
    return {game.pk: (made[game.white_id], made[game.black_id]) for game in games}


def booked_stretches(people: Collection[int]) -> Mapping[int, Stretches]:
    """The vacations of players that are not over, in milliseconds, by the ids that were asked for: guests book none.

    Two queries.
    """
    roots, now = canonical_ids(people), now_ms()
    found: dict[int, list[tuple[int, int]]] = {}
    for vacation in Vacation.objects.filter(belongs_to(roots.values())).select_related("person"):
        if vacation.days.stretch[1] > now:
            found.setdefault(vacation.person.canonical_id, []).append(vacation.days.stretch)
    return {person: tuple(found.get(roots.get(person, person), ())) for person in people}


def _zones(people: Collection[int]) -> Mapping[int, str]:
    """The time zones of persons, by the ids that were asked for; UTC for guests. Three queries."""
    roots = canonical_ids(people)
    clubs: dict[int, str | None] = dict(
        Person.objects.filter(pk__in=roots.values()).values_list("pk", "home__time_zone")
    )
    owners = Account.objects.filter(belongs_to(roots.values()))
    rows = owners.values_list("person", "person__merged_into", "player_settings__time_zone", "home__time_zone")
    for person, merged_into, chosen, club in rows:
        root = merged_into or person
        clubs[root] = chosen or club or clubs.get(root)
    return {person: clubs.get(roots.get(person, person)) or "UTC" for person in people}


def delete_settings(erasing: PersonErasing) -> list[Touched]:
    """What an erased person chose for play: time zone, calendar and the like."""
    PlayerSettings.objects.filter(account__person__in=record_ids(erasing.person.pk)).delete()
    return []
