"""The clock of the last round: started, paused, resumed, given more time, removed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max
from django.utils import timezone

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from tournaments.core.acts import EventAct
from tournaments.core.errors import EventRefused
from tournaments.core.queries.clocks import ClockState
from tournaments.core.services.base import State, event_act, need_state
from tournaments.models import Round, RoundClock
from tournaments.rounds.acts import AddTime, PauseClock, RemoveClock, ResumeClock, StartClock

MINUTE = 60
LONGEST = 24 * 60
"""Minutes that a clock can have."""


def start_clock(event_id: int, actor: Account, number: int, *, minutes: int) -> ClockState:
    """Let a clock of so many minutes run from now on. Raises NotAllowed, EventRefused and Round.DoesNotExist."""
    with event_act(event_id, actor, StartClock, round=number, minutes=minutes) as doing:
        need_state(doing.event, State.RUNNING)
        round_ = _last_round(event_id, number)
        if RoundClock.objects.filter(round=round_).exists():
            raise EventRefused(Message(_("Round %(round)d has a clock already."), {"round": number}))
        _need_length(minutes * MINUTE)
        made = RoundClock.objects.create(round=round_, seconds=minutes * MINUTE, running_since=timezone.now())
    return ClockState.of(made, number)


def pause_clock(event_id: int, actor: Account, number: int) -> ClockState:
    """Stop the clock until it is resumed. Raises as `start_clock` does."""
    with _changing(event_id, actor, number, PauseClock) as (clock, now):
        _need_time_left(clock, now)
        if clock.running_since is None:
            raise EventRefused(Message(_("The clock is paused already.")))
        clock.used, clock.running_since = _passed(clock, now), None
    return ClockState.of(clock, number)


def resume_clock(event_id: int, actor: Account, number: int) -> ClockState:
    """Let a paused clock run on. Raises as `start_clock` does."""
    with _changing(event_id, actor, number, ResumeClock) as (clock, now):
        if clock.running_since is not None:
            raise EventRefused(Message(_("The clock is running already.")))
        clock.running_since = now
    return ClockState.of(clock, number)


def add_time(event_id: int, actor: Account, number: int, *, minutes: int) -> ClockState:
    """Give so many minutes more, or less (below 0). After time was up they count from now.

    Raises as `start_clock` does.
    """
    with _changing(event_id, actor, number, AddTime, minutes=f"{minutes:+d}") as (clock, now):
        if _is_over(clock, now):
            clock.used, clock.running_since = clock.seconds, now
        seconds = clock.seconds + minutes * MINUTE
        if seconds <= _passed(clock, now):
            raise EventRefused(Message(_("The clock has less time left than that.")), field="minutes")
        _need_length(seconds)
        clock.seconds = seconds
    return ClockState.of(clock, number)


def remove_clock(event_id: int, actor: Account, number: int) -> None:
    """Show no clock any more. Raises as `start_clock` does."""
    with event_act(event_id, actor, RemoveClock, round=number) as doing:
        need_state(doing.event, State.RUNNING)
        _find(event_id, number).delete()


@contextmanager
def _changing(
    event_id: int, actor: Account, number: int, act: type[EventAct], **data: Any
) -> Iterator[tuple[RoundClock, datetime]]:
    """The clock under the event's lock, and the time; what was set is stored."""
    with event_act(event_id, actor, act, round=number, **data) as doing:
        need_state(doing.event, State.RUNNING)
        clock = _find(event_id, number)
        yield clock, timezone.now()
        clock.save(update_fields=["seconds", "used", "running_since"])


def _last_round(event_id: int, number: int) -> Round:
    round_ = Round.objects.get(event=event_id, number=number)
    if number != Round.objects.filter(event=event_id).aggregate(last=Max("number"))["last"]:
        raise EventRefused(Message(_("Only the last round has a clock.")))
    return round_


def _find(event_id: int, number: int) -> RoundClock:
    found = RoundClock.objects.filter(round=_last_round(event_id, number)).first()
    if found is None:
        raise EventRefused(Message(_("Round %(round)d has no clock."), {"round": number}))
    return found


def _passed(clock: RoundClock, now: datetime) -> int:
    """The seconds that have passed of it, and no more than it has."""
    since = timedelta() if clock.running_since is None else now - clock.running_since
    return min(clock.seconds, clock.used + max(0, int(since.total_seconds())))


def _is_over(clock: RoundClock, now: datetime) -> bool:
    return _passed(clock, now) >= clock.seconds


def _need_time_left(clock: RoundClock, now: datetime) -> None:
    if _is_over(clock, now):
        raise EventRefused(Message(_("Time is up.")))


def _need_length(seconds: int) -> None:
    if not MINUTE <= seconds <= LONGEST * MINUTE:
        message = Message(_("A clock has 1 to %(most)d minutes."), {"most": LONGEST})
        raise EventRefused(message, field="minutes")
