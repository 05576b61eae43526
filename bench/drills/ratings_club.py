"""The lists that the drill of ratings kills recomputes of, and the results that keep arriving for them.

Import it once Django is set up (inside a drill's `work`).
"""

from __future__ import annotations

import io
import random
import threading
import time
from collections import Counter
from datetime import timedelta

from django.core.management import call_command
from django.db import OperationalError, connections
from django.utils import timezone

from bench.ledger import make_list
from common.jobs.models import Job
from common.journal import services as journal
from common.journal.models import JournalEntry, Scope
from games.models import Game
from games.results.services.create import reopen_games, settle_games
from games.results.services.results import claim_result
from players.models import Account, Club
from players.roles import Role
from ratings.core.lines import stored_histories
from ratings.core.packed_lines import fingerprint
from ratings.ledger.services.ledgers import recompute
from ratings.models import Checkpoint, Pool
from ratings.pools.services.pools import RATE, pool_for
from testing.factories import holder_of
from tournaments.events.acts import CloseEvent

RESULTS = ("1-0", "0-1")
MONTHS = 120
CORRECTED, AGAIN = 0.8, 0.3
"""How often a result is corrected (else an event is reopened, or closed again), and how often that of the same game as
before: then checkpoints fit again that were there before what a killed worker has written."""
LONGEST_SILENCE = 0.2
"""Seconds between two acts, at most."""


class Lists:
    """A club of the server with a long past, in its own list and the server's: both are rated before it is ready."""

    def __init__(self, games: int, players: int) -> None:
        own = Pool.objects.get(pk=make_list(games, players, MONTHS))
        assert own.club is not None
        Club.objects.filter(pk=own.club.pk).update(admitted=True)
        self.pools = [own, pool_for(own.rules)]
        Pool.objects.update(publishes="")  # lists by month are another matter
        self.desk = Account.objects.create_user("desk", None)
        holder_of(Role.ORGANISER, own.club.scope, self.desk)
        self.events = list(Scope.objects.filter(key__startswith="event:"))
        self.games = list(Game.objects.order_by("pk").values_list("pk", flat=True))
        self.last = self.games[0]
        for pool in self.pools:
            recompute(pool.pk)
        self.seconds = self._time()

    def _time(self) -> float:
        """How long both lists take from nothing, with every row written."""
        began = time.monotonic()
        for start in (1501, 1500):
            Pool.objects.update(parameters={"start": start})
            for pool in self.pools:
                recompute(pool.pk)
        return (time.monotonic() - began) / 2

    def act(self, chance: random.Random) -> str:
        """What arrives next: a corrected result, or an event that is reopened, or closed again. What it was."""
        if chance.random() < CORRECTED:
            if chance.random() >= AGAIN:
                self.last = chance.choice(self.games)
            claim_result(
                self.last,
                self.desk,
                chance.choice(RESULTS),
                source="api",
                role="arbiter",
                reason=f"looked up {chance.random()}",
            )
            return "corrected"
        event = chance.choice(self.events)
        with journal.commit(event.key, self.desk, CloseEvent):
            if Game.objects.filter(parent_scope=event, rated_on=None).exists():
                settle_games(event, timezone.localdate() - timedelta(days=chance.randrange(3_000)))
                return "closed"
            reopen_games(event)
            return "reopened"


class Results:
    """Results that arrive from a thread, beside what is killed; paused while lists are compared."""

    def __init__(self, lists: Lists, seed: int) -> None:
        self.lists, self.done, self.failed = lists, Counter[str](), Counter[str]()
        self._chance = random.Random(f"results {seed}")
        self._may, self._ended, self._idle = threading.Event(), threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._may.set()
        self._thread.start()

    def pause(self) -> None:
        """Return once nothing is under way."""
        self._may.clear()
        self._idle.wait(60)

    def resume(self) -> None:
        self._idle.clear()
        self._may.set()

    def stop(self) -> None:
        self._ended.set()
        self._may.set()
        self._thread.join(60)

    def _run(self) -> None:
        while not self._ended.is_set():
            if not self._may.is_set():
                self._idle.set()
                self._may.wait()
                continue
            try:
                self.done[self.lists.act(self._chance)] += 1
            except OperationalError as error:  # SQLite is busy for longer than a statement waits
                self.failed[str(error)[:80]] += 1
            except Exception as error:
                self.failed[repr(error)[:200]] += 1
                time.sleep(1)
            time.sleep(self._chance.uniform(0, LONGEST_SILENCE))
        connections.close_all()


def leases() -> set[tuple[int, object]]:
    """The recomputes that workers are at: job and lease of each."""
    return set(Job.objects.filter(kind=RATE).exclude(leased_until=None).values_list("pk", "leased_until"))


def nothing_is_to_be_rated() -> bool:
    return not Job.objects.filter(kind=RATE).exists()


def failures() -> list[str]:
    """What recomputes ended with that did not succeed."""
    return list(Job.objects.filter(kind=RATE, failures__gt=0).values_list("error", flat=True))


def is_unfinished(pool: Pool) -> bool:
    """Whether the list is as a worker left it between two parts."""
    digest = Pool.objects.values_list("digest", flat=True).get(pk=pool.pk)
    return digest != fingerprint(stored_histories(pool))


def finished_recomputes(pool: Pool) -> int:
    """How many have written their last part."""
    return JournalEntry.objects.filter(scope__key=pool.scope, action="recompute-ratings").count()


def checkpoints() -> int:
    return Checkpoint.objects.count()


def what_differs() -> str:
    """What `manage.py recompute --check` says where a list is not as recomputed from nothing; "" where all are."""
    said = io.StringIO()
    try:
        call_command("recompute", "--check", stdout=said)
    except SystemExit:
        return said.getvalue().strip()
    return ""
