"""What the export of one's own data says of playing: practice, the deals of days, vacations."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Attempt
from play.models import DayAttempt, PracticeAttempt, Vacation
from play.queries.practice import practice_number
from players.exports import section
from players.models import Account


@section("practice")
def _practice(account: Account, records: Sequence[int]) -> object:
    rows = PracticeAttempt.objects.filter(attempt__player__in=records).select_related("attempt", "deal").order_by("pk")
    return [
        {
            **_attempt(row.attempt),
            "number": practice_number(row.deal.seed),
            "taken_back": row.undone,
            "hints": row.hints,
        }
        for row in rows
    ]


@section("vacations")
def _vacations(account: Account, records: Sequence[int]) -> object:
    rows = Vacation.objects.filter(person__in=records).order_by("first")
    return [{"first": row.first.isoformat(), "last": row.last.isoformat(), "time_zone": row.zone} for row in rows]


@section("days")
def _days(account: Account, records: Sequence[int]) -> object:
    rows = DayAttempt.objects.filter(person__in=records).select_related("attempt", "day").order_by("day__day")
    return [{"day": row.day.day.isoformat(), **_attempt(row.attempt)} for row in rows]


def _attempt(attempt: Attempt) -> dict[str, object]:
    """When it was played, how it ended, and its turns. Nothing of what lies face down."""
    return {
        "rules": attempt.rules,
        "options": attempt.options,
        "begun_at": attempt.begun_at and attempt.begun_at.isoformat(timespec="seconds"),
        "ended_at": attempt.ended_at and attempt.ended_at.isoformat(timespec="seconds"),
        "result": attempt.result,
        "counts": attempt.counts,
        "turns": list(attempt.turns.order_by("ply").values_list("token", flat=True)),
    }
