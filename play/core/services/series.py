"""Series: when a game of one is over, a job begins the next one, right after the commit; or the series ends."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.db import transaction
from django.utils import timezone

from common.jobs import services as jobs
from games.core.running import scope_of
from play.core.setups import draw_seed
from play.models import Challenge, OnlineGame, Series

NEXT = "begin-next-game"
"""The kind of job that begins the next game of a series. Its subject is the scope of the last one, "game:12"."""


@dataclass(frozen=True, slots=True)
class Place:
    """Which game of a series one is."""

    series: Series
    number: int = 1


def begin_series(like: Challenge | Series) -> Place | None:
    """The place of the first game of a series as it was offered, or as another one was; None for a single game."""
    length = like.games if isinstance(like, Challenge) else like.length
    return Place(Series.objects.create(length=length)) if length > 1 else None


def place_in_series(online: OnlineGame, place: Place | None, rules: str) -> None:
    """Note which game of a series a new one is. What lays out the next one is drawn already: its hash is shown."""
    if place is None:
        return
    online.series, online.series_number = place.series, place.number
    online.rematch_seed = draw_seed(rules) if place.number < place.series.length else ""
    online.save(update_fields=["series", "series_number", "rematch_seed"])


def go_on_with_series(online: OnlineGame) -> None:
    """A game is over: ask for the next one of its series; or the series is over, too. Inside the act that ends it.

    Who does not make a first turn does not want to go on, so an aborted game ends its series.
    """
    series = online.series
    if series is None or series.ended_at is not None:
        return
    if online.ending == OnlineGame.Ending.ABORTED or online.series_number == series.length:
        end_series(series)
        return
    scope = scope_of(online.pk)
    jobs.request(NEXT, scope)
    transaction.on_commit(partial(jobs.run_now, NEXT, [scope]))


def end_series(series: Series) -> None:
    """No further game of it begins. Inside an act on its last game."""
    Series.objects.filter(pk=series.pk, ended_at=None).update(ended_at=timezone.now())
