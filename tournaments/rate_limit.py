"""How much of what is costly to compute somebody who is not signed in may ask for."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest

from common.computed_once import Admit, free_for_all
from common.live.bus import is_for_followers
from players.core.client_address import client_of
from players.core.rate_limit import Allowance
from tournaments.models import Event, Member

HEAVY_READS = Allowance("heavy-reads", tries=60, seconds=60)
"""By client. Only what has to be computed counts, and what is hard counts more than once; what is kept already, a
whole club may read through one address."""
EXPLANATIONS_ASKED_FOR = Allowance("explanations-asked-for", tries=20, seconds=3600)
"""By account: what arbiters leave to a worker."""

SEAT_LINK_REPORTS = Allowance("seat-link-reports", tries=20, seconds=600)
"""By seat: phones of a whole round come through one address."""
WRONG_LINKS = Allowance("wrong-links", tries=60, seconds=600)
"""By client: links on slips and cards that the server never made."""


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
    return partial(HEAVY_READS.take, client_of(request))
