"""Rating lists of a club that comes from another server."""

from __future__ import annotations

from collections.abc import Iterable

from common.jobs import services as jobs
from common.journal import services as journal
from players.models import Club
from ratings.models import Pool
from ratings.pools.services.pools import RATE


def bring_pools(club: Club, pools: Iterable[Pool]) -> None:
    """Store the lists of a club that comes, and ask for each to be rated. Inside the last transaction."""
    for pool in pools:
        pool.club = club
        pool.save(force_insert=True)
        journal.open_scope(pool.scope, club.scope)
        jobs.request(RATE, str(pool.pk))
