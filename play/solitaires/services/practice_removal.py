"""Practice that is over goes after some days: attempts that were given up, and deals that no attempt is of."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from common.jobs import services as jobs
from games.models import Attempt
from play.models import PracticeDeal
from play.solitaires.services.practice import STOCKED, practice_rules

KEPT = timedelta(days=30)
"""So long after they were given up are attempts kept, and deals after they were last asked for."""
_AT_ONCE = 500
_LOOK_EVERY = 600
"""Seconds."""


@jobs.every(_LOOK_EVERY)
def remove_old_practice() -> None:
    """Remove what no one needs any more. What was played to its end stays: statistics are made of it."""
    day = timezone.now() - KEPT
    given_up = Attempt.objects.filter(practice__isnull=False, ending=Attempt.Ending.RESIGNED, ended_at__lt=day)
    _remove_attempts(list(given_up.values_list("pk", flat=True)[:_AT_ONCE]))
    unused = PracticeDeal.objects.filter(attempts=None, asked_at__lt=day).exclude(pk__in=_stocked())
    if deals := list(unused.values_list("pk", flat=True)[:_AT_ONCE]):
        PracticeDeal.objects.filter(pk__in=deals, attempts=None, asked_at__lt=day).delete()


def _remove_attempts(attempts: list[int]) -> None:
    if attempts:  # deleting nothing would lock the database, too
        Attempt.objects.filter(pk__in=attempts, ending=Attempt.Ending.RESIGNED).delete()


def _stocked() -> list[int]:
    """The deals that are given by chance."""
    found: list[int] = []
    for rules in practice_rules():
        ready = PracticeDeal.objects.filter(rules=rules, options=[], par__isnull=False).order_by("-pk")
        found += ready.values_list("pk", flat=True)[:STOCKED]
    return found
