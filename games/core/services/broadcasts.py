"""Broadcasts: the delay of a parent scope, and telling pages that follow when what was held back is to be seen."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from common.jobs import services as jobs
from common.jobs.models import Job
from common.journal import services as journal
from common.journal.models import Scope
from games.core.broadcasts import delays_of, next_release
from games.core.running import late_scope_of, scope_of
from games.models import Broadcast, Game
from gipf_engine.results import PENDING

LOOK_EVERY = 15.0
RELEASE = "release-turns"
"""The kind of job that shows what was held back of a game. Its subject is the game's scope, "game:12"."""


def set_delay(parent_scope: Scope, minutes: int) -> None:
    """Show the boards of a parent scope so many minutes late (0: at once). Inside an act there."""
    before = Broadcast.objects.filter(parent_scope=parent_scope).values_list("delay", flat=True).first() or 0
    if minutes:
        Broadcast.objects.update_or_create(parent_scope=parent_scope, defaults={"delay": minutes})
    else:
        Broadcast.objects.filter(parent_scope=parent_scope).delete()
    if minutes != before:
        games = Game.objects.filter(parent_scope=parent_scope, online=False, result=PENDING)
        recorded = games.filter(recordings__isnull=False).distinct().values_list("pk", flat=True)
        jobs.request_many(RELEASE, map(scope_of, recorded))


def plan_release(games: Iterable[Game]) -> None:
    """Something was recorded: let it be shown once it is old enough. Inside the transaction that stored it."""
    for game, delay in delays_of(games).items():
        jobs.request_once_in(RELEASE, scope_of(game), timedelta(minutes=delay))


@jobs.every(LOOK_EVERY)
def look_what_is_decided() -> None:
    """Show the rest of games that have a result by now. What makes the result asks for nothing: it is hot."""
    planned = Job.objects.filter(kind=RELEASE, due_at__gt=timezone.now()).values_list("subject", flat=True)
    ids = [int(subject.partition(":")[2]) for subject in planned]
    decided = Game.objects.filter(pk__in=ids).exclude(result=PENDING).values_list("pk", flat=True) if ids else ()
    if decided:
        jobs.request_many(RELEASE, map(scope_of, decided))


def release_turns(game_id: int) -> None:
    """Tell pages that follow the game that more is shown of it, and come back for what is younger."""
    game = Game.objects.select_related("parent_scope").filter(pk=game_id).first()
    if game is None:
        return
    scope = late_scope_of(game_id)
    journal.open_scope(scope, game.parent_scope.key)
    journal.touch([scope])
    due = next_release(game)
    if due is not None:
        with transaction.atomic():
            jobs.request_once_in(RELEASE, scope_of(game_id), max(due - timezone.now(), timedelta()))
