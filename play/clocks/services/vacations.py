"""Vacations from games by correspondence.

A vacation is booked once, for all games that two people arranged: their clocks get it in the same transaction, so that
every deadline is right at once and each opponent sees it on his board. In an event no one's vacation holds the others
up. Locks are taken in the order lobby, games, person.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import date

from django.db.models import Q

from common.journal import services as journal
from games.core.running import scope_of
from gipf_engine.clocks import Calendar, Clock, VacationDays, check_vacation, clock_from_json, end_vacation
from play.clocks.acts import BookVacation, CancelVacation, MoveDeadline
from play.clocks.services.days_off import Stretches, booked_stretches, time_zone_of, today_in
from play.clocks.services.flags import fall_flag
from play.core.acts import LobbyAct
from play.core.playing import now_ms
from play.core.services.acting import clock_columns, need_person, set_columns
from play.core.services.lobby import lobby_of
from play.models import OnlineGame, Vacation
from players.core.events import PersonErasing, Touched
from players.core.queries.records import record_ids
from players.identity import person_of
from players.models import Account, Person
from players.people.services.people import lock_persons

Change = Callable[[Person], Vacation]
"""Writes vacations of a person who is locked; the one that it was about."""


class _BegunMeanwhile(Exception):
    """A game began after the others were locked: look again."""


def book_vacation(account: Account, first: date, last: date) -> Vacation:
    """Book the days from `first` to `last`. Running games get them at once. Raises `Refused`, with the field."""
    person = need_person(account)
    zone = time_zone_of(person)

    def book(held: Person) -> Vacation:
        others = [vacation.days for vacation in vacations_of(held)]
        check_vacation(VacationDays(first, last, zone), others, today_in(zone))
        return Vacation.objects.create(person=held, first=first, last=last, zone=zone)

    return _change(account, person, BookVacation, book)


def cancel_vacation(account: Account, vacation_id: int) -> None:
    """Give back the days of a vacation that have not begun. Raises Vacation.DoesNotExist for one of another person."""

    def cancel(held: Person) -> Vacation:
        vacation = Vacation.objects.get(pk=vacation_id, person__in=record_ids(held.pk))
        left = end_vacation(vacation.days, today_in(vacation.zone))
        if left is None:
            Vacation.objects.filter(pk=vacation_id).delete()
        else:
            vacation.last = left.last
            vacation.save(update_fields=["last"])
        return vacation

    person = person_of(account)
    if person is None:
        raise Vacation.DoesNotExist
    _change(account, person, CancelVacation, cancel)


def delete_vacations(erasing: PersonErasing) -> list[Touched]:
    """Those of an erased person."""
    Vacation.objects.filter(person__in=record_ids(erasing.person.pk)).delete()
    return []


def vacations_of(person: Person) -> list[Vacation]:
    """All vacations of a person, also those that are over, by their first day."""
    return list(Vacation.objects.filter(person__in=record_ids(person.pk)).order_by("first"))


def _change(account: Account, person: Person, act: type[LobbyAct], change: Change) -> Vacation:
    while True:
        games = _running(person)
        for game in games:
            fall_flag(game, now_ms())
        try:
            with journal.commit(lobby_of(account), account, act) as doing:
                journal.lock(scope_of(game) for game in games)
                held = lock_persons({person.pk})[person.pk]
                if not _running(person) <= games:
                    raise _BegunMeanwhile
                changed = change(held)
                doing.data["vacation"] = changed.pk
                _move_deadlines(account, held, games)
            return changed
        except _BegunMeanwhile:
            """It is asked about, too."""


def _running(person: Person) -> set[int]:
    """The games by correspondence that a person has arranged and that run (ids)."""
    mine = record_ids(person.pk)
    running = OnlineGame.objects.filter(ended_at=None, no_show_at=None, control__contains="days")
    return set(running.filter(Q(game__white__in=mine) | Q(game__black__in=mine)).values_list("pk", flat=True))


def _move_deadlines(account: Account, person: Person, games: Collection[int]) -> None:
    """Let the clocks of these games, whose scopes are locked, know all vacations of a person."""
    now, mine = now_ms(), record_ids(person.pk)
    stretches = booked_stretches([person.pk])[person.pk]
    rows = OnlineGame.objects.select_for_update(of=("self",)).filter(pk__in=games, ended_at=None)
    for online in rows.select_related("game").order_by("pk"):
        clock = clock_from_json(online.clock)
        if clock.has_fallen(now):  # since it was looked at: the flag stays fallen
            continue
        seat = 0 if online.game.white_id in mine else 1
        with journal.commit(scope_of(online.pk), account, MoveDeadline):
            set_columns(online, clock_columns(_with_vacations(clock, seat, stretches, now), now))


def _with_vacations(clock: Clock, seat: int, stretches: Stretches, now: int) -> Clock:
    before = clock.sides[seat].calendar
    return clock.with_calendar(seat, Calendar(before.weekdays, before.zone, stretches), now)
