"""Keeping who has solved a puzzle, and rating both. No one else reads it, so the journal says nothing of it."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from gipf_engine.ratings.glicko2 import Glicko2
from gipf_engine.ratings.glicko2_steps import Strength
from gipf_engine.rules.puzzles import Puzzle
from play.models import PuzzleAttempt, PuzzleRating
from play.puzzles.queries import puzzle_of_day
from players.core.events import PersonErasing, Touched
from players.core.queries.records import record_ids
from players.models import Account

SYSTEM = Glicko2({})
WON, LOST = 10, 0
"""Scores in tenths."""
PERIOD_DAYS = 30


def keep_attempt(account: Account, puzzle: Puzzle, *, solved: bool) -> PuzzleAttempt | None:
    """Keep how the first try at a puzzle ended, and rate it; None where there was one before."""
    now, today = timezone.now(), timezone.localdate(timezone=timezone.get_default_timezone())
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        if PuzzleAttempt.objects.filter(account=account, puzzle=puzzle.key).exists():
            return None
        own, other = _locked(account=account), _locked(puzzle=puzzle.key)
        before = (_strength(own, now), _strength(other, now))
        _rate(own, before[0], before[1], WON if solved else LOST, now)
        _rate(other, before[1], before[0], LOST if solved else WON, now)
        return PuzzleAttempt.objects.create(
            account=account,
            puzzle=puzzle.key,
            solved=solved,
            day=_day_of(puzzle, today),
            before=before[0].rating,
            after=own.rating,
            made_at=now,
        )


def _locked(**whose: Any) -> PuzzleRating:
    PuzzleRating.objects.get_or_create(**whose)
    return PuzzleRating.objects.select_for_update().get(**whose)


def _strength(row: PuzzleRating, now: datetime) -> Strength:
    """As it is now: the longer ago the last attempt, the less sure."""
    known = Strength(row.rating, row.deviation, row.volatility)
    days = (now - row.rated_at).days if row.rated_at else 0
    return known.age(days / PERIOD_DAYS, SYSTEM.newcomer.deviation)


def _rate(row: PuzzleRating, own: Strength, other: Strength, score: int, now: datetime) -> None:
    after = SYSTEM.rate_player(own, [(other, score)], 0).after
    row.rating, row.deviation, row.volatility = after.rating, after.deviation, after.volatility
    row.attempts, row.rated_at = row.attempts + 1, now
    row.save()


def _day_of(puzzle: Puzzle, today: date) -> date | None:
    of_day = puzzle_of_day(today)
    return today if of_day is not None and of_day.key == puzzle.key else None


def delete_puzzle_attempts(erasing: PersonErasing) -> list[Touched]:
    """What an erased person has tried."""
    records = record_ids(erasing.person.pk)
    PuzzleAttempt.objects.filter(account__person__in=records).delete()
    PuzzleRating.objects.filter(account__person__in=records).delete()
    return []
