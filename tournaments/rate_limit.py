"""How much of what is costly to compute a reader who is not signed in may ask for.

Only what has to be computed counts, and what is hard counts more than once.
"""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest

from common.computed_once import Admit, free_for_all
from common.live.bus import is_for_followers
from players.core import limits
from tournaments.models import Event, Member

ENTRIES_A_READ = 200
"""A table of so many entries counts as one costly thing when it is computed, one of a thousand as five. Smaller ones
are free, so that a club whose results come in by the second may look at its table through one address."""


def table_admission(request: HttpRequest, event: Event) -> Admit:
    """What is to be called before a table of all entries of `event` is computed for this reader; raises TooMany."""
    admit = admission(request)

    def take() -> None:
        for _read in range(Member.objects.filter(event=event).count() // ENTRIES_A_READ):
            admit()

    return free_for_all if request.user.is_authenticated or is_for_followers(request.META) else take


def admission(request: HttpRequest) -> Admit:
    """What is to be called before something costly is computed for this reader; it raises TooMany at the limit."""
    if request.user.is_authenticated or is_for_followers(request.META):
        return free_for_all
    return partial(limits.HEAVY_READS.take_from, request)
