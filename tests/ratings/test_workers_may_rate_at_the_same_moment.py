"""Races with real threads: however many workers rate one pool, the ledger is that of one."""

from __future__ import annotations

import pytest

from games.models import Game
from games.services import claim_result
from jobs.services import run_due
from ratings.ledger import replay
from ratings.models import Change, Published
from ratings.services import difference, pool_for, recompute
from tests.factories import ClubFactory, organiser_of
from tests.ratings.rated import FIRST, SECOND, closed_event, four
from tests.threads import at_once

pytestmark = pytest.mark.usefixtures("real_database")


def test_several_recomputes_at_once_write_once(real_database: None) -> None:
    club = ClubFactory()
    closed_event(club, four(club), FIRST)
    pool = pool_for("gipf-basic", club)
    written = at_once(*(lambda: recompute(pool.pk) for _ in range(4)))
    assert sorted(written) == [0, 0, 0, 8]
    assert (Change.objects.count(), Published.objects.count()) == (4, 4)


def test_pools_are_made_once(real_database: None) -> None:
    club = ClubFactory()
    pools = at_once(*(lambda: pool_for("gipf-basic", club).pk for _ in range(4)))
    assert len(set(pools)) == 1, pools


def test_results_corrected_while_workers_rate_are_rated_in_the_end(real_database: None) -> None:
    club = ClubFactory()
    people, arbiter = four(club), organiser_of(club)
    closed_event(club, people, FIRST)
    closed_event(club, people, SECOND, days=7)
    pool = pool_for("gipf-basic", club)
    recompute(pool.pk)
    games = list(Game.objects.values_list("pk", flat=True))[:4]

    def correct(game: int) -> None:
        claim_result(game, arbiter, "1/2-1/2", source="desk", reason="Sheets compared")

    done = at_once(*(lambda game=game: correct(game) for game in games), run_due, run_due)
    assert not [answer for answer in done if isinstance(answer, Exception)], done
    run_due()
    pool.refresh_from_db()
    fresh = replay(pool)
    assert not difference(pool, fresh)
    assert pool.digest == fresh.digest
