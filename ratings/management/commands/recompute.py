"""`manage.py recompute`: bring every rating list to what the games say, or check that it is there."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.models import Game
from players.models import Club
from ratings.ledger.replaying import replay
from ratings.ledger.services.ledgers import difference, recompute
from ratings.models import Pool
from ratings.pools.services.pools import pool_for


class Command(BaseCommand):
    help = "Replay all rated games and write what differs. With --check write nothing; exit 1 if any list differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare with a recompute from nothing, write nothing")

    def handle(self, *, check: bool, **_: Any) -> None:
        differing = 0
        if not check:
            _make_pools()
        for pool in Pool.objects.select_related("club").order_by("pk"):
            rows = _differences(pool) if check else recompute(pool.pk, from_nothing=True)
            differing += bool(rows)
            name = pool.coverage.key if pool.is_main else f"{pool.coverage.key} by {pool.system}"
            self.stdout.write(f"{name} of {pool.club or 'the server'}: {_describe_rows(rows, check=check)}")
        if check and differing:
            raise SystemExit(1)


def _make_pools() -> None:
    """Lists for games that were settled before there was anything to rate them."""
    settled = Game.objects.filter(rated=True, rated_on__isnull=False).order_by()
    for rules, club in settled.values_list("rules", "club").distinct():
        pool_for(rules)
        pool_for(rules, Club.objects.get(pk=club))


def _differences(pool: Pool) -> int:
    """How many rows differ; a fingerprint that does not fit its ledger is one too."""
    ledger = replay(pool)
    return difference(pool, ledger).rows + (bool(ledger.histories) and pool.digest != ledger.digest)


def _describe_rows(rows: int, *, check: bool) -> str:
    if check:
        return f"differs in {rows} rows" if rows else "as recomputed from nothing"
    return f"{rows} rows written" if rows else "nothing to do"
