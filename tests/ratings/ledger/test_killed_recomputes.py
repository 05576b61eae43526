"""A recompute that is killed anywhere leaves what the next one completes. `python -m bench.drills.ratings` does it 200
times with workers, Redis and results that go on arriving."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction

from bench.drills.invariants import Look
from bench.drills.site import Site
from common.jobs.services import request
from games.models import Game
from players.models import Club
from ratings.core.ledger import stored_standings
from ratings.core.lines import stored_histories
from ratings.core.packed_lines import fingerprint
from ratings.ledger import replaying
from ratings.ledger.replaying import replay
from ratings.ledger.services import ledgers
from ratings.ledger.services.ledgers import difference, recompute
from ratings.models import History, Pool, Rating
from ratings.pools.services.pools import RATE, pool_for
from testing.factories import ClubFactory, PersonFactory
from testing.marks import WHOLE
from testing.ratings.factories import FIRST, SECOND, closed_event, four
from tests.forks import exit_code_of

pytestmark = pytest.mark.postgresql

SEED, KILLS = 15, 12 if WHOLE else 4


class Countdown:
    """Counts the statements of a connection, and kills the process before one of them."""

    def __init__(self, last: int = 0) -> None:
        self.last, self.count = last, 0

    def __call__(self, execute: Callable[..., Any], *given: Any) -> Any:
        self.count += 1
        if self.count == self.last:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(*given)


def recompute_counted(pool: Pool, countdown: Countdown) -> None:
    with connection.execute_wrapper(countdown):
        recompute(pool.pk)


def test_whatever_statement_it_is_killed_at_the_next_recompute_comes_to_the_same_as_one_from_nothing(
    real_database: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve players in parts of four rows, with checkpoints. After each kill comes another result, or the old one is
    back, so that checkpoints fit which were there before what the killed one has written."""
    monkeypatch.setattr(ledgers, "MOST_AT_ONCE", 4)
    monkeypatch.setattr(replaying, "LEAST_GAMES", 1)
    club, chance = ClubFactory(), random.Random(SEED)
    people = [PersonFactory(member_of=club, name=f"Player {number}") for number in range(12)]
    for week in range(6):
        closed_event(club, chance.sample(people, 4), (FIRST, SECOND)[week % 2], days=7 * week)
    pool = pool_for("gipf-basic", club)
    recompute(pool.pk)
    unfinished = 0
    for kill in range(KILLS):
        game = flip(chance.choice(Game.objects.order_by("pk")))
        seen = stored_histories(pool), stored_standings(pool)
        killed = exit_code_of(partial(recompute_counted, pool, Countdown(chance.randint(1, statements(pool)))))
        before, pool = pool.digest, Pool.objects.get(pk=pool.pk)
        if pool.digest == before:
            assert (stored_histories(pool), stored_standings(pool)) == seen, "readers see what was there, whole"
        assert fingerprint(stored_histories(pool)) == pool.digest
        unfinished += killed == -signal.SIGKILL and bool(difference(pool, replay(pool)))
        flip(game if kill % 2 else chance.choice(Game.objects.order_by("pk")))
        recompute(pool.pk)
        pool.refresh_from_db()
        ledger = replay(pool)
        assert not difference(pool, ledger) and pool.digest == ledger.digest
        for rows in (History, Rating):
            assert rows.stored.count() == rows.objects.count()
    assert unfinished >= KILLS // 2, "most were killed before all was written"


def statements(pool: Pool) -> int:
    """Of a recompute that is taken back."""
    counted = Countdown()
    with transaction.atomic():
        recompute_counted(pool, counted)
        transaction.set_rollback(True)
    return counted.count


def flip(game: Game) -> Game:
    game.result = "1-0" if game.result == "0-1" else "0-1"
    game.save(update_fields=["result"])
    return game


@pytest.mark.django_db
def test_the_drills_ask_for_each_event_that_is_closed_whether_the_ledger_has_it(club: Club, tmp_path: Path) -> None:
    """White of the second event has lines of the first one; that alone does not put the second into the list."""
    people = four(club)
    closed_event(club, people, FIRST)
    pools = [pool_for("gipf-basic", club), pool_for("gipf-basic")]
    for pool in pools:
        recompute(pool.pk)
    assert told(tmp_path) == []
    closed_event(club, people, SECOND, days=7)
    assert len(told(tmp_path)) == 1
    for pool in pools:
        request(RATE, str(pool.pk))
    assert told(tmp_path) == []


def told(home: Path) -> list[str]:
    site = Site("sqlite" if connection.vendor == "sqlite" else "postgresql", home)
    with connection.cursor() as cursor:
        return [what for what in Look(site, cursor).broken() if what.startswith("a closed event is in no list")]
