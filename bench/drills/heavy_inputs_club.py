"""What the drill of heavy inputs asks for. Imported once Django is set up."""

from __future__ import annotations

from dataclasses import dataclass

from bench.drills.club import make_club
from bench.ledger import make_list
from players.models import Club
from ratings.ledger.services.ledgers import recompute
from ratings.models import Pool
from ratings.pools.services.pools import pool_for
from testing.tournaments.hard_events import import_hard_event

FIRST_EVENT = 1_000
"""The first event of the lists; the numbers before it are for the others."""


@dataclass(frozen=True)
class Inputs:
    """Two events, of very many and of fewer names; lists of many games; a key of their organiser."""

    long: int
    drawn: int
    pools: list[int]
    token: str


def make_inputs(names: int, drawn: int, games: int, people: int, months: int) -> Inputs:
    """A club with two events of one round each, taken in from files, and a club with a list of so many games."""
    made = make_club(3)
    club, organiser = made.club, made.organiser
    long, short = (import_hard_event(club, organiser, size, 1, "random", 7).pk for size in (names, drawn))
    own = Pool.objects.get(pk=make_list(games, people, months, first_event=FIRST_EVENT))
    Club.objects.update(admitted=True)
    pools = [own.pk, pool_for(own.rules).pk]
    for pool in pools:
        recompute(pool)
    return Inputs(long, short, pools, made.desk.key)
