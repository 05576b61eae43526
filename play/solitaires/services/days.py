"""The deal of the day: drawn ahead by a worker, one attempt for everybody, closed at midnight."""

from __future__ import annotations

import secrets
from datetime import date, datetime, time, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from common.jobs import services as jobs
from common.jobs.models import Job
from common.journal import services as journal
from games.attempts.services.attempts import NewAttempt, create_attempts, end_attempts, publish_attempts
from games.models import Attempt
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import rules_for
from gipf_engine.rules.deals import DealSource
from gipf_engine.rules.setup_seed import SEED_BYTES
from play.core.errors import PlayRefused
from play.models import DayAttempt, DayDeal
from play.solitaires.acts import BeginDay, CloseDay
from play.solitaires.services.practice_attempts import begin_and_advance
from players.models import Account, Person
from players.people.services.people import lock_person

DRAW, CLOSE = "draw-day", "close-day"
"""Kinds of jobs: draw the deal of a day ("day:2026-11-22"); end it when the day is over (its scope)."""
RULES = "guowuguan-gwg"
LIMIT = 3_000_000
"""Positions that the solver looks at of each deal."""
AHEAD = 3
"""So many days have their deals beforehand, so that a worker may sleep."""
BETWEEN_DAYS = timedelta(minutes=10)
"""A deal takes seconds to solve: a server that has none yet draws that of today at once and the others later."""

_NOT_THERE = Message(_("Today’s deal is not drawn yet. Try again in a minute."))
_OVER = Message(_("This day is over: its deal can no longer be started."))
_PLAYED = Message(_("You have already played the deal of this day. Each player has one attempt."))


def today() -> date:
    """The day in the server's time zone."""
    return timezone.localdate(timezone=timezone.get_default_timezone())


def end_of(day: date) -> datetime:
    """When a day is over: midnight in the server's time zone."""
    return datetime.combine(day + timedelta(days=1), time.min, tzinfo=timezone.get_default_timezone())


def is_over(day: date) -> bool:
    """Whether a day is over, be it that no worker has noticed."""
    return timezone.now() >= end_of(day)


def source_of(rules: str, limit: int) -> DealSource:
    """How a day's deal is drawn and solved."""
    return DealSource(rules_for(rules), limit)


@jobs.regularly
def look_at_days() -> None:
    """Ask for the deals of today and the next days, where they are missing and no one has asked."""
    days = {today() + timedelta(days=ahead): ahead * BETWEEN_DAYS for ahead in range(AHEAD + 1)}
    missing = days.keys() - set(DayDeal.objects.filter(day__in=days).values_list("day", flat=True))
    pauses = {f"day:{day}": days[day] for day in missing}
    asked = (
        set(Job.objects.filter(kind=DRAW, subject__in=pauses).values_list("subject", flat=True)) if pauses else set()
    )
    for subject in sorted(pauses.keys() - asked):
        if pauses[subject]:
            jobs.request_later(DRAW, subject, pauses[subject])
        else:
            jobs.request(DRAW, subject)


def draw_day(day: date) -> None:
    """Draw and solve until there is a deal for a day. Where two workers do it, the first one's is kept.

    Nothing is shown before it is stored, so one that is stopped leaves nothing behind, and another seed is drawn.
    """
    if DayDeal.objects.filter(day=day).exists():
        return
    source, seed = source_of(RULES, LIMIT), secrets.token_hex(SEED_BYTES)
    won = next(source.winnable(seed))
    assert won.par is not None
    now = timezone.now()
    try:
        with transaction.atomic():
            made = DayDeal.objects.create(
                day=day,
                rules=RULES,
                limit=LIMIT,
                seed=seed,
                commitment=source.commitment(seed),
                number=won.number,
                setup=won.setup,
                par=won.par,
                made_at=now,
            )
            journal.open_scope(made.scope, journal.SERVER)
            jobs.request_later(CLOSE, made.scope, max(end_of(day) - now, timedelta()))
    except IntegrityError:
        if not DayDeal.objects.filter(day=day).exists():
            raise


def begin_day(account: Account, person: Person) -> Attempt:
    """The person's attempt at the deal of today, which ends at midnight. Raises PlayRefused."""
    day = DayDeal.objects.filter(day=today()).first()
    if day is None:
        raise PlayRefused(_NOT_THERE)
    with transaction.atomic():
        with journal.commit(day.scope, account, BeginDay) as act:
            player = lock_person(person.pk)
            left = int((end_of(day.day) - timezone.now()).total_seconds())
            if left <= 0:
                raise PlayRefused(_OVER)
            if DayAttempt.objects.filter(day=day, person=player).exists() or _had_as_other(day, player):
                raise PlayRefused(_PLAYED)
            new = [NewAttempt(player=player.pk, setup=day.setup, seconds=left)]
            (attempt,) = create_attempts(new, parent_scope=act.scope, rules=day.rules, options=())
            DayAttempt.objects.create(day=day, attempt=attempt, person=player)
        return begin_and_advance(attempt, account)


def _had_as_other(day: DayDeal, person: Person) -> bool:
    """Whether another record of the same person has had the deal."""
    return DayAttempt.objects.filter(day=day, person__merged_into=person).exists()


def close_day(day_id: int) -> None:
    """End what is still open of a day that is over, and let everybody see all lines. It may be done twice."""
    day = DayDeal.objects.filter(pk=day_id).first()
    if day is None or not is_over(day.day):
        return
    attempts = list(DayAttempt.objects.filter(day=day).values_list("attempt", flat=True))
    with journal.commit(day.scope, None, CloseDay):
        end_attempts(attempts)
        publish_attempts(attempts)
