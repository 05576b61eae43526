"""Streaks of the deal of the day: on how many days in a row a person has won it, from the attempts that are stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from games.models import Attempt
from play.models import DayAttempt, DayDeal
from players.core.queries.records import record_ids
from players.models import Person


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row on which the deal was won: up to now, and the most there were. A day without a deal breaks none."""

    days: int
    longest: int


def streak_of(person: Person, today: date) -> Streak:
    """The person's streak. It lasts while the deal of `today` can still be won. Two queries."""
    attempts = DayAttempt.objects.filter(person__in=record_ids(person.pk), day__day__lte=today)
    won = set(attempts.filter(attempt__result=Attempt.Result.WON).values_list("day__day", flat=True))
    if not won:
        return Streak(0, 0)
    deals = DayDeal.objects.filter(day__gte=min(won), day__lte=today).order_by("day").values_list("day", flat=True)
    return count_streak(list(deals), won, today)


def count_streak(days: Sequence[date], won: Iterable[date], today: date) -> Streak:
    """The streak of who has `won` some of `days`, in order; a deal of today that is not won yet does not end it."""
    known, longest, now = set(won), 0, 0
    for day in days:
        if day == today and day not in known:
            continue
        now = now + 1 if day in known else 0
        longest = max(longest, now)
    return Streak(now, longest)
