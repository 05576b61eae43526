"""Closed events for tests of ratings."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from itertools import permutations

from common.jobs.queries import find
from common.jobs.services import request, run_due
from common.journal.models import Scope
from games.models import Game
from players.models import Club, Person
from ratings.evidence.queries import SystemEvidence, pool_evidence
from ratings.evidence.services import EVIDENCE
from ratings.ledger.services.ledgers import recompute
from ratings.lists.services import publish_lists
from ratings.models import Pool, RatingList
from ratings.pools.services.pools import pool_for
from testing.factories import GameFactory, PersonFactory, parent_scope_of

DAY = datetime.date(2026, 3, 1)


def four(club: Club) -> list[Person]:
    """A, B, C and D, members of `club`."""
    return [PersonFactory(member_of=club, name=f"Player {letter}") for letter in "ABCD"]


def closed_event(club: Club, people: Sequence[Person], results: str, *, days: int = 0, **fields: object) -> Scope:
    """Games of one event that is over: "A-B 1-0, C-D 1/2-1/2" between `people`, rated on DAY + `days`."""
    parent_scope, on = parent_scope_of(club), DAY + datetime.timedelta(days=days)
    for sequence, text in enumerate(results.split(", ")):
        seats, result = text.split()
        white, black = (people["ABCDEFGH".index(letter)] for letter in seats.split("-"))
        GameFactory(
            club=club,
            parent_scope=parent_scope,
            white=white,
            black=black,
            result=result,
            rated_on=on,
            sequence=sequence,
            **fields,
        )
    return parent_scope


FIRST = "A-B 1-0, A-C 1-0, A-D 1-0, B-C 1-0, B-D 1-0, C-D 1-0"
SECOND = "D-A 1-0, B-C 1/2-1/2, A-B 1-0, C-D 1-0, A-C 1-0, B-D 0-1"
AFTER_FIRST, AFTER_SECOND = [1560, 1520, 1480, 1440], [1567, 1476, 1484, 1473]
"""Worked out by hand in test_elo."""


def list_of_beginners(club: Club, events: int = 10) -> Pool:
    """Eight equal players meet in double rounds: White wins seven of ten games. By the live rating."""
    people = [PersonFactory(member_of=club, name=f"Player {letter}") for letter in "ABCDEFGH"]
    games: list[Game] = []
    for event in range(events):
        parent_scope, on = parent_scope_of(club), DAY + datetime.timedelta(days=event)
        for sequence, (white, black) in enumerate(permutations(people, 2)):
            result = "1-0" if len(games) % 10 < 7 else "0-1"
            seats = {"white": white, "black": black, "played_on": on, "rated_on": on, "result": result}
            games.append(
                Game(
                    club=club,
                    parent_scope=parent_scope,
                    rules="gipf-basic",
                    agreed_draws=True,
                    sequence=sequence,
                    **seats,
                )
            )
    Game.objects.bulk_create(games)
    pool = pool_for("gipf-basic", club)
    Pool.objects.filter(pk=pool.pk).update(system="live")
    recompute(pool.pk)
    return Pool.objects.get(pk=pool.pk)


def publish_version(pool: Pool) -> RatingList:
    """The pool's first list, and a second version of it: the pool has other parameters for a moment."""
    Pool.objects.filter(pk=pool.pk).update(parameters={"provisional_games": 7})
    publish_lists(pool.pk)
    Pool.objects.filter(pk=pool.pk).update(parameters=pool.parameters)
    (again,) = publish_lists(pool.pk)
    return again


def judged(pool: Pool) -> list[SystemEvidence]:
    """The evidence of the pool as a worker judges it."""
    request(EVIDENCE, str(pool.pk))
    while find(EVIDENCE, str(pool.pk)) is not None:
        run_due()
    return pool_evidence(Pool.objects.get(pk=pool.pk)) or []


POOL_PAGES = {
    "pool-settings": "settings",
    "pool-systems": "systems",
    "pool-main": "systems",
    "pool-remove": "systems",
    "rating-lists-request": "lists",
}
"""On which page of a list the form stands that is sent to an address, by its name."""


def systems_beside(pool: Pool) -> dict[str, dict[str, object]]:
    """Of two other systems of its list: the addresses that make one the rating, and remove the other."""
    first, second = pool.side_by_side.exclude(pk=pool.pk)
    return {"pool-main": {"pool_id": first.pk}, "pool-remove": {"pool_id": second.pk}}


def game_between(parent_scope: Scope, white: Person, black: Person) -> Game:
    return Game.objects.get(parent_scope=parent_scope, white=white, black=black)
